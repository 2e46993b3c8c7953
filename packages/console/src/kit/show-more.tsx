import { Button } from 'react-aria-components'

interface ShowMoreProps {
  /** The result of an infinite query. */
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** Continues a list that the server answers in pages, as long as there is another one. */
export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <Button className="button" isPending={list.isFetchingNextPage} onPress={() => list.fetchNextPage()}>
      Show more
    </Button>
  )
}
