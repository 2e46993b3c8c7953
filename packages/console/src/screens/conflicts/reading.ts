import type { ChangeRequest, DocumentNode } from '@stemma/contract'
import { queryOptions } from '@tanstack/react-query'
import { startTextService, type TextService } from '../../editor/text/text-service.ts'

/** The parser stays once it was needed: the next text needs it too. */
let service: TextService | undefined

function parser(): TextService {
  service ??= startTextService()
  return service
}

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
