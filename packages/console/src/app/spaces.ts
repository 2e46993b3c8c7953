import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { toPages } from './operations.ts'
import { useEveryPart } from './parts.ts'

interface InOrganization {
  readonly organizationId: string
}

const atOnce = 200

/** The spaces of an organization, part by part. */
export function spacesOf({ organizationId }: InOrganization) {
  return toPages('listSpacesInOrganizationById', { params: { organizationId }, query: { limit: atOnce } })
}

/** The spaces that were read so far, and the list that continues them. */
export function useSpaces(params: InOrganization) {
  const list = useSuspenseInfiniteQuery(spacesOf(params))
  const { pages } = list.data
  return { items: pages.flatMap(({ items }) => items), count: pages[0]?.count ?? 0, list }
}

/** All spaces: those after the first part follow while the screen is open. For choices and for names. */
export function useEverySpace(params: InOrganization) {
  const spaces = useSpaces(params)
  useEveryPart(spaces.list)
  return spaces
}
