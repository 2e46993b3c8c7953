import type { ChangeRequest, DocumentNode } from '@stemma/contract'
import { queryOptions } from '@tanstack/react-query'
import { parser } from '../../editor/text/parser.ts'

/** Markdown as blocks. The same text is read once. */
export function blocksIn(text: string) {
  return queryOptions({
    queryKey: ['blocks', text],
    queryFn: () => parser().ask({ kind: 'read', text }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Blocks as Markdown. */
export function markdownOf(nodes: readonly DocumentNode[]) {
  return queryOptions({
    queryKey: ['markdown', nodes],
    queryFn: async () => (nodes.length === 0 ? '' : (await parser().ask({ kind: 'print', nodes })).text),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The pages of a change request, to which the links of its texts lead. */
export function placeIn({ space: spaceId, number }: ChangeRequest, organizationId: string) {
  return { organizationId, spaceId, version: { kind: 'change', id: String(number) } } as const
}
