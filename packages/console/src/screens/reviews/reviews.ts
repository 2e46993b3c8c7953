import { useQuery } from '@tanstack/react-query'
import { toPages, toQuery, useOperation } from '../../app/operations.ts'

export const statuses = ['open', 'draft', 'merged', 'archived'] as const
export type Status = (typeof statuses)[number]

const everyone = ['mine', 'waiting'] as const
/** Whose change requests: those that somebody began, or those that wait for their review. */
export type Who = (typeof everyone)[number]

export interface Search {
  /** Open, if the URL names none. */
  readonly status?: Status | undefined
  /** Everybody's, if the URL names nobody. */
  readonly who?: Who | undefined
  /** The last that changed first, unless the URL says otherwise. */
  readonly sort?: 'created' | undefined
}

/** What the URL says; whatever it says wrong is ignored. */
export function searchIn({ status, who, sort }: Readonly<Record<string, unknown>>): Search {
  const known = statuses.find((one) => one === status && one !== 'open')
  const whose = everyone.find((one) => one === who)
  return {
    ...(known && { status: known }),
    ...(whose && { who: whose }),
    ...(sort === 'created' && { sort }),
  }
}

/** The open change requests that wait for somebody's review. */
export function reviewsFor(organizationId: string, requestedReviewer: string) {
  return toQuery('listChangeRequestsForOrganization', {
    params: { organizationId },
    query: { status: 'open', requestedReviewer },
  })
}

/** The change requests that somebody has begun and not yet opened for review. */
export function draftsOf(organizationId: string, creator: string) {
  return toQuery('listChangeRequestsForOrganization', {
    params: { organizationId },
    query: { status: 'draft', creator, orderBy: 'updatedAt' },
  })
}

export function useReviews(organizationId: string) {
  const { id } = useOperation('getAuthenticatedUser', {})
  return useQuery(reviewsFor(organizationId, id))
}

/** An organization, or one of its spaces. */
export interface Where {
  readonly organizationId: string
  readonly spaceId?: string | undefined
}

/** As many as fit on a screen: the others come when they are asked for. */
const atOnce = 25

/** The change requests of an organization or of one space, as the URL asks for them. */
export function changeRequestsWith({ organizationId, spaceId }: Where, search: Search, userId: string) {
  const { status = 'open', who, sort } = search
  return toPages('listChangeRequestsForOrganization', {
    params: { organizationId },
    query: {
      status,
      limit: atOnce,
      orderBy: sort === 'created' ? 'createdAt' : 'updatedAt',
      ...(spaceId !== undefined && { space: spaceId }),
      ...(who === 'mine' && { creator: userId }),
      ...(who === 'waiting' && { requestedReviewer: userId }),
    },
  })
}
