import { findPage, pathOf } from '@stemma/content'
import type { SiteRedirectDestination, SiteRedirectInputDestination } from '@stemma/contract'
import { linkOf } from '../../../auth/audience.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { contentOf, openSpace, seenPageById, seenPageByPath, type View } from '../../content/content/index.ts'
import * as structures from '../site-structure/index.ts'
import * as sites from '../sites/index.ts'

/** Checks destinations before they are stored. Opens each space once, however many pages are named. */
export function checkerFor(context: Context, { seen }: structures.OpenSite) {
  const views = new Map<string, Promise<View>>()
  const viewOf = (spaceId: string) => {
    const view = views.get(spaceId) ?? openSpace(context, { spaceId })
    views.set(spaceId, view)
    return view
  }
  return async (destination: SiteRedirectInputDestination): Promise<SiteRedirectDestination> => {
    switch (destination.kind) {
      case 'external':
        return destination
      case 'site-section': {
        const { siteSectionId } = destination
        if (!seen.sections.some(({ id }) => id === siteSectionId)) throw unknown('siteSectionId', 'section')
        return destination
      }
      case 'site-space': {
        const { siteSpaceId } = destination
        if (!seen.siteSpaces.some(({ id }) => id === siteSpaceId)) throw unknown('siteSpaceId', 'site space')
        return destination
      }
      case 'site-page': {
        const { siteSpaceId, pageId } = destination
        const shown = seen.siteSpaces.find(({ id }) => id === siteSpaceId)
        if (shown === undefined) throw unknown('siteSpaceId', 'site space')
        const view = await viewOf(shown.spaceId)
        if ((await findPage(view.store, await contentOf(view), pageId)) === undefined)
          throw unknown('pageId', 'page')
        return destination
      }
      case 'path': {
        const { spaceId, path } = destination
        const shown = seen.siteSpaces.filter((one) => one.spaceId === spaceId)
        const siteSpace = shown.find(({ isDefault }) => isDefault) ?? shown[0]
        if (siteSpace === undefined) throw unknown('spaceId', 'space')
        const below = path.startsWith('/') ? path.slice(1) : path
        const page = await ifSeen(seenPageByPath(asMember(context), await viewOf(spaceId), below))
        if (page === undefined) throw unknown('path', 'page')
        return { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: page.id }
      }
    }
  }
}

/** Whether there is a page at a path of a space that no condition hides from anyone. */
export async function unconditionalPage(context: Context, spaceId: string, path: string): Promise<boolean> {
  // A space in which nothing was ever written has no revision.
  const view = await ifSeen(openSpace(context, { spaceId }))
  const page = view && (await ifSeen(seenPageByPath(asMember(context), view, path)))
  if (page === undefined) return false
  return [page, ...page.above].every(({ record }) => !('condition' in record) || !record.condition)
}

export async function ifSeen<Seen>(one: Promise<Seen>): Promise<Seen | undefined> {
  try {
    return await one
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'not_found') return undefined
    throw error
  }
}

function unknown(field: string, what: string) {
  return new ApiError(
    'invalid_request',
    `The destination names a ${what} that this site does not show. Read the structure of the site again.`,
    { details: [{ pointer: `/body/destination/${field}`, message: `is no ${what} of this site` }] },
  )
}

/**
 * The URL of a destination; 404 if the caller doesn't see it. Members get the URL that an unpublished site
 * will have.
 */
export async function targetOf(
  context: Context,
  key: sites.SiteKey,
  { destination, shareKey }: { readonly destination: SiteRedirectDestination; readonly shareKey?: string },
): Promise<string> {
  if (destination.kind === 'external') return destination.url
  const opened = await structures.open(context, key)
  const { sections, siteSpaces } = opened.seen
  const address = addressFor(context, opened.site, shareKey)
  if (destination.kind === 'site-section') {
    const section = sections.find(({ id }) => id === destination.siteSectionId)
    return structures.addressOf(address, found(section, 'redirect', advice)) ?? address
  }
  const { siteSpaceId } = destination
  const siteSpace = siteSpaces.find(({ id }) => id === siteSpaceId)
  const shown = found(siteSpace, 'redirect', advice)
  const above = structures.siteSpaceAddress(shown, { ...opened, address }) ?? address
  if (destination.kind === 'site-space') return above
  const { pageId } = destination
  const view = await openSpace(context, { spaceId: shown.spaceId })
  const reader = context.standing.site ? asMember(context) : context
  // A hidden page gets the same error as a missing redirect, so that nobody learns of it.
  const page = found(await ifSeen(seenPageById(reader, view, pageId)), 'redirect', advice)
  const path = pathOf(page.record, page.above).split('/').map(encodeURIComponent).join('/')
  return path === '' ? above : `${above}/${path}`
}

export const advice = 'Check the path.'

/** Conditions of pages hide nothing from members: the audience of a request is what they are as visitors. */
function asMember({ audience: _audience, ...context }: Context): Context {
  return context
}

/** The key of a share link is the first path segment after the site's URL. */
function addressFor({ audience, addresses }: Context, site: sites.SiteRow, shareKey: string | undefined) {
  const address = sites.siteAddress(site, addresses)
  const isOpened =
    shareKey !== undefined && linkOf(found(audience, 'site').door.shareLinks, { shareKey })?.active === true
  return isOpened ? `${address}/${encodeURIComponent(shareKey)}` : address
}
