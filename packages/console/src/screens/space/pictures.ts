import type { DocumentNode } from '@stemma/contract'
import type { QueryClient } from '@tanstack/react-query'
import { refIn } from '../../kit/document/data.ts'
import { fileOf } from './contents.ts'
import type { Version } from './place.ts'

interface InVersion {
  readonly spaceId: string
  readonly version: Version
}

/** Reads how large the first pictures and files of texts are, so that nothing moves when they are shown. */
export async function loadFirstFiles(
  queryClient: QueryClient,
  { spaceId, version }: InVersion,
  texts: readonly { readonly nodes: readonly DocumentNode[] }[],
) {
  const ids = new Set(texts.flatMap(({ nodes }) => nodes.flatMap(filesIn)))
  const first = [...ids].slice(0, filesAtFirst)
  // A file can be gone: the text around it is still there.
  await Promise.all(first.map((id) => queryClient.prefetchQuery(fileOf(spaceId, version, id))))
}

/** As many as a browser asks for at once over one connection of HTTP/1.1. */
const filesAtFirst = 6

function filesIn(node: DocumentNode): readonly string[] {
  const { nodes = [], fragments = [] } = node
  const ref = refIn(node)
  const own = ref?.kind === 'file' ? [ref.file] : []
  return [...own, ...[...nodes, ...fragments].flatMap(filesIn)]
}
