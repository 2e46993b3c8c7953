import type { ContentReference, DocumentNode, JSONDocument, ReusableContent } from '@stemma/contract'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { toQuery } from '../../app/operations.ts'
import { refIn } from '../../kit/document/data.ts'
import type { Reused } from '../../kit/document/references.ts'
import { reusableContentOf, reusableTextOf } from './contents.ts'
import type { Version } from './place.ts'

interface InVersion {
  readonly spaceId: string
  readonly version: Version
}

/** The name and the text of a reusable content that a page shows. */
export function useReused({ spaceId, version }: InVersion, ref: ContentReference | undefined): Reused {
  const { id = '', space = spaceId } = reusableIn(ref) ?? {}
  const isHere = space === spaceId
  const named = reusableContentOf(space, isHere ? version : { kind: 'current' }, id)
  const title = useQuery({ ...named, enabled: id !== '', throwOnError: false })
  const revision = useRevision({ spaceId, version })
  const text = useQuery({
    ...reusableTextOf(spaceId, revision ?? '', id),
    enabled: isHere && id !== '' && revision !== undefined,
    throwOnError: false,
    // A text that is read again stays where it is.
    placeholderData: keepPreviousData,
  })
  const isGone = id === '' || title.isError
  return { title: isGone ? 'A text that is gone' : nameOf(title.data), text: text.data }
}

function nameOf(content: ReusableContent | undefined): string {
  return content === undefined ? '…' : content.title || 'Untitled'
}

/** Texts can be read in revisions only. */
function useRevision({ spaceId, version }: InVersion): string | undefined {
  const isOf = (kind: Version['kind']) => ({ enabled: version.kind === kind, throwOnError: false })
  const space = useQuery({ ...toQuery('getSpaceById', { params: { spaceId } }), ...isOf('current') })
  const changeRequestId = version.kind === 'change' ? version.id : ''
  const change = useQuery({
    ...toQuery('getChangeRequestById', { params: { spaceId, changeRequestId } }),
    ...isOf('change'),
  })
  if (version.kind === 'revision') return version.id
  return version.kind === 'change' ? change.data?.revision : space.data?.revision
}

/** Reads the texts that a page shows, and their names, so that nothing moves when they are shown. */
export async function loadReused(
  queryClient: QueryClient,
  { spaceId, version }: InVersion,
  nodes: readonly DocumentNode[],
): Promise<readonly JSONDocument[]> {
  const ids = new Set(nodes.flatMap((node) => reusedIn(node, spaceId)))
  if (ids.size === 0) return []
  const revision = await revisionOf(queryClient, { spaceId, version })
  const read = async (id: string) => {
    const query = reusableTextOf(spaceId, revision, id)
    // A text can be gone: the page that showed it is still there.
    await Promise.all([
      queryClient.prefetchQuery(query),
      queryClient.prefetchQuery(reusableContentOf(spaceId, version, id)),
    ])
    return queryClient.getQueryData(query.queryKey) ?? []
  }
  return (await Promise.all([...ids].slice(0, textsAtFirst).map(read))).flat()
}

const textsAtFirst = 6

async function revisionOf(queryClient: QueryClient, { spaceId, version }: InVersion): Promise<string> {
  if (version.kind === 'revision') return version.id
  const params = { spaceId }
  if (version.kind === 'current')
    return (await queryClient.ensureQueryData(toQuery('getSpaceById', { params }))).revision
  const query = toQuery('getChangeRequestById', { params: { ...params, changeRequestId: version.id } })
  return (await queryClient.ensureQueryData(query)).revision
}

function reusedIn(node: DocumentNode, spaceId: string): readonly string[] {
  const { nodes = [], fragments = [] } = node
  const { id, space = spaceId } = reusableIn(refIn(node)) ?? {}
  const own = id !== undefined && space === spaceId ? [id] : []
  return [...own, ...[...nodes, ...fragments].flatMap((one) => reusedIn(one, spaceId))]
}

function reusableIn(ref: ContentReference | undefined) {
  return ref?.kind === 'reusable-content' ? { id: ref.reusableContent, space: ref.space } : undefined
}
