import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { pagesOf } from '../space/contents.ts'
import { placeOf, trailTo, type Version } from '../space/place.ts'

/** Where the person is, as parameters of paths: the space, the change request, the page, the site. */
export function useWhere(): Readonly<Record<string, string>> {
  const queries = useQueryClient()
  const { number, _splat: splat, organizationId, ...ids } = useParams({ strict: false })
  const { version, path } = placeOf(splat ?? '')
  const { spaceId } = ids
  const isPage = spaceId !== undefined && splat !== undefined
  const read = isPage ? queries.getQueryData(pagesOf(spaceId, version).queryKey) : undefined
  const page = trailTo(read?.pages ?? [], path)?.at(-1)
  return {
    ...withoutGaps(ids),
    ...idOf(version),
    ...(number !== undefined && { changeRequestId: number }),
    ...(page !== undefined && { pageId: page.id }),
    ...(page !== undefined && 'path' in page && { pagePath: page.path }),
  }
}

function idOf(version: Version): Readonly<Record<string, string>> {
  if (version.kind === 'change') return { changeRequestId: version.id }
  return version.kind === 'revision' ? { revisionId: version.id } : {}
}

function withoutGaps(ids: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const known = Object.entries(ids).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as Readonly<Record<string, string>>
}
