import type { File } from '@stemma/contract'
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { toPages, toQuery } from '../../app/operations.ts'
import { useEveryPart } from '../../app/parts.ts'
import { filesOf } from '../space/contents.ts'
import type { Version, VersionSearch } from '../space/place.ts'
import { type FileKind, fileKinds } from './kinds.ts'

const orders = ['name', 'size'] as const
type Order = (typeof orders)[number]

export interface FilesSearch extends VersionSearch {
  /** Words of the name. */
  readonly query?: string | undefined
  readonly type?: FileKind | undefined
  /** The newest first, unless the URL says otherwise. */
  readonly sort?: Order | undefined
  /** The file whose details are open. */
  readonly file?: string | undefined
}

/** What the URL says about the list; whatever it says wrong is ignored. */
export function listSearchIn({ query, type, sort, file }: Readonly<Record<string, unknown>>): FilesSearch {
  const kind = fileKinds.find((one) => one === type)
  const order = orders.find((one) => one === sort)
  // The router reads a name of digits as a number.
  const words = typeof query === 'number' ? String(query) : query
  return {
    ...(typeof words === 'string' && words !== '' && { query: words }),
    ...(kind && { type: kind }),
    ...(order && { sort: order }),
    ...(typeof file === 'string' && { file }),
  }
}

/** Every file of a version: the parts after the first follow while the screen is open. */
export function useFiles(spaceId: string, version: Version) {
  const list = useSuspenseInfiniteQuery(filesOf(spaceId, version))
  useEveryPart(list)
  const { pages } = list.data
  return { files: pages.flatMap(({ items }) => items), count: pages[0]?.count ?? 0 }
}

/** IDs sort by creation time, and the API returns the oldest first. */
export function inOrder(files: readonly File[], sort: Order | undefined): readonly File[] {
  if (sort === 'name') return files.toSorted((a, b) => byName.compare(a.name, b.name))
  return sort === 'size' ? files.toSorted((a, b) => b.size - a.size) : files.toReversed()
}

const byName = new Intl.Collator(undefined, { numeric: true })

/** The number of pages and reusable contents that use a file. Earlier revisions don't know. */
export function useUses(spaceId: string, version: Version, fileId: string): number | undefined {
  const query = { limit: 1 }
  const params = { spaceId, fileId }
  const uses =
    version.kind === 'change'
      ? toQuery('listChangeRequestFileBacklinks', {
          params: { ...params, changeRequestId: version.id },
          query,
        })
      : toQuery('listSpaceFileBacklinks', { params, query })
  // The list is there without them.
  return useQuery({ ...uses, enabled: version.kind !== 'revision', throwOnError: false }).data?.count
}

/** The places that use a file, part by part. */
export function usesOf(spaceId: string, version: Version, fileId: string) {
  const query = { limit: usesAtOnce }
  const params = { spaceId, fileId }
  if (version.kind === 'change')
    return toPages('listChangeRequestFileBacklinks', {
      params: { ...params, changeRequestId: version.id },
      query,
    })
  return toPages('listSpaceFileBacklinks', { params, query })
}

const usesAtOnce = 20
