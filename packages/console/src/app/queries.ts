import { ApiFailure } from '@stemma/client'
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { noticeEnd } from './session.ts'

const staleMs = 15_000

/** Every answer of the server, by the path it came from. The client itself repeats what can be repeated. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: { staleTime: staleMs, retry: false, throwOnError: takesScreen },
  },
})

/** What was read stays on the screen if it can't be read again: somebody may be writing there. */
function takesScreen(failure: Error, { state }: Pick<Query, 'state'>): boolean {
  const isSession = failure instanceof ApiFailure && failure.status === 401
  return state.data === undefined && !isSession
}
