import type { SearchPage, SearchResult } from '@stemma/contract'
import type { SearchResultView } from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { searchSite } from '../../content/search/index.ts'
import type { Opened } from './opening.ts'
import { hrefOf } from './placing.ts'

/** What a visitor finds in the sections of a site, best match first. */
export async function findInSite(
  context: Context,
  opened: Opened,
  text: string,
): Promise<readonly SearchResultView[]> {
  const query = text.slice(0, queryMax)
  if (query.trim() === '' || query.includes('\0')) return []
  const { organizationId, siteId } = found(context.visited, 'site')
  const wanted = { query, scope: { mode: 'default' as const, currentSiteSpace: opened.chosen.siteSpace.id } }
  const { items } = await searchSite(context, { organizationId, siteId }, wanted, { limit: spacesMax })
  return items.flatMap((space) =>
    space.pages.slice(0, pagesMax).flatMap((page) => resultsOf(opened, space, page)),
  )
}

const queryMax = 200
const spacesMax = 10
const pagesMax = 8

/** The pages that a path without a page could mean, by its words. */
export async function nearestTo(
  context: Context,
  opened: Opened,
  path: string,
): Promise<readonly SearchResultView[]> {
  const near = await findInSite(context, opened, path.replaceAll(/[^\p{L}\p{N}]+/gu, ' '))
  const pages = new Map(near.filter(({ href }) => !href.includes('#')).map((one) => [one.href, one]))
  return [...pages.values()].slice(0, nearestMax)
}

const nearestMax = 5

/** A page, followed by those of its parts that contain a match themselves. */
function resultsOf(opened: Opened, { id, title }: SearchResult, page: SearchPage): SearchResultView[] {
  const siteSpace = opened.structure.siteSpaces.find(({ spaceId }) => spaceId === id)
  if (siteSpace === undefined) return []
  const section = opened.structure.sections.find((one) => one.id === siteSpace.sectionId)
  const place = [section?.title ?? title, ...page.ancestors.map((one) => one.title)]
  const parts = (page.sections ?? []).map((part): SearchResultView => {
    const [path = '', anchor] = part.path.split('#')
    const href = hrefOf(opened, siteSpace, path) + (anchor === undefined ? '' : `#${anchor}`)
    const isPage = anchor === undefined
    return {
      title: isPage ? page.title : part.title,
      href,
      place: isPage ? place : [...place, page.title],
      excerpt: marked(part.body, part.highlights.body),
    }
  })
  const isPage = ({ href }: SearchResultView) => !href.includes('#')
  const bare = { title: page.title, href: hrefOf(opened, siteSpace, page.path), place, excerpt: [] }
  return [parts.find(isPage) ?? bare, ...parts.filter((part) => !isPage(part))]
}

/** The text in pieces, of which every second one is a match. */
function marked(text: string, places: readonly { readonly start: number; readonly end: number }[]): string[] {
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of places) {
    pieces.push(text.slice(at, start), text.slice(start, end))
    at = end
  }
  return [...pieces, text.slice(at)]
}
