import { ApiFailure } from '@stemma/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { noticeEnd } from './session.ts'

const staleMs = 15_000

/** Every answer of the server, by the path it came from. The client itself repeats what can be repeated. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: { staleTime: staleMs, retry: false, throwOnError: isNotAboutTheSession },
  },
})

/** A screen that was read stays as it is while its reader signs in again. */
function isNotAboutTheSession(failure: Error): boolean {
  return !(failure instanceof ApiFailure && failure.status === 401)
}
