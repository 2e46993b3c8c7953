import { posix } from 'node:path'
import { canonicalPath, choose } from '../../../publishing/choosing.ts'
import type { SiteSpaceRow, Structure } from '../../../publishing/structure.ts'

/** Builds the links within a site. */
export interface Placing {
  /** The path of the site, which begins and ends with a slash. */
  readonly base: string
  readonly structure: Structure
  /** The space that is shown with other content than the published one, and what follows `~site/` then. */
  readonly preview?: { readonly siteSpaceId: string; readonly path: string }
  /** What follows `~site/try/` if the site is tried out. */
  readonly tried?: string
}

/** The path of a page of a site space. The home page of a space has the path of the space. */
export function hrefOf(placing: Placing, siteSpace: SiteSpaceRow, pathname: string): string {
  const apart = apartOf(placing, siteSpace)
  if (apart === undefined) return publishedHref(placing, siteSpace, pathname)
  const segments = pathname.split('/').map(encodeURIComponent)
  return posix.join(publishedHref(placing, siteSpace, ''), '~site', apart, ...segments)
}

function apartOf({ preview, tried }: Placing, { id }: SiteSpaceRow): string | undefined {
  if (tried !== undefined) return `try/${tried}`
  return preview?.siteSpaceId === id ? preview.path : undefined
}

/** The path of a page as it is published, also within a preview. */
export function publishedHref(
  { base, structure }: Placing,
  siteSpace: SiteSpaceRow,
  pathname: string,
): string {
  const section = structure.sections.find(({ id }) => id === siteSpace.sectionId)
  const path = canonicalPath({ section, siteSpace }, pathname)
  // Below a path, the home page of a site has no slash at its end, like every other page.
  return path === '' && base !== '/' ? base.slice(0, -1) : `${base}${path}`
}

/** A section can have the path that a page of the default section has. Then its URL shows the section. */
export function isReached({ base, structure, preview, tried }: Placing, spaceId: string, href: string) {
  if (preview !== undefined || tried !== undefined) return true
  return choose(structure, href.slice(base.length).split('/'))?.siteSpace.spaceId === spaceId
}

/** What belongs to a space but is no page, such as its files. No slug begins with `~`. */
export function besideOf(placing: Placing, siteSpace: SiteSpaceRow, path: string): string {
  return posix.join(hrefOf(placing, siteSpace, ''), '~site', path)
}

/** The URL of a page's Markdown. That of a home page, which has the path of its space, is called `index`. */
export function markdownHref(href: string, pathname: string): string {
  return pathname === '' ? `${href.replace(/\/$/, '')}/index.md` : `${href}.md`
}
