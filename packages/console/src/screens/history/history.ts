import type { RevisionSummary } from '@stemma/contract'
import { type QueryClient, useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { toPages, toQuery } from '../../app/operations.ts'
import { type Changed, changedIn } from '../changes/changed.ts'
import { type Compared, loadTexts } from '../changes/compared.ts'
import type { View } from '../changes/view.ts'
import { pagesOf } from '../space/contents.ts'

export interface HistorySearch {
  /** The revision whose changes are shown; without it, the newest. */
  readonly to?: string | undefined
  /** What it is compared with; without it, the revision before. */
  readonly from?: string | undefined
  /** Rendered, if the URL doesn't say. */
  readonly view?: View | undefined
  /** The page whose history this is; without it, that of the space. */
  readonly page?: string | undefined
}

/** Two revisions of a space. The first revision has none before it. */
export interface Chosen {
  readonly to: RevisionSummary
  readonly from: string | undefined
}

/** As many as fit on a screen: the others come when they are asked for. */
const atOnce = 25

/** The revisions of a space, or those that changed a page of it, newest first. */
function revisionsOf(spaceId: string, pageId: string | undefined) {
  const query = { limit: atOnce, ...(pageId !== undefined && { pageId }) }
  return toPages('listRevisions', { params: { spaceId }, query })
}

export function useRevisions(spaceId: string, pageId: string | undefined) {
  const { data, ...rest } = useSuspenseInfiniteQuery(revisionsOf(spaceId, pageId))
  return { ...rest, revisions: data.pages.flatMap(({ items }) => items), count: data.pages[0]?.count ?? 0 }
}

/** What the URL chooses, if it is in the list. */
export function chosenIn(revisions: readonly RevisionSummary[], search: HistorySearch): Chosen | undefined {
  const to = search.to === undefined ? revisions[0] : revisions.find(({ id }) => id === search.to)
  return to && { to, from: search.from ?? to.parents[0] }
}

/** A link can lead far into the past: the list is read until it is there. */
const partsMax = 32

export async function loadRevisions(queryClient: QueryClient, spaceId: string, { to, page }: HistorySearch) {
  const options = revisionsOf(spaceId, page)
  let { pages } = await queryClient.ensureInfiniteQueryData(options)
  const isThere = () => to === undefined || pages.some(({ items }) => items.some(({ id }) => id === to))
  for (let count = pages.length * 2; !isThere() && count <= partsMax && pages.at(-1)?.next; count *= 2)
    pages = (await queryClient.fetchInfiniteQuery({ ...options, pages: count, staleTime: 0 })).pages
  return pages.flatMap(({ items }) => items)
}

/** The first changes come at once, all of them after the first are shown. */
const listedAtFirst = 30
const listedMax = 1000

/** What leads from one revision to another; without `from`, what a revision changed. */
export function changesBetween(spaceId: string, { to, from }: Between, part: 'first' | 'all') {
  return toQuery('getRevisionSemanticChanges', {
    params: { spaceId, revisionId: to },
    query: {
      limit: part === 'first' ? listedAtFirst : listedMax,
      ...(from !== undefined && { against: from }),
    },
  })
}

interface Between {
  readonly to: string
  readonly from: string | undefined
}

export function useChangesBetween(spaceId: string, { to, from }: Chosen, pageId?: string): Listed {
  const between = { to: to.id, from }
  const first = useSuspenseQuery(changesBetween(spaceId, between, partFor(pageId))).data
  const all = useQuery({
    ...changesBetween(spaceId, between, 'all'),
    enabled: first.more !== undefined,
  }).data
  const { changes, more = 0 } = all ?? first
  return pageId === undefined
    ? { items: changedIn(changes), more }
    : { items: changedOn(changes, pageId), more: 0 }
}

/** One page can be anywhere among the changes. */
function partFor(pageId: string | undefined) {
  return pageId === undefined ? 'first' : 'all'
}

function changedOn(changes: Parameters<typeof changedIn>[0], pageId: string): readonly Changed[] {
  return changedIn(changes).filter(({ id }) => id === pageId)
}

interface Listed {
  readonly items: readonly Changed[]
  /** How many changes are not listed. */
  readonly more: number
}

/** So many things are drawn at first, all of them at the same moment: nothing moves while others arrive. */
export const drawnAtFirst = 6

export function comparedOf(organizationId: string, spaceId: string, { to, from }: Chosen): Compared {
  return {
    organizationId,
    spaceId,
    before: from === undefined ? undefined : { kind: 'revision', id: from },
    after: { kind: 'revision', id: to.id },
  }
}

/** Reads everything that the comparison draws at first. */
export async function loadComparison(
  queryClient: QueryClient,
  compared: Compared,
  chosen: Chosen,
  { view, page }: HistorySearch,
) {
  const { spaceId, after } = compared
  const between = { to: chosen.to.id, from: chosen.from }
  const tree = queryClient.ensureQueryData(pagesOf(spaceId, after) as ReturnType<typeof pagesOf>)
  const { changes } = await queryClient.ensureQueryData(changesBetween(spaceId, between, partFor(page)))
  const items = page === undefined ? changedIn(changes) : changedOn(changes, page)
  const shown = items.slice(0, drawnAtFirst)
  await Promise.all([tree, ...shown.map((item) => loadTexts(queryClient, item, compared, view))])
}
