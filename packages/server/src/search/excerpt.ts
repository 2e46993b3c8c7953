import { nearnessIn, type QueryWord } from './query.ts'
import { type Place, scan, together, type Unit } from './scan.ts'
import { gramsOf } from './vector.ts'

export interface Excerpt {
  readonly text: string
  readonly highlights: readonly Place[]
}

/** Finds the ranges of a text that match words of a query. */
export function highlightsIn(text: string, words: readonly QueryWord[]): Place[] {
  const places: Place[] = []
  for (const { chunk, index } of chunksIn(text, likely(words))) {
    for (const { start, end } of scan(chunk).flatMap((unit) => placesIn(unit, words)))
      places.push({ start: start + index, end: end + index })
  }
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

/** The parts of a text without spaces in which a pattern occurs. */
function* chunksIn(text: string, pattern: RegExp) {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    let [start, end] = [match.index, match.index + 1]
    while (start > 0 && !isSpace(text, start - 1)) start--
    while (end < text.length && !isSpace(text, end)) end++
    yield { chunk: text.slice(start, end), index: start }
    pattern.lastIndex = end
  }
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code > 0x20 && code < 0x7f) return false
  return code === 0x20 || /\s/.test(text.charAt(at))
}

const patterns = new WeakMap<readonly QueryWord[], RegExp>()

/**
 * Occurs in everything that can match, and in little else: the letters with which a word begins, whatever
 * stands between them. Other scripts always do, because their letters may be folded to others.
 */
function likely(words: readonly QueryWord[]): RegExp {
  const known = patterns.get(words)
  if (known !== undefined) return known
  const terms = words.flatMap(({ ways }) => ways.flat())
  const texts = terms.flatMap(({ lexemes, prefix }) => [
    ...lexemes.map(({ text }) => text),
    ...(prefix === undefined ? [] : [prefix]),
  ])
  const letters = new Set(texts.map((text) => text.replaceAll(/[\x20-\x2f\x3a-\x60\x7b-\x7e]+/g, '')))
  const spelled = [...letters].filter((some) => /^[a-z0-9]*$/.test(some))
  const ways = spelled.map((some) => [...some].join(between) || String.raw`\S`)
  const pattern = new RegExp([...ways, String.raw`[^\x20-\x7e\s]`].join('|'), 'gi')
  patterns.set(words, pattern)
  return pattern
}

const between = String.raw`[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]*`

function placesIn(unit: Unit, words: readonly QueryWord[]): readonly Place[] {
  if (unit.kind === 'run') return placesInRun(unit, words)
  const parts = unit.pieces.flatMap((piece) => piece.parts)
  const all = [...(parts.length > 1 ? [{ ...unit, folded: together(parts) }] : []), ...parts]
  return all.filter(({ folded }) => words.some((word) => isLike(folded, word)))
}

/**
 * Only the database knows stems. A word that continues a stem by a few letters is taken to have that stem.
 */
function isLike(folded: string, word: QueryWord): boolean {
  return word.ways.some((way) =>
    way.some(
      ({ lexemes, prefix }) =>
        (prefix !== undefined && folded.startsWith(prefix)) ||
        lexemes.some(({ text }) => text === folded || isStemOf(text, folded)),
    ),
  )
}

function isStemOf(stem: string, folded: string): boolean {
  return stem.length >= 3 && folded.length - stem.length <= endingMax && folded.startsWith(stem)
}

const endingMax = 4

function placesInRun(run: Extract<Unit, { kind: 'run' }>, words: readonly QueryWord[]): readonly Place[] {
  const wanted = words.flatMap(({ ways: [way = []] }) => way)
  return gramsOf(run).flatMap((gram, at) => {
    const letters = run.letters.slice(at, at + run.size)
    const [first] = letters
    const last = letters.at(-1)
    if (first === undefined || last === undefined) return []
    if (nearnessIn({ ways: wanted.map((term) => [term]), isOptional: false }, new Set([gram])) === 0)
      return []
    const begun = wanted.find(({ prefix }) => prefix !== undefined && gram.startsWith(prefix))?.prefix
    return [{ start: first.start, end: begun ? first.start + begun.length : last.end }]
  })
}

/** Returns the part of a text with the most matches, with highlights. */
export function excerptOf(text: string, words: readonly QueryWord[]): Excerpt {
  const places = highlightsIn(text, words)
  const from = startOf(text, places)
  const to = Math.min(text.length, from + lettersMax)
  const start = from === 0 ? 0 : text.indexOf(' ', from - 1) + 1 || from
  const cut = to === text.length ? to : lastSpace(text, start, to)
  const left = start > 0 && start < from + roomBefore ? start : from
  const before = left > 0 ? '…' : ''
  const shown = `${before}${wellFormed(text.slice(left, cut))}${cut < text.length ? '…' : ''}`
  const by = before.length - left
  const inside = places.filter(({ start: at, end }) => at >= left && end <= cut)
  return { text: shown, highlights: inside.map(({ start: at, end }) => ({ start: at + by, end: end + by })) }
}

const lettersMax = 240
const roomBefore = 40

/** Returns the start of the window with the most highlighted characters. */
function startOf(text: string, places: readonly Place[]): number {
  let best = { at: 0, letters: -1 }
  for (const [index, { start }] of places.entries()) {
    let letters = 0
    for (let other = index; other < places.length; other++) {
      const place = places[other]
      if (place === undefined || place.end > start + lettersMax - roomBefore) break
      letters += place.end - place.start
    }
    if (letters > best.letters) best = { at: start, letters }
  }
  const wanted = Math.max(0, best.at - roomBefore)
  return Math.max(0, Math.min(wanted, text.length - lettersMax))
}

function lastSpace(text: string, start: number, to: number): number {
  const at = text.lastIndexOf(' ', to)
  return at > start + lettersMax / 2 ? at : to
}

/** Removes halves of surrogate pairs at both ends. */
function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\uFFFD', ' ')
}
