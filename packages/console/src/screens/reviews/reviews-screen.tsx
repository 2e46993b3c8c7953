import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Screen } from '../../kit/screen.tsx'
import { ChangeRequestList } from './change-request-list.tsx'
import { changeRequestsWith, type Status, statuses } from './reviews.ts'
import './reviews-screen.css'

const route = getRouteApi('/o/$organizationId/reviews')

const words: Readonly<Record<Status, { readonly name: string; readonly empty: string }>> = {
  open: {
    name: 'Open',
    empty: 'No change request waits for a review. Open a space and edit a page to begin one.',
  },
  draft: { name: 'Drafts', empty: 'There are no drafts: everything that was begun is open or done.' },
  merged: { name: 'Merged', empty: 'Nothing has been merged yet.' },
  archived: { name: 'Archived', empty: 'Nothing has been archived.' },
}

/** The change requests of all spaces, by their status. */
export function ReviewsScreen() {
  const params = route.useParams()
  const { status: shown = 'open' } = route.useSearch()
  const { items, count } = useSuspenseQuery(changeRequestsWith(params, { status: shown })).data
  return (
    <Screen title="Reviews">
      <nav className="tabs" aria-label="Status">
        {statuses.map((status) => (
          <Link
            key={status}
            to="/o/$organizationId/reviews"
            params={params}
            search={status === 'open' ? {} : { status }}
            activeOptions={{ exact: true }}
          >
            {words[status].name}
          </Link>
        ))}
      </nav>
      {count === 0 ? (
        <p className="reviews-empty">{words[shown].empty}</p>
      ) : (
        <ChangeRequestList items={items} organizationId={params.organizationId} action="Open" />
      )}
      {count > items.length && (
        <p className="reviews-rest">
          The {items.length} that changed last are shown, of {count}.
        </p>
      )}
    </Screen>
  )
}
