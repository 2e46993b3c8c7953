import type { ChangeRequest, ContentLocation } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { toQuery } from '../../app/operations.ts'

/** A link that leads nowhere, and the page that has it. */
export interface BrokenLink {
  readonly title: string
  readonly path: string
  /** As it is written. */
  readonly destination: string
}

const shownMax = 10

/** The links of a change request that lead nowhere. */
export function useBrokenLinks({ space: spaceId, number }: ChangeRequest, isOn: boolean) {
  const params = { spaceId, changeRequestId: String(number) }
  const { data, isFetched } = useQuery({
    ...toQuery('listChangeRequestLinks', { params, query: { status: 'broken', limit: shownMax } }),
    enabled: isOn,
    throwOnError: false,
  })
  return {
    isFetched: isFetched || !isOn,
    count: data?.stats.broken.total ?? 0,
    /** How many of them lead nowhere because of the change request. */
    own: data?.stats.broken.changeRequest ?? 0,
    links: (data?.items ?? []).flatMap(({ destination, locationReferences }) =>
      locationReferences.slice(0, 1).flatMap((place) => linkAt(place, destination)),
    ),
  }
}

function linkAt(place: ContentLocation, destination: string): readonly BrokenLink[] {
  if (place.kind !== 'page' || place.page.type !== 'document') return []
  return [{ title: place.page.title, path: place.page.path, destination }]
}
