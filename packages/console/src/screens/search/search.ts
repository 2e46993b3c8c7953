import type { ChangeRequest } from '@stemma/contract'
import { toPages, toQuery } from '../../app/operations.ts'

const kinds = ['pages', 'changes', 'spaces'] as const
/** What is searched for: everything, unless the URL names a kind. */
export type Kind = (typeof kinds)[number]

export interface SearchSearch {
  readonly query?: string | undefined
  /** Only this space. */
  readonly space?: string | undefined
  readonly kind?: Kind | undefined
}

/** What the URL says; whatever it says wrong is ignored. */
export function searchIn({ query, space, kind }: Readonly<Record<string, unknown>>): SearchSearch {
  const known = kinds.find((one) => one === kind)
  return {
    // The router reads `?query=404` as a number.
    ...((typeof query === 'string' || typeof query === 'number') && { query: String(query) }),
    ...(typeof space === 'string' && { space }),
    ...(known && { kind: known }),
  }
}

/** One letter matches almost everything; one sign of other scripts is a word. */
export function isSearchable(query: string): boolean {
  return query.length > 1 || /[^\0-\u024f]/u.test(query)
}

const spacesAtOnce = 10
const pagesAtOnce = 20

/** Pages of all spaces, grouped by space. */
export function pagesInSpaces(organizationId: string, query: string) {
  return toPages('searchOrganizationContent', {
    params: { organizationId },
    query: { query, limit: spacesAtOnce },
  })
}

/** Pages of one space. */
export function pagesInSpace(spaceId: string, query: string) {
  return toPages('searchSpaceContent', { params: { spaceId }, query: { query, limit: pagesAtOnce } })
}

/** The API has no search for change requests: the subjects of so many are compared here. */
export const changesMax = 200

export function recentChanges(organizationId: string, space: string | undefined) {
  return toQuery('listChangeRequestsForOrganization', {
    params: { organizationId },
    query: {
      status: ['draft', 'open', 'merged', 'archived'],
      orderBy: 'updatedAt',
      limit: changesMax,
      ...(space !== undefined && { space }),
    },
  })
}

export interface Range {
  readonly start: number
  readonly end: number
}

/** Where the words of a query begin a word of a title; undefined, if one of them doesn't. */
export function matchesIn(title: string, query: string): readonly Range[] | undefined {
  const words = wordsOf(query)
  if (words.length === 0) return undefined
  const found = words.map((word) => rangesOf(title, word))
  if (found.some((ranges) => ranges.length === 0)) return undefined
  return merged(found.flat())
}

/** A change request is also found by its number. */
export function changeMatches({ subject, number }: ChangeRequest, query: string) {
  if (/^#?\d+$/.test(query) && Number(query.replace('#', '')) === number) return []
  return matchesIn(subject, query)
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

function rangesOf(title: string, word: string): readonly Range[] {
  return [...title.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: own, index }) =>
    own.toLowerCase().startsWith(word) ? [{ start: index, end: index + word.length }] : [],
  )
}

/** Ranges in order, none inside of another. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const kept: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (range.start >= (kept.at(-1)?.end ?? 0)) kept.push(range)
  return kept
}
