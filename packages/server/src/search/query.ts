import { type Compound, type Part, type Run, scan, together } from './scan.ts'
import { gramsOf, quoted, type Stems } from './vector.ts'

/** One word of a query, with all the ways in which a text can match it. */
export interface QueryWord {
  readonly ways: readonly Way[]
  /** True for stop words: a text matches without it. */
  readonly isOptional: boolean
  /** What to compare with known words if nothing matches. */
  readonly spelling?: string
}

/** All terms must match. */
type Way = readonly Term[]

/** Any of the lexemes may match. */
interface Term {
  readonly lexemes: readonly Lexeme[]
  /** The beginning of a word that the user is still typing. */
  readonly prefix?: string
}

interface Lexeme {
  readonly text: string
  /** How close it is to the word in the query; 1 means identical. */
  readonly nearness: number
}

const nearnesses = { same: 1, stem: 0.85, together: 0.9, prefix: 0.7, misspelt: 0.55 } as const

/** Accepts any input: ignores characters that aren't part of a word, and words above the limit. */
export function readQuery(written: string, stemmed: Stems): QueryWord[] {
  const text = written.normalize('NFKC')
  const units = scan(text)
  const words = units.flatMap((unit, index) => {
    const isLast = index === units.length - 1
    return unit.kind === 'run' ? wordsOfRun(unit, text) : [wordOf(unit, stemmed, isLast)]
  })
  const different = [...new Map(words.map((word) => [JSON.stringify(word.ways), word])).values()]
  const first = different.slice(0, wordsMax)
  return first.every(({ isOptional }) => isOptional)
    ? first.map((word) => ({ ...word, isOptional: false }))
    : first
}

const wordsMax = 12

function wordOf({ pieces }: Compound, stemmed: Stems, isLast: boolean): QueryWord {
  const parts = pieces.flatMap((piece) => piece.parts)
  const whole = together(parts)
  const all = parts.map((part, at) => termOf(part, stemmed, isLast && at === parts.length - 1))
  const spelling = { spelling: whole }
  const [only] = parts
  if (parts.length === 1 && only) {
    return { ways: [all], isOptional: stemmed.get(only.lower)?.isStopWord ?? false, ...spelling }
  }
  const joined = { lexemes: [{ text: whole, nearness: 1 }], ...(isLast && prefixOf(whole)) }
  return { ways: [[joined], all], isOptional: false, ...spelling }
}

function termOf({ lower, folded }: Part, stemmed: Stems, isLast: boolean): Term {
  const stems = (stemmed.get(lower)?.stems ?? []).filter((stem) => stem !== folded)
  return {
    lexemes: [
      { text: folded, nearness: nearnesses.same },
      ...stems.map((text) => ({ text, nearness: nearnesses.stem })),
    ],
    ...(isLast && prefixOf(folded)),
  }
}

function prefixOf(text: string): { prefix: string } | undefined {
  return [...text].length >= prefixMin ? { prefix: text } : undefined
}

const prefixMin = 2

/** Splits a run without spaces into words by dictionary; each word is searched by its letters. */
function wordsOfRun(run: Run, text: string): QueryWord[] {
  const written = text.slice(run.start, run.end)
  return [...segmenter.segment(written)].slice(0, wordsMax).flatMap(({ segment, index }) => {
    const from = run.start + index
    const letters = run.letters.filter(({ start }) => start >= from && start < from + segment.length)
    return letters.length === 0 ? [] : [wordOfLetters({ ...run, letters })]
  })
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function wordOfLetters(run: Run): QueryWord {
  const { letters, size } = run
  const text = letters.map(({ folded }) => folded).join('')
  const isOptional = letters.length === 1 || isJapaneseGrammar.test(text)
  if (letters.length < size) {
    return { ways: [[{ lexemes: [{ text, nearness: nearnesses.same }], prefix: text }]], isOptional }
  }
  const grams = gramsOf(run).slice(0, letters.length - size + 1)
  const terms = grams.map((gram): Term => ({ lexemes: [{ text: gram, nearness: nearnesses.same }] }))
  return { ways: [terms, ...withoutEnding(text, terms)], isOptional }
}

/** Up to three hiragana are usually grammar. Words with a meaning use other scripts, or more letters. */
const isJapaneseGrammar = /^\p{sc=Hira}{1,3}$/u

/** Korean attaches particles to words, so this also tries a word without its last letters. */
function withoutEnding(text: string, terms: readonly Term[]): Way[] {
  if (!/^\p{scx=Hang}+$/u.test(text)) return []
  return [1, 2].filter((length) => terms.length - length >= 1).map((length) => terms.slice(0, -length))
}

/** Adds alternative spellings to the words. */
export function withSpellings(
  words: readonly QueryWord[],
  spellings: ReadonlyMap<string, readonly string[]>,
): QueryWord[] {
  return words.map((word) => {
    const others = spellings.get(word.spelling ?? '') ?? []
    if (others.length === 0) return word
    const lexemes = others.map((text) => ({ text, nearness: nearnesses.misspelt }))
    return { ...word, ways: [...word.ways, [{ lexemes }]] }
  })
}

/** Formats a tsquery that requires all words. */
export function printQuery(words: readonly QueryWord[], mark: string): string {
  return words.map((word) => printWord(word, mark)).join(' & ')
}

export function printWord({ ways }: QueryWord, mark: string): string {
  return `(${ways.map((way) => way.map((term) => printTerm(term, mark)).join(' & ')).join(' | ')})`
}

function printTerm({ lexemes, prefix }: Term, mark: string): string {
  const wanted = lexemes.map(({ text }) => quoted(mark + text))
  return `(${[...wanted, ...(prefix === undefined ? [] : [`${quoted(mark + prefix)}:*`])].join(' | ')})`
}

/** Formats a tsquery for a word exactly as written. */
export function printExactly({ ways }: QueryWord, mark: string): string {
  const [way = []] = ways
  return way.map(({ lexemes }) => quoted(mark + (lexemes[0]?.text ?? ''))).join(' & ')
}

/** How closely the best of these lexemes matches the word; 0 if none does. */
export function nearnessIn({ ways }: QueryWord, lexemes: ReadonlySet<string>): number {
  let best = 0
  for (const [index, way] of ways.entries()) {
    let least = index === 0 ? 1 : nearnesses.together
    for (const term of way) least = Math.min(least, termNearness(term, lexemes))
    best = Math.max(best, least)
  }
  return best
}

function termNearness({ lexemes: wanted, prefix }: Term, lexemes: ReadonlySet<string>): number {
  let best = 0
  for (const { text, nearness } of wanted) if (lexemes.has(text)) best = Math.max(best, nearness)
  if (prefix === undefined || best >= nearnesses.prefix) return best
  for (const lexeme of lexemes) if (lexeme.startsWith(prefix)) return nearnesses.prefix
  return best
}
