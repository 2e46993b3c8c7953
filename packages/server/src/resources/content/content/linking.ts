import {
  backlinksOfFile,
  backlinksOfPage,
  breakableIndexes,
  brokenAmong,
  findPage,
  findRecord,
  type Link,
  linksFrom,
  linksOfPage,
  urlIndexPrefix,
} from '@stemma/content'
import type { ContentLocation, LinkList, PageQuery } from '@stemma/contract'
import { found } from '../../../common/errors.ts'
import { mapItems, nextAfter, type Paged, readAfter } from '../../../db/paginate.ts'
import { locateOwner, type Status, statusOf, toLinkRecord } from './link-shape.ts'
import { type LinkStatistics, statisticsOf } from './link-statistics.ts'
import { type Scene, shownIn } from './locating.ts'
import { toFile } from './shape.ts'
import { contentOf, type View } from './view.ts'

/** The content whose links are listed and, for a change request, its base revision. */
export interface Linked {
  readonly scene: Scene
  readonly base?: View
}

interface LinkQuery extends PageQuery {
  readonly status?: Status
  readonly brokenContext?: 'change-request' | 'space'
}

/** The links of the whole content, ordered by key. Reads only as many as it takes to fill the page. */
export async function listLinks(linked: Linked, query: LinkQuery): Promise<LinkList> {
  const { scene, base } = linked
  const { store } = scene.view
  const statistics = await statisticsOf(scene, base)
  const isWhole = query.status === undefined && query.brokenContext === undefined
  const links: Link[] = []
  for await (const some of linksFrom(store, scene.content, {
    prefixes: prefixesOf(scene, query),
    after: readKey(query.page),
    ...(isWhole && { atOnce: query.limit + 1 }),
  })) {
    links.push(...(await narrowed(linked, some, query)))
    if (links.length > query.limit) break
  }
  return toList(linked, links, { query, count: countOf(statistics, query), statistics })
}

/** The links of one page. Reads its whole text, so the statistics cover all of its links. */
export async function listPageLinks(linked: Linked, pageId: string, query: LinkQuery): Promise<LinkList> {
  const { scene, base } = linked
  const { store } = scene.view
  const record = found(await findPage(store, scene.content, pageId), 'page')
  const all = await linksOfPage(store, scene.content, { id: pageId, record })
  const broken = all.filter(({ target }) => target === undefined)
  const old = base && (await brokenAmong(store, await contentOf(base), broken))
  const statistics = {
    total: all.length,
    inApp: 0,
    broken: broken.length,
    ...(old && { brokenHere: broken.length - old.size }),
  }
  const links = await narrowed(linked, all, query)
  const after = readKey(query.page)
  const rest = after === undefined ? links : links.filter(({ key }) => key > after)
  return toList(linked, rest, { query, count: links.length, statistics })
}

export async function listPageBacklinks(scene: Scene, pageId: string, query: PageQuery) {
  const { view, content } = scene
  const record = found(await findPage(view.store, content, pageId), 'page')
  return listOwners(scene, await backlinksOfPage(view.store, content, { id: pageId, record }), query)
}

export async function listFileBacklinks(scene: Scene, fileId: string, query: PageQuery) {
  const { view, content } = scene
  const record = found(await findRecord(view.store, content, 'files', fileId), 'file')
  const listed = await listOwners(scene, await backlinksOfFile(view.store, content, fileId), query)
  const file = toFile(fileId, record, shownIn(scene))
  return mapItems(listed, (place) => ({ ...place, file }))
}

async function listOwners(
  scene: Scene,
  owners: readonly string[],
  { page, limit }: PageQuery,
): Promise<Paged<ContentLocation>> {
  const after = readAfter(page)
  const rest = after === undefined ? owners : owners.filter((owner) => owner > after)
  const shown = rest.slice(0, limit)
  const places = await Promise.all(shown.map((owner) => locateOwner(scene, owner)))
  return {
    items: places.filter((place) => place !== undefined),
    count: owners.length,
    ...(rest.length > limit && nextAfter(shown.at(-1) ?? '')),
  }
}

/** The index prefixes under which links of this status can be. */
function prefixesOf({ context }: Scene, { status, brokenContext }: LinkQuery): readonly string[] {
  if (status === 'broken' || brokenContext !== undefined) return breakableIndexes
  return status === 'in-app' ? [urlIndexPrefix(context.addresses.app)] : ['']
}

async function narrowed({ scene, base }: Linked, links: readonly Link[], query: LinkQuery) {
  const { status, brokenContext } = query
  const fitting = links.filter((link) => status === undefined || statusOf(link, scene.context) === status)
  if (brokenContext === undefined) return fitting
  const broken = fitting.filter(({ target }) => target === undefined)
  const old = base ? await brokenAmong(scene.view.store, await contentOf(base), broken) : new Set()
  return broken.filter(({ key }) => old.has(key) === (brokenContext === 'space'))
}

function countOf({ total, broken, brokenHere = 0, inApp }: LinkStatistics, query: LinkQuery): number {
  const { status, brokenContext } = query
  if (brokenContext !== undefined && (status ?? 'broken') !== 'broken') return 0
  if (brokenContext !== undefined) return brokenContext === 'space' ? broken - brokenHere : brokenHere
  if (status === undefined) return total
  return { broken, 'in-app': inApp, ok: total - broken - inApp }[status]
}

async function toList(
  { scene }: Linked,
  links: readonly Link[],
  { query: { limit }, count, statistics }: Listed,
): Promise<LinkList> {
  const { total, broken, brokenHere } = statistics
  const shown = links.slice(0, limit)
  return {
    items: await Promise.all(shown.map((link) => toLinkRecord(link, scene))),
    count,
    ...(links.length > limit && nextAfter(writeKey(shown.at(-1)?.key ?? ''))),
    stats: {
      total,
      broken: { total: broken, changeRequest: brokenHere ?? 0 },
    },
  }
}

interface Listed {
  readonly query: LinkQuery
  readonly count: number
  readonly statistics: LinkStatistics
}

/** Encodes a key, because it contains characters that a cursor can't. */
function writeKey(key: string): string {
  return Buffer.from(key).toString('base64url')
}

function readKey(page: string | undefined): string | undefined {
  const written = readAfter(page)
  return written === undefined ? undefined : Buffer.from(written, 'base64url').toString('utf8')
}
