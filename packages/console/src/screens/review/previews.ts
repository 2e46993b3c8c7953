import type { ChangeRequest, Site, SiteSpace } from '@stemma/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { toQuery, useOperation } from '../../app/operations.ts'
import type { Changed } from '../changes/changed.ts'

/** One place where readers meet the space. */
interface Preview {
  /** Of the site, and of the space within it if the site has the space more than once. */
  readonly name: string
  readonly href: string
  /** Visitors see the space only under a condition, and so does the person who previews it. */
  readonly isConditional: boolean
}

interface Previews {
  readonly items: readonly Preview[]
  /** Why there is none, in words. */
  readonly none: string
  readonly isKnown: boolean
}

const sitesMax = 20

/** The sites that show the space of a change request, each as it will be after the merge. */
export function usePreviews(organizationId: string, one: ChangeRequest, shown?: Changed): Previews {
  const { id: userId } = useOperation('getAuthenticatedUser', {})
  const { role } = useOperation('getMemberInOrganizationById', { params: { organizationId, userId } })
  const query = { space: one.space, limit: sitesMax }
  const sites = useQuery({
    ...toQuery('listSites', { params: { organizationId }, query }),
    throwOnError: false,
  })
  const all = sites.data?.items ?? []
  const open = all.filter((site) => site.published && isOpenTo(site, role !== null))
  const parts = useQueries({
    queries: open.map(({ id }) => ({
      ...toQuery('listSiteSpaces', { params: { organizationId, siteId: id }, query: { limit: 100 } }),
      throwOnError: false,
    })),
  })
  const items = open.flatMap((site, at) => {
    const places = (parts[at]?.data?.items ?? []).filter(({ space }) => space.id === one.space)
    return places.flatMap((place) => previewOf(site, place, places.length > 1, endOf(one, shown)) ?? [])
  })
  const isKnown = sites.isFetched && parts.every(({ isFetched }) => isFetched)
  return { items, none: noneIn(all, open), isKnown }
}

/** Guests of an organization pass only the doors that are open to everybody. */
function isOpenTo({ visibility }: Site, isMember: boolean): boolean {
  return isMember || visibility === 'public' || visibility === 'unlisted'
}

/** The server opens `~site/change/…` below each place of a space to people who read its change requests. */
function endOf({ number }: ChangeRequest, shown: Changed | undefined): string {
  const isPage = shown?.type === 'page' && shown.kind !== 'deleted'
  return `~site/change/${number}${isPage && shown.path !== '' ? `/${shown.path}` : ''}`
}

function previewOf(site: Site, place: SiteSpace, isOneOfMany: boolean, end: string): Preview | undefined {
  const { published } = place.urls
  if (published === undefined) return undefined
  return {
    name: isOneOfMany ? `${site.title}, ${place.title}` : site.title,
    href: new URL(end, published.replace(/\/?$/, '/')).href,
    isConditional: place.condition !== undefined,
  }
}

function noneIn(all: readonly Site[], open: readonly Site[]): string {
  const [first] = all
  if (first === undefined) return 'The space is in no site that you can see, so there is nothing to preview.'
  if (open.length > 0) return 'The sites show this space at no URL at the moment.'
  const published = all.find((site) => site.published)
  if (published !== undefined) return `${published.title} is open to members of the organization only.`
  return all.length === 1
    ? `${first.title} is not published. A preview opens once it is.`
    : `None of the ${all.length} sites with this space is published. A preview opens once one is.`
}
