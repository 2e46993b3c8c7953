import type { Database } from '../../../db/database.ts'
import type { Stemmed, Stems } from '../../../search/vector.ts'
import * as index from '../search-index/store.ts'

/**
 * The stems of the words of a query. PostgreSQL always gives the same ones, and most queries repeat words of
 * others, so they are remembered.
 */
export async function stemsOf(
  db: Database,
  stemmers: readonly string[],
  words: Iterable<string>,
): Promise<Stems> {
  const keyOf = (word: string) => `${stemmers.join(' ')} ${word}`
  const all = [...new Set(words)]
  const asked = all.filter((word) => !known.has(keyOf(word)))
  const added = asked.length === 0 ? undefined : await index.stem(db, stemmers, asked)
  const stems = new Map<string, Stemmed>()
  for (const word of all) {
    const stemmed = added?.get(word) ?? known.get(keyOf(word))
    if (stemmed !== undefined) stems.set(word, stemmed)
  }
  for (const [word, stemmed] of added ?? []) if (word.length <= lettersMax) known.set(keyOf(word), stemmed)
  for (const oldest of known.keys()) {
    if (known.size <= wordsMax) break
    known.delete(oldest)
  }
  return stems
}

const known = new Map<string, Stemmed>()
const wordsMax = 20_000
const lettersMax = 40
