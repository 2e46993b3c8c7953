import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useOperation } from '../../app/operations.ts'
import { KeyBar } from '../../kit/key-bar.tsx'
import { useRowKeys } from '../../kit/row-keys.ts'
import { Screen } from '../../kit/screen.tsx'
import { ChangeRequestTable } from './change-request-table.tsx'
import { type Search, type Status, statuses, type Where, type Who } from './reviews.ts'
import '../../kit/segments.css'
import '../../kit/tabs.css'

const organizationRoute = getRouteApi('/o/$organizationId/reviews')
const spaceRoute = getRouteApi('/o/$organizationId/s/$spaceId/~/changes')

/** The change requests of all spaces. */
export function ReviewsScreen() {
  const params = organizationRoute.useParams()
  return <Requests title="Reviews" where={params} search={organizationRoute.useSearch()} />
}

/** The change requests of one space. */
export function ChangeRequestsScreen() {
  const params = spaceRoute.useParams()
  const { title } = useOperation('getSpaceById', { params })
  const crumbs = (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link to="/o/$organizationId/s/$spaceId" params={params}>
        {title || 'Untitled space'}
      </Link>
      <span />
    </nav>
  )
  return <Requests title="Change requests" crumbs={crumbs} where={params} search={spaceRoute.useSearch()} />
}

interface RequestsProps {
  readonly title: string
  readonly crumbs?: ReactNode
  readonly where: Where
  readonly search: Search
}

function Requests({ title, crumbs, where, search }: RequestsProps) {
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)
  return (
    <Screen
      title={title}
      crumbs={crumbs}
      below={<Filters search={search} />}
      footer={<KeyBar groups={['rows']} />}
      isFull
    >
      <div ref={list}>
        <ChangeRequestTable where={where} search={search} />
      </div>
    </Screen>
  )
}

const names: Readonly<Record<Status, string>> = {
  open: 'Open',
  draft: 'Drafts',
  merged: 'Merged',
  archived: 'Archived',
}

const people: readonly { readonly who?: Who; readonly name: string }[] = [
  { name: 'Everyone’s' },
  { who: 'mine', name: 'Mine' },
  { who: 'waiting', name: 'Waiting for me' },
]

/** A link is the current one if the URL says just the same. */
const exactly = { exact: true, includeSearch: true, explicitUndefined: true }

/** Everything that is chosen here is in the URL. */
function Filters({ search }: { readonly search: Search }) {
  return (
    <div className="tab-bar">
      <nav className="tabs" aria-label="Status">
        {statuses.map((status) => (
          <Link
            key={status}
            to="."
            search={{ ...search, status: status === 'open' ? undefined : status }}
            activeOptions={exactly}
          >
            {names[status]}
          </Link>
        ))}
      </nav>
      <div className="tab-bar-end">
        <nav className="segments" aria-label="Whose">
          {people.map(({ who, name }) => (
            <Link key={name} to="." search={{ ...search, who }} activeOptions={exactly}>
              {name}
            </Link>
          ))}
        </nav>
        <nav className="segments" aria-label="Order">
          <Link to="." search={{ ...search, sort: undefined }} activeOptions={exactly}>
            Last changed
          </Link>
          <Link to="." search={{ ...search, sort: 'created' }} activeOptions={exactly}>
            Newest
          </Link>
        </nav>
      </div>
    </div>
  )
}
