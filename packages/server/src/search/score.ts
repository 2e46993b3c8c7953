import { nearnessIn, type QueryWord } from './query.ts'
import type { Weight } from './vector.ts'

/** A section that may match, as read from the database. */
export interface Candidate {
  /** The lexemes of its titles, as PostgreSQL prints them. */
  readonly head: string
  /** Which words of the query it contains. */
  readonly has: readonly boolean[]
  /** Which words of the query it contains exactly as written. */
  readonly hasExactly: readonly boolean[]
  /** How close together the words are, from 0 to 1. */
  readonly density: number
}

/** Titles count more than headings, headings more than text, and rare words more than common ones. */
export function scoresOf(candidates: readonly Candidate[], words: readonly QueryWord[]): number[] {
  const rarities = words.map((word, index) => {
    const having = candidates.filter(({ has }) => has[index]).length
    return Math.log(1 + candidates.length / (having + 0.5)) * (word.isOptional ? 0.3 : 1)
  })
  return candidates.map((candidate) => scoreOf(candidate, words, rarities))
}

function scoreOf(candidate: Candidate, words: readonly QueryWord[], rarities: readonly number[]): number {
  const head = readHead(candidate.head)
  let score = candidate.density
  for (const [index, word] of words.entries()) {
    let value = candidate.hasExactly[index] ? 1 : candidate.has[index] ? 0.65 : 0
    for (const weight of weights) {
      value = Math.max(value, strengths[weight] * nearnessIn(word, head.lexemes[weight]))
    }
    score += value * (rarities[index] ?? 0)
  }
  return score + 3 * fit(words, head, 'A') + 1.5 * fit(words, head, 'B')
}

const weights = ['A', 'B', 'C'] as const
const strengths = { A: 3, B: 2, C: 1.2 } as const

/** How much of the title the query covers, and how much of the query the title covers. */
function fit(words: readonly QueryWord[], { lexemes, lengths }: Head, weight: Exclude<Weight, 'D'>): number {
  let found = 0
  for (const word of words) {
    const ownLength = Math.max(...word.ways.map((way) => way.length))
    found += nearnessIn(word, lexemes[weight]) * ownLength
  }
  const asked = words.reduce((sum, { ways }) => sum + Math.max(...ways.map((way) => way.length)), 0)
  const length = Math.max(asked, lengths[weight])
  return length === 0 ? 0 : Math.min(1, found / length)
}

interface Head {
  readonly lexemes: Readonly<Record<'A' | 'B' | 'C', ReadonlySet<string>>>
  /** In words. */
  readonly lengths: Readonly<Record<'A' | 'B' | 'C', number>>
}

/** Parses a tsvector and removes the organization's prefix from each lexeme. */
export function readHead(text: string): Head {
  const lexemes = { A: new Set<string>(), B: new Set<string>(), C: new Set<string>() }
  const places = { A: new Set<string>(), B: new Set<string>(), C: new Set<string>() }
  for (const [, quoted = '', at = ''] of text.matchAll(/'((?:[^'\\]|''|\\\\)*)':([\dABCD,]+)/g)) {
    const lexeme = quoted.replaceAll(/''|\\\\/g, (two) => two.slice(1)).slice(markLength)
    for (const place of at.split(',')) {
      const weight = place.at(-1)
      if (weight !== 'A' && weight !== 'B' && weight !== 'C') continue
      lexemes[weight].add(lexeme)
      places[weight].add(place)
    }
  }
  return { lexemes, lengths: { A: places.A.size, B: places.B.size, C: places.C.size } }
}

const markLength = 5
