import { useSuspenseQuery } from '@tanstack/react-query'
import { toQuery } from './operations.ts'

interface InOrganization {
  readonly organizationId: string
}

/** The spaces of an organization: as many as one answer holds. The palette finds the others by search. */
export function everySpace({ organizationId }: InOrganization) {
  return toQuery('listSpacesInOrganizationById', { params: { organizationId }, query: { limit: 200 } })
}

export function useSpaces(params: InOrganization) {
  return useSuspenseQuery(everySpace(params)).data
}
