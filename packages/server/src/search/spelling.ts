import { scan, together } from './scan.ts'

/** Collects the words of texts that can be suggested for a misspelled query. */
export function spellingsIn(texts: readonly string[]): Set<string> {
  const words = new Set<string>()
  for (const text of texts) {
    for (const unit of scan(text)) {
      if (unit.kind === 'run') continue
      const parts = unit.pieces.flatMap((piece) => piece.parts)
      for (const word of [...parts.map(({ folded }) => folded), together(parts)]) {
        if (isCorrectable(word)) words.add(word)
      }
    }
  }
  return words
}

/** Numbers can't be corrected, and short words are too similar to each other. */
export function isCorrectable(word: string): boolean {
  return word.length >= lettersMin && word.length <= lettersMax && /^\p{L}[\p{L}\p{N}]*$/u.test(word)
}

const lettersMin = 4
const lettersMax = 40

/**
 * Returns the beginning of a word, and its variants with one letter removed. If the beginnings of two words
 * differ by one inserted, missing or changed letter, they share one of these.
 */
export function misspellingsOf(word: string, mark: string): string[] {
  const beginning = [...word].slice(0, beginningLetters)
  const without = beginning.map((_, at) => beginning.toSpliced(at, 1).join(''))
  return [...new Set([beginning.join(''), ...without])].map((text) => mark + text)
}

const beginningLetters = 7

/** Returns the known words that were most likely meant, best first. */
export function likeliest(
  word: string,
  known: Iterable<string>,
  { isPrefix }: { isPrefix: boolean },
): string[] {
  const most = word.length >= 8 ? 2 : 1
  const near: { text: string; distance: number }[] = []
  for (const text of known) {
    const distance = distanceBetween(word, text, most)
    if (distance <= most) near.push({ text, distance })
    else if (isPrefix && word.length >= 5 && text.length > word.length) {
      const begun = Math.min(
        ...[-1, 0, 1].map((by) => distanceBetween(word, text.slice(0, word.length + by), 1)),
      )
      if (begun <= 1) near.push({ text, distance: begun + 1.5 })
    }
  }
  near.sort((a, b) => a.distance - b.distance || a.text.length - b.text.length || (a.text < b.text ? -1 : 1))
  return near.slice(0, likeliestMax).map(({ text }) => text)
}

const likeliestMax = 8

/** Counts inserted, deleted, changed and swapped letters; stops counting above `most`. */
export function distanceBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      let least = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    if (Math.min(...next) > most) return most + 1
    before = row
    row = next
  }
  return row[other.length] ?? most + 1
}
