import { found } from '../../../common/errors.ts'
import { decoded } from '../../../publishing/addresses.ts'
import { canonicalPath, placesIn } from '../../../publishing/choosing.ts'
import { type FormerPath, pagesOnceAt, pathsOnceOf } from '../../content/search-index/index.ts'
import { locate, nameOf, type Reading } from './locating.ts'
import { pageAt } from './navigating.ts'
import { isReached } from './placing.ts'
import { openPublished } from './published.ts'
import { formerPlaces } from './store.ts'

/** Where a page is now that was here before. */
export interface Former {
  readonly href: string
  /** Whether it is the home page of its space, whose URL it has. */
  readonly isHome: boolean
}

/**
 * Where the page is now that was last at a path, of those that the visitor sees. Pages leave paths, and
 * spaces leave sections: a page was at the path while it was at the rest of it, and its space at the
 * beginning.
 */
export async function formerAt(
  reading: Reading,
  pathname: string,
  asked = canonicalOf(reading, pathname),
): Promise<Former | undefined> {
  const entries: Entry[] = []
  for (const stay of await staysAt(reading, pathname, asked))
    entries.push(...(await entriesOf(reading, stay)))
  const best = entries.toSorted((a, b) => (a.end > b.end ? -1 : 1))
  const references = best.slice(0, entriesMax).map(({ spaceId, pageId }) => referenceTo(spaceId, pageId))
  const located = references.length === 0 ? undefined : await locate(reading, references)
  for (const one of references) {
    const href = located?.get(nameOf(one))?.href
    if (href !== undefined && isReached(reading.placing, one.space, href))
      return { href, isHome: one.kind === 'space' }
  }
  return undefined
}

const entriesMax = 20

/** Comes after all IDs. */
const never = '~'

/** A time during which a space had the beginning of the path, and the path of the page below it. */
interface Stay {
  readonly spaceId: string
  readonly pathname: string
  /** IDs, which sort by time. */
  readonly since: string
  readonly until: string
}

/** The path below the site that a page of the space has. */
function canonicalOf({ placing, siteSpace }: Reading, pathname: string): string {
  const section = placing.structure.sections.find(({ id }) => id === siteSpace.sectionId)
  return canonicalPath({ section, siteSpace }, pathname)
}

async function staysAt(
  { context, placing, siteSpace }: Reading,
  pathname: string,
  asked: string,
): Promise<Stay[]> {
  if (placing.preview !== undefined)
    return [{ spaceId: siteSpace.spaceId, pathname, since: '', until: never }]
  const segments = asked.split('/')
  const above = [...new Set([0, 1, 2].map((length) => segments.slice(0, length).join('/')))]
  const here = [...placesIn(placing.structure).values()].filter(({ path }) => above.includes(path))
  const { organizationId, siteId } = found(context.visited, 'site')
  const spaces = here.map(({ spaceId }) => spaceId)
  const places = await formerPlaces(context.db, { organizationId, siteId }, { paths: above, spaces })
  const left = places.filter(({ path }) => above.includes(path)).slice(0, staysMax)
  return [...here.map((one) => ({ ...one, leftIn: never })), ...left].map(({ spaceId, path, leftIn }) => ({
    spaceId,
    pathname: segments
      .slice(path === '' ? 0 : path.split('/').length)
      .map(decoded)
      .join('/'),
    since: places.find((one) => one.spaceId === spaceId && one.leftIn < leftIn)?.leftIn ?? '',
    until: leftIn,
  }))
}

const staysMax = 20

/** A page that was at the path, and when it was there for the last time. */
interface Entry {
  readonly spaceId: string
  /** Absent for the home page of the space. */
  readonly pageId?: string
  readonly end: string
}

async function entriesOf(reading: Reading, { spaceId, pathname, since, until }: Stay): Promise<Entry[]> {
  const { context } = reading
  const key = { organizationId: context.home, spaceId }
  const once = pathname === '' ? [] : await pagesOnceAt(context.db, key, pathname)
  const nowId = until === never || pathname === '' ? undefined : await pageNowAt(reading, spaceId, pathname)
  const there = [...(nowId === undefined ? [] : [{ pageId: nowId, path: pathname, leftIn: never }]), ...once]
  const ids = there.map(({ pageId }) => pageId)
  const all = until === never || ids.length === 0 ? [] : await pathsOnceOf(context.db, key, ids)
  // Others left the path before the space came, or came to it when the space had left.
  const shown = there.filter((one) => one.leftIn > since && cameAt(all, one) < until)
  const entries = shown.map(({ pageId, leftIn }) => ({
    spaceId,
    pageId,
    end: leftIn < until ? leftIn : until,
  }))
  const isHome = until !== never && (pathname === '' || pathname === 'index')
  return [...entries, ...(isHome ? [{ spaceId, end: until }] : [])]
}

/** When a page came to the path that it left then: when it left another one, or else when it was created. */
function cameAt(all: readonly FormerPath[], { pageId, leftIn }: Omit<FormerPath, 'path'>): string {
  const before = all.find((one) => one.pageId === pageId && one.leftIn < leftIn)?.leftIn ?? ''
  const created = pageId.length === idLength ? pageId : ''
  return created > before ? created : before
}

const idLength = 22

async function pageNowAt({ context, placing }: Reading, spaceId: string, pathname: string) {
  if (!placing.structure.siteSpaces.some((one) => one.spaceId === spaceId)) return undefined
  const view = await openPublished(context, placing.spaces, spaceId)
  return (await pageAt(context, view, pathname))?.id
}

function referenceTo(space: string, page: string | undefined) {
  return page === undefined ? ({ kind: 'space', space } as const) : ({ kind: 'page', page, space } as const)
}
