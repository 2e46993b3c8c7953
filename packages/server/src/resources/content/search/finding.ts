import type { Database } from '../../../db/database.ts'
import { stemmersOf } from '../../../search/languages.ts'
import {
  printExactly,
  printQuery,
  printWord,
  type QueryWord,
  readQuery,
  withSpellings,
} from '../../../search/query.ts'
import { scoresOf } from '../../../search/score.ts'
import { isCorrectable, likeliest, misspellingsOf } from '../../../search/spelling.ts'
import { markOf, stemmable } from '../../../search/vector.ts'
import { farBehind, keyOf, type ScoredPart } from './rules.ts'
import { stemsOf } from './stemming.ts'
import * as search from './store.ts'

/** The organization to search, and those of its spaces that the caller may read. */
export interface Scope {
  readonly organizationId: string
  readonly spaces: readonly { readonly id: string; readonly language: string | null }[]
  /** Filters out matches that the caller doesn't see. Absent if they see everything. */
  readonly keep?: Keep
  /** The text conditions that the caller meets. Absent if they see texts in full. */
  readonly guards?: readonly string[]
}

type Keep = (parts: readonly search.FoundPart[]) => Promise<search.FoundPart[]>

export interface Found {
  /** The words that were searched for in the end, for highlighting. */
  readonly words: readonly QueryWord[]
  /** The matching sections, unordered. A page occurs once per matching section. */
  readonly parts: readonly ScoredPart[]
}

/**
 * Searches for all words first, then for all words with corrected spelling, then for fewer and fewer words.
 * Returns the first of these searches that finds anything.
 */
export async function find(db: Database, where: Scope, text: string): Promise<Found> {
  const { organizationId, spaces, keep, guards } = where
  const stems = await stemsOf(
    db,
    stemmersOf(spaces.map(({ language }) => language)),
    stemmable([text.normalize('NFKC')]),
  )
  const words = readQuery(text, stems)
  const spaceIds = spaces.map(({ id }) => id)
  const seen = { ...(keep && { keep }), ...(guards && { guards }) }
  const scope = { organizationId, spaceIds, mark: markOf(organizationId), ...seen }
  if (words.length === 0 || spaces.length === 0) return { words, parts: [] }
  const strict = await fitting(db, scope, printQuery(required(words), scope.mark))
  if (strict.length > 0) return judged(db, scope, { words, parts: strict })

  const corrected = withSpellings(words, await spellingsOf(db, scope, words))
  const lenient = await fitting(db, scope, printQuery(required(corrected), scope.mark))
  if (lenient.length > 0) return judged(db, scope, { words: corrected, parts: lenient })
  return judged(db, scope, { words: corrected, parts: await fewer(db, scope, corrected) })
}

interface Marked extends search.Scope {
  readonly mark: string
  readonly keep?: Keep
}

function required(words: readonly QueryWord[]): readonly QueryWord[] {
  return words.filter(({ isOptional }) => !isOptional)
}

/** If more than `sectionsMax` sections match, considers only that many, title matches first. */
async function fitting(db: Database, scope: Marked, query: string): Promise<search.FoundPart[]> {
  const { keep = async (parts) => [...parts] } = scope
  const found = await search.find(db, scope, query, 'words', sectionsMax + 1)
  if (found.length <= sectionsMax) return keep(found)
  const titled = await search.find(db, scope, query, 'head', sectionsMax)
  const each = new Map([...titled, ...found].map((part) => [keyOf(part), part]))
  return keep([...each.values()].slice(0, sectionsMax))
}

/** Up to this number of sections, `count` is exact. */
const sectionsMax = 10_000

async function spellingsOf(db: Database, scope: Marked, words: readonly QueryWord[]) {
  const wanted = [
    ...new Set(words.flatMap(({ spelling = '' }) => (isCorrectable(spelling) ? [spelling] : []))),
  ]
  if (wanted.length === 0) return new Map<string, string[]>()
  const misspelt = wanted.flatMap((word) => misspellingsOf(word, scope.mark))
  const known = await search.wordsLike(db, scope, [...new Set(misspelt)])
  const last = words.at(-1)?.spelling
  return new Map(wanted.map((word) => [word, likeliest(word, known, { isPrefix: word === last })]))
}

/** Drops words without matches, then any one word, then the most common, until something matches. */
async function fewer(db: Database, scope: Marked, words: readonly QueryWord[]): Promise<search.FoundPart[]> {
  const counts = await countsOf(db, scope, words)
  const left = words
    .map((word, at) => ({ word, count: counts[at] ?? 0 }))
    .filter(({ word, count }) => count > 0 && !word.isOptional)
    .sort((a, b) => a.count - b.count || lettersOf(b.word) - lettersOf(a.word))
    .map(({ word }) => word)
  const sizes = Array.from({ length: left.length }, (_, at) => left.length - at)
  const wanted = sizes.map((size) => printQuery(left.slice(0, size), scope.mark))
  for (const query of [...wanted.slice(0, 1), ...butOne(left, scope.mark), ...wanted.slice(1)]) {
    const found = await fitting(db, scope, query)
    if (found.length > 0) return found
  }
  return []
}

/** If matches can be hidden, counts only the visible ones among the first matches of each word. */
async function countsOf(db: Database, scope: Marked, words: readonly QueryWord[]): Promise<number[]> {
  const queries = words.map((word) => printWord(word, scope.mark))
  const { keep } = scope
  if (keep === undefined) return search.countEach(db, scope, queries, sectionsMax)
  const counts: number[] = []
  for (const query of queries.slice(0, keptWordsMax))
    counts.push((await keep(await search.find(db, scope, query, 'words', judgedMax))).length)
  return counts
}

const keptWordsMax = 16

/** A query for all words but any one of them. */
function butOne(words: readonly QueryWord[], mark: string): string[] {
  if (words.length < 3) return []
  return [words.map((_, at) => `(${printQuery(words.toSpliced(at, 1), mark)})`).join(' | ')]
}

function lettersOf({ spelling = '' }: QueryWord): number {
  return spelling.length
}

/** Scores the sections with the highest rank in detail; the others follow. */
async function judged(
  db: Database,
  scope: Marked,
  { words, parts }: { readonly words: readonly QueryWord[]; readonly parts: readonly search.FoundPart[] },
): Promise<Found> {
  const byRank = parts.toSorted((a, b) => b.rank - a.rank || inOrder(a, b))
  const candidates = await search.judge(db, scope.organizationId, byRank.slice(0, judgedMax), {
    all: printQuery(required(words), scope.mark),
    each: words.map((word) => printWord(word, scope.mark)),
    exactly: words.map((word) => printExactly(word, scope.mark)),
  })
  const scores = scoresOf(candidates, words)
  const near = candidates.map((part, at) => ({ ...part, score: scores[at] ?? 0 }))
  const far = byRank.slice(judgedMax).map((part) => ({ ...part, score: part.rank - farBehind }))
  return { words, parts: [...near, ...far] }
}

const judgedMax = 500

/** Any order that is the same for every page of the results. */
function inOrder(a: search.PartKey, b: search.PartKey): number {
  if (a.pageId !== b.pageId) return a.pageId < b.pageId ? -1 : 1
  return a.part - b.part
}
