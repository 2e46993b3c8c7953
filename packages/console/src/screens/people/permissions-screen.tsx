import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOperation } from '../../app/operations.ts'
import { useEveryPart } from '../../app/parts.ts'
import { Notice } from '../../kit/notice.tsx'
import { Screen } from '../../kit/screen.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { PersonAccess, TeamAccess } from './access-rows.tsx'
import { DefaultLevel } from './default-level.tsx'
import { GiveAccess } from './give-access.tsx'
import { effectiveIn, type Place, teamGrantsIn, userGrantsIn } from './grants.ts'
import './people.css'

const spaceRoute = getRouteApi('/o/$organizationId/s/$spaceId/~/permissions')
const collectionRoute = getRouteApi('/o/$organizationId/settings/permissions/$collectionId')

export function SpacePermissionsScreen() {
  const { organizationId, spaceId } = spaceRoute.useParams()
  const space = useOperation('getSpaceById', { params: { spaceId } })
  const place: Place = { kind: 'space', id: spaceId, title: space.title || 'Untitled space', organizationId }
  const crumb = (
    <Link to="/o/$organizationId/s/$spaceId" params={{ organizationId, spaceId }}>
      {place.title}
    </Link>
  )
  return <Permissions place={place} crumb={crumb} isAdmin={space.permissions.admin} thing={space} />
}

export function CollectionPermissionsScreen() {
  const { organizationId, collectionId } = collectionRoute.useParams()
  const collection = useOperation('getCollectionById', { params: { collectionId } })
  const title = collection.title || 'Untitled collection'
  const place: Place = { kind: 'collection', id: collectionId, title, organizationId }
  const crumb = (
    <>
      <Link to="/o/$organizationId/settings/permissions" params={{ organizationId }}>
        Permissions
      </Link>
      <span>{title}</span>
    </>
  )
  return <Permissions place={place} crumb={crumb} isAdmin={collection.permissions.admin} thing={collection} />
}

interface PermissionsProps {
  readonly place: Place
  readonly crumb: ReactNode
  readonly isAdmin: boolean
  readonly thing: Parameters<typeof DefaultLevel>[0]['thing']
}

/** Who has access, and why. Only admins of the place see it. */
function Permissions({ place, crumb, isAdmin, thing }: PermissionsProps) {
  return (
    <Screen
      title="Permissions"
      crumbs={
        <nav className="crumbs" aria-label="Breadcrumbs">
          {crumb}
        </nav>
      }
      actions={isAdmin && <GiveAccess place={place} />}
    >
      <div className="settings">
        {isAdmin ? (
          <>
            <p className="settings-note">
              A level given here overrides the collection, and the collection overrides the organization. The
              nearest one decides, also if it allows less. Admins of the organization can do everything.
            </p>
            <Access place={place} thing={thing} />
          </>
        ) : (
          <Notice icon="info">
            <p>Only admins of “{place.title}” see who has access to it.</p>
          </Notice>
        )}
      </div>
    </Screen>
  )
}

function Access({ place, thing }: Pick<PermissionsProps, 'place' | 'thing'>) {
  const list = useSuspenseInfiniteQuery(effectiveIn(place))
  const grants = useSuspenseInfiniteQuery(userGrantsIn(place))
  // They are looked up by person, in whichever order people are listed.
  useEveryPart(grants)
  const users = grants.data.pages.flatMap(({ items }) => items)
  const teamList = useSuspenseInfiniteQuery(teamGrantsIn(place))
  const teams = teamList.data.pages.flatMap(({ items }) => items)
  const people = list.data.pages.flatMap(({ items }) => items)
  const granted = new Map(users.map(({ user, permission }) => [user.id, permission]))
  return (
    <>
      <section aria-labelledby="groups">
        <h2 id="groups">Everyone and teams</h2>
        <ul className="people">
          <DefaultLevel place={place} thing={thing} />
          {teams.map(({ team, permission }) => (
            <TeamAccess key={team.id} place={place} team={team} permission={permission} />
          ))}
        </ul>
        <ShowMore list={teamList} />
      </section>
      <section aria-labelledby="people">
        <h2 id="people">
          People <span className="count">{list.data.pages[0]?.count}</span>
        </h2>
        <ul className="people">
          {people.map(({ user, permission }) => (
            <PersonAccess
              key={user.id}
              place={place}
              user={user}
              permission={permission}
              granted={granted.get(user.id)}
            />
          ))}
        </ul>
        <ShowMore list={list} />
      </section>
    </>
  )
}
