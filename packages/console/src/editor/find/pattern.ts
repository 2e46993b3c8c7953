/** What is looked for. */
export interface Query {
  readonly words: string
  readonly isCaseKept: boolean
  readonly isWhole: boolean
}

/** A part of a text, from a position up to another. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** The words as a pattern: they mean themselves, whatever characters they have. */
export function patternOf({ words, isCaseKept, isWhole }: Query): RegExp | undefined {
  if (words === '') return undefined
  const literal = words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const before = isWhole && startsInWord.test(words) ? `(?<!${letter})` : ''
  const after = isWhole && endsInWord.test(words) ? `(?!${letter})` : ''
  return new RegExp(`${before}${literal}${after}`, isCaseKept ? 'gu' : 'giu')
}

const letter = String.raw`[\p{L}\p{M}\p{N}_]`
const startsInWord = /^[\p{L}\p{M}\p{N}_]/u
const endsInWord = /[\p{L}\p{M}\p{N}_]$/u

export function matchesIn(text: string, pattern: RegExp): readonly Range[] {
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }))
}
