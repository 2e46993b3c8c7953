import type { ChangeRequest } from '@stemma/contract'
import { queryOptions } from '@tanstack/react-query'
import { startTextService, type TextService } from '../../editor/text/text-service.ts'

/** The parser stays once it was needed: the next conflict needs it too. */
let service: TextService | undefined

/** Markdown as blocks. The same text is read once. */
export function blocksIn(text: string) {
  return queryOptions({
    queryKey: ['blocks', text],
    queryFn: () => {
      service ??= startTextService()
      return service.ask({ kind: 'read', text })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The pages of a change request, to which the links of its texts lead. */
export function placeIn({ space: spaceId, number }: ChangeRequest, organizationId: string) {
  return { organizationId, spaceId, version: { kind: 'change', id: String(number) } } as const
}
