import { toPages } from '../../../app/operations.ts'

/** The deleted spaces that this person can restore, newest first. */
export function deletedSpaces(organizationId: string) {
  return {
    ...toPages('listSpacesInOrganizationById', {
      params: { organizationId },
      query: { deleted: true, limit: 50 },
    }),
    staleTime: 0,
  }
}
