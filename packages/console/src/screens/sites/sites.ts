import type { Site } from '@stemma/contract'
import { announce } from '../../app/announcements.tsx'
import { type InputOf, type OperationId, toPages, useWrite } from '../../app/operations.ts'
import type { IconName } from '../../kit/icon-names.ts'

export interface InOrganization {
  readonly organizationId: string
}

export interface InSite extends InOrganization {
  readonly siteId: string
}

/** The sites of an organization that the person can see. */
export function everySite({ organizationId }: InOrganization) {
  return toPages('listSites', { params: { organizationId } })
}

/**
 * A write that sites show in more than one place: everything about them is read again. What it says is said
 * even if the part of the screen that wrote is gone by then.
 */
export function useSiteWrite<Id extends OperationId>(id: Id, says?: string) {
  return useWrite(id, (input: InputOf<Id>) => {
    const { params } = input as { readonly params: InOrganization }
    if (says !== undefined) announce(says)
    return ['orgs', params.organizationId, 'sites']
  })
}

/** Who can read a site, in words. */
export const audiences = [
  {
    id: 'public',
    name: 'Everyone',
    note: 'Search engines list it',
    icon: 'globe-simple',
    says: 'Everyone can read it, and search engines list it.',
  },
  {
    id: 'unlisted',
    name: 'Everyone, unlisted',
    note: 'Search engines are asked to leave it out',
    icon: 'eye-slash',
    says: 'Everyone who knows its address can read it. Search engines are asked to leave it out.',
  },
  {
    id: 'share-link',
    name: 'People with a share link',
    note: 'Links are made and revoked one by one',
    icon: 'share-network',
    says: 'Only people with a share link can read it.',
  },
  {
    id: 'visitor-auth',
    name: 'Visitors who sign in',
    note: 'Your service signs a token for each of them',
    icon: 'lock-simple',
    says: 'Only visitors who sign in through your service can read it.',
  },
] as const satisfies readonly Audience[]

interface Audience {
  readonly id: Site['visibility']
  readonly name: string
  readonly note: string
  readonly icon: IconName
  readonly says: string
}

export function audienceOf({ visibility }: Pick<Site, 'visibility'>): Audience {
  return audiences.find(({ id }) => id === visibility) ?? audiences[0]
}

export function stateOf({ published }: Pick<Site, 'published'>) {
  return published
    ? ({ words: 'Published', tone: 'success' } as const)
    : ({ words: 'Not published', tone: 'none' } as const)
}

export function countSpaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`
}

/** A URL as people write it. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}
