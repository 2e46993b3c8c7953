import { queryOptions } from '@tanstack/react-query'
import { journal } from './journal.ts'
import type { UnsentPage } from './unsent.ts'

export const unsentKey = ['unsent']

const againMs = 30_000

/** What closed editors left in this browser. Reading it sends it: what the server takes is not listed. */
export function unsentPages(userId: string) {
  return queryOptions({
    queryKey: [...unsentKey, userId],
    queryFn: async (): Promise<readonly UnsentPage[]> => {
      const entries = (await journal.all().catch(() => [])).filter((entry) => entry.userId === userId)
      if (entries.length === 0) return []
      const { sendUnsent } = await import('./unsent.ts')
      return sendUnsent(entries)
    },
    networkMode: 'always',
    refetchInterval: ({ state: { data = [] } }) => data.length > 0 && againMs,
  })
}

/** How many pages have words in this browser that only somebody else can send. */
export function othersUnsentPages(userId: string) {
  return queryOptions({
    queryKey: [...unsentKey, userId, 'others'],
    queryFn: async () => {
      const entries = (await journal.all().catch(() => [])).filter((entry) => entry.userId !== userId)
      return new Set(entries.map(({ pageId }) => pageId)).size
    },
    networkMode: 'always',
  })
}
