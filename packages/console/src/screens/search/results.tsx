import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { adviceFor } from '../../app/failures.tsx'
import { useEverySpace } from '../../app/spaces.ts'
import { Notice } from '../../kit/notice.tsx'
import { FoundChanges } from './found-changes.tsx'
import { FoundPages, type PagesIn } from './found-pages.tsx'
import { FoundSpaces } from './found-spaces.tsx'
import {
  changeMatches,
  isSearchable,
  type Kind,
  matchesIn,
  pagesInSpace,
  pagesInSpaces,
  recentChanges,
} from './search.ts'
import './results.css'

interface ResultsProps {
  readonly organizationId: string
  readonly query: string
  readonly space: string | undefined
  readonly kind: Kind | undefined
  readonly onClear: () => void
}

/** What was found: spaces by their titles, then pages by space, then change requests. */
export function Results(props: ResultsProps) {
  if (!isSearchable(props.query))
    return (
      <p className="search-note">
        Type two letters or more. Titles and texts of all pages that you may read are searched, also for
        similar words; change requests and spaces are found by their titles.
      </p>
    )
  return <Found {...props} />
}

function Found({ organizationId, query, space, kind, onClear }: ResultsProps) {
  const isAbout = (one: Kind) => kind === undefined || kind === one
  const pages = usePages(organizationId, query, space)
  const changes = useChanges(organizationId, query, space)
  const spaces = useTitledSpaces(organizationId, query)
  const shown = {
    spaces: isAbout('spaces') && space === undefined ? spaces : [],
    pages: isAbout('pages') ? pages.groups : [],
    changes: isAbout('changes') ? changes.items : [],
  }
  const count = shown.spaces.length + shown.pages.length + shown.changes.length
  const failed = (isAbout('pages') && pages.error) || (isAbout('changes') && changes.error)
  const isBusy = (isAbout('pages') && pages.isFetching) || (isAbout('changes') && changes.isFetching)
  return (
    <div className="results" aria-busy={isBusy}>
      {failed && (
        <Failure error={failed}>
          <Button className="button" onPress={() => Promise.all([pages.refetch(), changes.refetch()])}>
            Try again
          </Button>
        </Failure>
      )}
      {count === 0 && !failed && (
        <Nothing query={query} isBusy={isBusy} isFiltered={Boolean(space ?? kind)} onClear={onClear} />
      )}
      <FoundSpaces organizationId={organizationId} found={shown.spaces} />
      <FoundPages
        organizationId={organizationId}
        groups={shown.pages}
        isOneSpace={space !== undefined}
        {...(isAbout('pages') && pages.hasNextPage && { onMore: () => void pages.fetchNextPage() })}
      />
      <FoundChanges
        organizationId={organizationId}
        found={shown.changes}
        isPartial={isAbout('changes') && changes.isPartial}
      />
    </div>
  )
}

/** The pages that the server finds, by space. What was found stays until the next answer is there. */
function usePages(organizationId: string, query: string, space: string | undefined) {
  const options = { placeholderData: keepPreviousData, throwOnError: false } as const
  const { items } = useEverySpace({ organizationId })
  const everywhere = useInfiniteQuery({
    ...pagesInSpaces(organizationId, query),
    ...options,
    enabled: space === undefined,
  })
  const inOne = useInfiniteQuery({
    ...pagesInSpace(space ?? '', query),
    ...options,
    enabled: space !== undefined,
  })
  const title = items.find(({ id }) => id === space)?.title ?? ''
  const one = { id: space ?? '', title, pages: inOne.data?.pages.flatMap((part) => part.items) ?? [] }
  const all = everywhere.data?.pages.flatMap((part) => part.items) ?? []
  const groups: readonly PagesIn[] = space === undefined ? all : [one]
  const { error, isFetching, hasNextPage, fetchNextPage, refetch } = space === undefined ? everywhere : inOne
  return {
    groups: groups.filter(({ pages }) => pages.length > 0),
    error,
    isFetching,
    hasNextPage,
    fetchNextPage,
    refetch,
  }
}

function useChanges(organizationId: string, query: string, space: string | undefined) {
  const { data, error, isFetching, refetch } = useQuery({
    ...recentChanges(organizationId, space),
    throwOnError: false,
  })
  const items = (data?.items ?? []).flatMap((one) => {
    const highlights = changeMatches(one, query)
    return highlights === undefined ? [] : [{ one, highlights }]
  })
  const isPartial = data !== undefined && data.count > data.items.length
  return { items, error, isFetching, refetch, isPartial }
}

function useTitledSpaces(organizationId: string, query: string) {
  const { items } = useEverySpace({ organizationId })
  return items.flatMap((space) => {
    const highlights = matchesIn(space.title, query)
    return highlights === undefined ? [] : [{ space, highlights }]
  })
}

function Failure({ error, children }: { readonly error: Error; readonly children: ReactNode }) {
  return (
    <div className="search-failure" role="alert">
      <Notice tone="danger" icon="warning-circle">
        <p>{adviceFor(error)}</p>
        {children}
      </Notice>
    </div>
  )
}

interface NothingProps {
  readonly query: string
  readonly isBusy: boolean
  readonly isFiltered: boolean
  readonly onClear: () => void
}

function Nothing({ query, isBusy, isFiltered, onClear }: NothingProps) {
  if (isBusy) return <p className="search-note">Searching…</p>
  return (
    <div className="search-note" role="status">
      <p>
        Nothing matches “{query}”{isFiltered ? ' with these filters' : ''}. Try fewer words, or the beginning
        of one.
      </p>
      {isFiltered && (
        <Button className="button" onPress={onClear}>
          Search everything
        </Button>
      )}
    </div>
  )
}
