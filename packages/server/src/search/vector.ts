import { createHash } from 'node:crypto'
import { scan, together, type Unit } from './scan.ts'

/** A: title of the page. B: heading of the section. C: headings above it. D: its text. */
export type Weight = 'A' | 'B' | 'C' | 'D'

/** Stems by word in lower case. */
export type Stems = ReadonlyMap<string, Stemmed>

export interface Stemmed {
  readonly stems: readonly string[]
  /** So common that it carries no meaning. */
  readonly isStopWord: boolean
}

/** The prefix of all lexemes of an organization. Collisions between organizations are harmless. */
export function markOf(organizationId: string): string {
  return createHash('sha256').update(organizationId).digest('base64url').slice(0, 5)
}

/** Collects words with their positions and prints them as a tsvector. */
export class Vector {
  readonly #places = new Map<string, Set<string>>()
  readonly #mark: string
  readonly #stems: Stems
  #position = 1

  constructor(mark: string, stems: Stems) {
    this.#mark = mark
    this.#stems = stems
  }

  /** Leaves a gap in the positions, so that texts added separately are not adjacent. */
  add(text: string, weight: Weight) {
    for (const unit of scan(text)) this.#addUnit(unit, weight)
    this.#position += 10
  }

  print(): string {
    const printed: string[] = []
    for (const [lexeme, places] of this.#places) {
      printed.push(`${quoted(this.#mark + lexeme)}:${[...places].slice(0, placesMax).join(',')}`)
    }
    return printed.join(' ')
  }

  #addUnit(unit: Unit, weight: Weight) {
    if (unit.kind === 'run') {
      for (const gram of gramsOf(unit)) this.#put(gram, this.#position++, weight)
      return
    }
    const first = this.#position
    for (const { parts } of unit.pieces) {
      if (parts.length > 1) this.#put(together(parts), this.#position, weight)
      for (const { lower, folded } of parts) {
        this.#put(folded, this.#position, weight)
        for (const stem of this.#stems.get(lower)?.stems ?? []) this.#put(stem, this.#position, weight)
        this.#position++
      }
    }
    if (unit.pieces.length > 1) {
      this.#put(together(unit.pieces.flatMap(({ parts }) => parts)), first, weight)
    }
  }

  #put(lexeme: string, position: number, weight: Weight) {
    if (lexeme === '') return
    const place = `${Math.min(position, positionMax)}${weight === 'D' ? '' : weight}`
    const places = this.#places.get(lexeme)
    if (places) places.add(place)
    else this.#places.set(lexeme, new Set([place]))
  }
}

const positionMax = 16_383
const placesMax = 32

/** Quotes a lexeme for a tsvector or tsquery. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`
}

/** Returns one n-gram per letter; those at the end are shorter. */
export function gramsOf({ letters, size }: Extract<Unit, { kind: 'run' }>): string[] {
  return letters.map((_, at) =>
    letters
      .slice(at, at + size)
      .map(({ folded }) => folded)
      .join(''),
  )
}

/** Collects the distinct words that can be stemmed, in lower case. */
export function stemmable(texts: readonly string[]): Set<string> {
  const words = new Set<string>()
  for (const text of texts) {
    for (const unit of scan(text)) {
      if (unit.kind === 'run') continue
      for (const { parts } of unit.pieces) for (const { lower } of parts) words.add(lower)
    }
  }
  return words
}
