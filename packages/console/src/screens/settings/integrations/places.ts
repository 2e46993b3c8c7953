import { useQuery } from '@tanstack/react-query'
import { toQuery } from '../../../app/operations.ts'
import { useEverySpace } from '../../../app/spaces.ts'
import type { Option } from '../../../kit/choice.tsx'

/** As many as one answer can hold. A site that is not among them can be named by its ID. */
const sitesMax = 1000

export function useSpaceOptions(organizationId: string): readonly Option[] {
  const { items } = useEverySpace({ organizationId })
  return items.map(({ id, title }) => ({ id, name: title || 'Untitled space' }))
}

export function useSiteOptions(organizationId: string): readonly Option[] {
  const { data } = useQuery(toQuery('listSites', { params: { organizationId }, query: { limit: sitesMax } }))
  return (data?.items ?? []).map(({ id, title }) => ({ id, name: title }))
}
