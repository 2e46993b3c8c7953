import type { ChangeRequest } from '@stemma/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { offers } from '../../app/offers.ts'
import { useOperation } from '../../app/operations.ts'
import { useSpaces } from '../../app/spaces.ts'
import { Icon } from '../../kit/icon.tsx'
import { Screen } from '../../kit/screen.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { SpaceMark } from '../../kit/space-mark.tsx'
import { ChangeRequestList } from '../reviews/change-request-list.tsx'
import { draftsOf, reviewsFor } from '../reviews/reviews.ts'
import { RecentPages } from './recent-pages.tsx'
import { UnsentNotices } from './unsent-notices.tsx'
import './home-screen.css'

const NewSpace = lazy(async () => ({ default: (await import('../first-run/new-space.tsx')).NewSpace }))

const route = getRouteApi('/o/$organizationId/')

export function HomeScreen() {
  const { organizationId } = route.useParams()
  return <Start key={organizationId} organizationId={organizationId} />
}

/** An organization without spaces is met by ways to its first one, until the person leaves for it. */
function Start({ organizationId }: { readonly organizationId: string }) {
  const { permissions } = useOperation('getOrganizationById', { params: { organizationId } })
  const { count } = useSpaces({ organizationId })
  const [isNew] = useState(count === 0 && permissions.createContent)
  if (!isNew) return <Home organizationId={organizationId} />
  return <NewSpace organizationId={organizationId} title="Create your first space" />
}

/** What is waiting for the person who opens it, then where they can go. */
function Home({ organizationId }: { readonly organizationId: string }) {
  const { id } = useOperation('getAuthenticatedUser', {})
  const { permissions } = useOperation('getOrganizationById', { params: { organizationId } })
  const waiting = useSuspenseQuery(reviewsFor(organizationId, id)).data
  const drafts = useSuspenseQuery(draftsOf(organizationId, id)).data
  return (
    <Screen
      title="Home"
      actions={permissions.createContent && <Actions organizationId={organizationId} />}
      aside={<RecentPages organizationId={organizationId} userId={id} />}
    >
      <UnsentNotices organizationId={organizationId} userId={id} />
      <Works title="Waiting for you" list={waiting} organizationId={organizationId} action="Review" />
      <Works title="Your drafts" list={drafts} organizationId={organizationId} action="Resume" />
      <SpaceCards organizationId={organizationId} />
    </Screen>
  )
}

function Actions({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId }
  return (
    <>
      <Link className="button" to="/o/$organizationId/imports" params={params}>
        <Icon name="arrow-line-down" />
        Import
      </Link>
      <Link className="button" to="/o/$organizationId/new" params={params} {...offers('createSpace', params)}>
        <Icon name="plus" />
        New space
      </Link>
    </>
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
  const { items, count, list } = useSpaces({ organizationId })
  return (
    <section className="home-part" aria-labelledby="home-spaces">
      <h2 id="home-spaces">Spaces {count > 0 && <span className="count">{count}</span>}</h2>
      {count === 0 && (
        <p className="home-empty">
          A space holds pages about one subject: a handbook, the docs of a product, an API. There is none yet
          that you can read. Ask an admin to create one, or for access to theirs.
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
      <ShowMore list={list} />
    </section>
  )
}

function openIn(changeRequests: number): string {
  if (changeRequests === 0) return 'No open change requests'
  return changeRequests === 1 ? '1 open change request' : `${changeRequests} open change requests`
}
