import type { ChangeRequest } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useOperation } from '../../app/operations.ts'
import { useSpaces } from '../../app/spaces.ts'
import { Screen } from '../../kit/screen.tsx'
import { SpaceMark } from '../../kit/space-mark.tsx'
import { ChangeRequestList } from '../reviews/change-request-list.tsx'
import { draftsOf, reviewsFor } from '../reviews/reviews.ts'
import { NewSpace } from './new-space.tsx'
import { RecentPages } from './recent-pages.tsx'
import { UnsentNotices } from './unsent-notices.tsx'
import './home-screen.css'

const route = getRouteApi('/o/$organizationId/')

/** What is waiting for the person who opens it, then where they can go. */
export function HomeScreen() {
  const { organizationId } = route.useParams()
  const { id } = useOperation('getAuthenticatedUser', {})
  const { permissions } = useOperation('getOrganizationById', { params: { organizationId } })
  const waiting = useSuspenseQuery(reviewsFor(organizationId, id)).data
  const drafts = useSuspenseQuery(draftsOf(organizationId, id)).data
  const newSpace = permissions.createContent && <NewSpace organizationId={organizationId} />
  return (
    <Screen
      title="Home"
      actions={newSpace}
      aside={<RecentPages organizationId={organizationId} userId={id} />}
    >
      <UnsentNotices organizationId={organizationId} userId={id} />
      <Works title="Waiting for you" list={waiting} organizationId={organizationId} action="Review" />
      <Works title="Your drafts" list={drafts} organizationId={organizationId} action="Resume" />
      <SpaceCards organizationId={organizationId} />
    </Screen>
  )
}

interface WorksProps {
  readonly title: string
  readonly list: { readonly items: readonly ChangeRequest[]; readonly count: number }
  readonly organizationId: string
  readonly action: string
}

function Works({ title, list, organizationId, action }: WorksProps) {
  if (list.count === 0) return null
  return (
    <section className="home-part" aria-label={title}>
      <h2>
        {title} <span className="count">{list.count}</span>
      </h2>
      <ChangeRequestList items={list.items} organizationId={organizationId} action={action} />
    </section>
  )
}

function SpaceCards({ organizationId }: { readonly organizationId: string }) {
  const { items, count } = useSpaces({ organizationId })
  return (
    <section className="home-part" aria-labelledby="home-spaces">
      <h2 id="home-spaces">Spaces {count > 0 && <span className="count">{count}</span>}</h2>
      {count === 0 && (
        <p className="home-empty">
          A space holds pages about one subject: a handbook, the docs of a product, an API. There is none yet
          that you can read.
        </p>
      )}
      <ul className="space-cards">
        {items.map((space) => (
          <li key={space.id}>
            <Link
              className="space-card"
              to="/o/$organizationId/s/$spaceId"
              params={{ organizationId, spaceId: space.id }}
            >
              <SpaceMark space={space} size="l" />
              <span className="cut">{space.title || 'Untitled space'}</span>
              <small>{openIn(space.changeRequestsOpen)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function openIn(changeRequests: number): string {
  if (changeRequests === 0) return 'No open change requests'
  return changeRequests === 1 ? '1 open change request' : `${changeRequests} open change requests`
}
