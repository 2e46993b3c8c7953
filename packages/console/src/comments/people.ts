import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { toQuery } from '../app/operations.ts'

const peopleMax = 6

/** Members whose name matches, or the first ones. Guests may not list them: for guests there are none. */
export function usePeople(organizationId: string, words: string | undefined) {
  const { data } = useQuery({
    ...toQuery('listMembersInOrganizationById', {
      params: { organizationId },
      query: { limit: peopleMax, sort: 'name', order: 'asc', ...(words && { search: words }) },
    }),
    enabled: words !== undefined,
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
  if (words === undefined || data === undefined) return []
  return data.items.map(({ user }) => user)
}
