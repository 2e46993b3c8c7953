import type { PageView } from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import type { SizedCache } from '../../../common/sized-cache.ts'
import {
  type Branch,
  isWhole,
  type SeenPage,
  seenBranches,
  seenLevel,
  seenPageByPath,
  type View,
} from '../../content/content/index.ts'
import { type Branches, inReadingOrder, toLink } from './tree.ts'

/** A page among the others of its space. */
export interface Navigation {
  /** Absent if the path leads to no page that the visitor sees. */
  readonly page: SeenPage | undefined
  readonly pages: readonly Branch[]
  /** What is read of `pages`, in reading order. */
  readonly order: readonly Branch[]
  readonly openIds: ReadonlySet<string>
}

/** In a larger space, only the branches that lead to the current page are read. */
const wholeMax = 500

/** The pages around the one at a path. The empty path is the first page in reading order. */
export async function navigate(
  context: Context,
  view: View,
  { pathname, page }: { readonly pathname: string; readonly page: SeenPage | undefined },
  trees: KeptTrees,
): Promise<Navigation> {
  const navigation = await around(context, view, page, trees)
  const [home] = navigation.order
  if (pathname !== '' || home === undefined) return navigation
  const first = await seenPageByPath(context, view, home.path)
  return home.isClosed ? around(context, view, first, trees) : { ...navigation, ...currentIn(first) }
}

/** Page trees that were read as a whole, by everything that they depend on. */
export interface KeptTrees {
  readonly memory: SizedCache<Tree>
  readonly name: string
}

/** The pages that a visitor sees. Its arrays are shared between requests. */
export type Tree = Pick<Navigation, 'pages' | 'order'>

async function around(
  context: Context,
  view: View,
  page: SeenPage | undefined,
  trees: KeptTrees,
): Promise<Navigation> {
  const current = currentIn(page)
  const known = trees.memory.get(trees.name)
  if (known !== undefined) return { ...current, ...known }
  const pages = await seenBranches(context, view, { openIds: current.openIds, wholeMax })
  const tree = { pages, order: inReadingOrder(pages) }
  if (await isWhole(view, wholeMax)) trees.memory.set(trees.name, tree, bytesPerPage * tree.order.length)
  return { ...current, ...tree }
}

const bytesPerPage = 1000

function currentIn(page: SeenPage | undefined) {
  return { page, openIds: new Set([page, ...(page?.above ?? [])].flatMap((one) => (one ? [one.id] : []))) }
}

/** A page that is hidden from the visitor is not there. */
export async function pageAt(context: Context, view: View, pathname: string): Promise<SeenPage | undefined> {
  return seenPageByPath(context, view, pathname).catch((error) => {
    if (error instanceof ApiError && error.reason === 'not_found') return undefined
    throw error
  })
}

/** The pages before and after the current one in reading order. */
export async function neighbours(
  branches: Branches,
  { order }: Pick<Navigation, 'order'>,
  read: { readonly context: Context; readonly view: View },
): Promise<Pick<PageView, 'previous' | 'next'>> {
  const at = order.findIndex(({ id }) => id === branches.currentId)
  const [before, next] = at < 0 ? [] : [order[at - 1], order[at + 1]]
  const previous = before?.isClosed ? ((await lastBelow(before, read)) ?? before) : before
  return {
    ...(previous && { previous: toLink(branches, previous) }),
    ...(next && { next: toLink(branches, next) }),
  }
}

/** The last page in reading order below one that is closed. */
async function lastBelow(
  page: Pick<Branch, 'id' | 'path'>,
  read: { readonly context: Context; readonly view: View },
): Promise<Pick<Branch, 'id' | 'path' | 'record'> | undefined> {
  const level = await seenLevel(read.context, read.view, page)
  for (const one of level.toReversed()) {
    if (one.record.hidden) continue
    const last = await lastBelow(one, read)
    if (last !== undefined || one.record.type === 'document') return last ?? one
  }
  return undefined
}
