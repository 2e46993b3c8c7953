import { useQuery } from '@tanstack/react-query'
import { toQuery, useOperation } from '../../app/operations.ts'

export const statuses = ['open', 'draft', 'merged', 'archived'] as const
export type Status = (typeof statuses)[number]

export interface Search {
  /** Open, if the URL names none. */
  readonly status?: Status
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

/** The change requests of all spaces with a status, those first that changed last. */
export function changeRequestsWith(params: { readonly organizationId: string }, { status = 'open' }: Search) {
  return toQuery('listChangeRequestsForOrganization', { params, query: { status, orderBy: 'updatedAt' } })
}
