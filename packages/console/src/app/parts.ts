import { useEffect } from 'react'

/** The result of an infinite query, as far as continuing it goes. */
interface Parts {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: (options: { readonly cancelRefetch: boolean }) => unknown
}

/** Reads the parts of a list one after another, for places that need the whole. It stops at a failure. */
export function useEveryPart({
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
}: Parts) {
  const isNext = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    // Several places of a screen may need the same list.
    if (isNext) fetchNextPage({ cancelRefetch: false })
  }, [isNext, fetchNextPage])
}
