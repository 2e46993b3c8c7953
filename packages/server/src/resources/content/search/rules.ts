import type { SiteSearch } from '@stemma/contract'
import type { PartKey } from './store.ts'

export interface ScoredPart extends PartKey {
  readonly score: number
}

/** A page or a space, with the matches in it, best first. */
export interface Ranked<T> {
  readonly id: string
  readonly score: number
  readonly inside: readonly T[]
}

/** The pages of these sections, best first, each with its sections, best first. */
export function rankPages(parts: readonly ScoredPart[]): Ranked<ScoredPart>[] {
  return ranked(parts, ({ pageId }) => pageId)
}

/** The spaces of these sections, each with its pages, and the spaces whose titles match. */
export function rankSpaces(
  parts: readonly ScoredPart[],
  titled: readonly Placed[],
): Ranked<Ranked<ScoredPart>>[] {
  const spaces = Map.groupBy(parts, ({ spaceId }) => spaceId)
  const pages = [...spaces].flatMap(([spaceId, some]) =>
    rankPages(some).map((page) => ({ ...page, spaceId })),
  )
  const byId = new Map(ranked(pages, ({ spaceId }) => spaceId).map((space) => [space.id, space]))
  for (const { id, score } of titled) {
    const { inside = [], score: own = score } = byId.get(id) ?? {}
    byId.set(id, { id, score: Math.max(score, own), inside })
  }
  return [...byId.values()].sort(inOrder)
}

function ranked<T extends { readonly score: number }>(
  all: readonly T[],
  idOf: (one: T) => string,
): Ranked<T>[] {
  const groups = [...Map.groupBy(all, idOf)].map(([id, some]) => {
    const inside = some.length === 1 ? some : some.toSorted((a, b) => b.score - a.score)
    return { id, score: inside[0]?.score ?? 0, inside }
  })
  return groups.sort(inOrder)
}

function inOrder(a: Placed, b: Placed): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

interface Placed {
  readonly id: string
  readonly score: number
}

/** The items after the cursor, and whether there are more. */
export function pageAfter<T extends Placed>(all: readonly T[], after: Placed | undefined, limit: number) {
  const rest = after ? all.filter((one) => inOrder(one, after) > 0) : all
  return { items: rest.slice(0, limit), isMore: rest.length > limit }
}

interface ListedSiteSpace {
  readonly id: string
  readonly spaceId: string
  readonly isDefault: boolean
}

/** The visible site spaces to search. IDs of other site spaces are ignored. */
export function siteSpacesOf<T extends ListedSiteSpace>(
  seen: readonly T[],
  search: SiteSearch,
): readonly T[] {
  const scope = 'scope' in search ? search.scope : search
  if (scope.mode === 'all') return seen
  if ('siteSpaceIds' in scope) return seen.filter(({ id }) => scope.siteSpaceIds.includes(id))
  const named =
    'siteSpaceId' in scope
      ? [scope.siteSpaceId]
      : [scope.currentSiteSpace, ...(scope.includedSiteSpaces ?? [])]
  const usual = seen.filter(({ id, isDefault }) => isDefault || named.includes(id))
  if ('siteSpaceId' in scope || scope.restrictTo === undefined) return usual
  const { currentSiteSpace, restrictTo } = scope
  return usual.filter(({ id }) => (id === currentSiteSpace) === (restrictTo === 'currentSiteSpace'))
}

/** The positions of all pages, whatever their spaces, from 1. */
export function pageRanks(pages: readonly Ranked<ScoredPart>[]): ReadonlyMap<Ranked<ScoredPart>, number> {
  return new Map(pages.toSorted(inOrder).map((page, index) => [page, index + 1]))
}

/** Scores are shown from 0: the ones that `find` gives begin below that. */
export function shownScore(score: number): number {
  return Math.max(0, score + farBehind)
}

/** How far sections that were not judged in detail are behind the others. */
export const farBehind = 2

export function keyOf({ spaceId, pageId, part }: PartKey): string {
  return `${spaceId} ${pageId} ${part}`
}
