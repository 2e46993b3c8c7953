import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useMatch, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useOperation } from '../../app/operations.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Icon } from '../../kit/icon.tsx'
import { NavItem } from '../../kit/nav-item.tsx'
import { SpaceMark } from '../../kit/space-mark.tsx'
import { pagesOf } from './contents.ts'
import { type Place, searchOf } from './place.ts'
import { SpacePages } from './space-pages.tsx'
import { useOpenPlace } from './use-open-place.ts'
import './space-navigation.css'

const ReviewNavigation = lazy(async () => ({
  default: (await import('../review/review-navigation.tsx')).ReviewNavigation,
}))

const ConflictsNavigation = lazy(async () => ({
  default: (await import('../conflicts/conflicts-navigation.tsx')).ConflictsNavigation,
}))

const WatchSpace = lazy(async () => ({
  default: (await import('../inbox/watch-button.tsx')).WatchSpace,
}))

interface SpaceNavigationProps {
  readonly organizationId: string
  readonly spaceId: string
}

/** The open space, and the pages of the version that is open. */
export function SpaceNavigation({ organizationId, spaceId }: SpaceNavigationProps) {
  const { number } = useParams({ strict: false })
  const conflicts = useMatch({
    from: '/o/$organizationId/s/$spaceId/~/review/$number/conflicts',
    shouldThrow: false,
  })
  const place = useOpenPlace()
  const space = useOperation('getSpaceById', { params: { spaceId } })
  return (
    <>
      <Link className="space-back" to="/o/$organizationId" params={{ organizationId }}>
        <Icon name="arrow-left" /> All spaces
      </Link>
      <p className="space-name">
        <SpaceMark space={space} />
        <Link to="/o/$organizationId/s/$spaceId" params={{ organizationId, spaceId }}>
          {space.title || 'Untitled space'}
        </Link>
        <span className="space-watch">
          <Suspense>
            <WatchSpace spaceId={spaceId} />
          </Suspense>
        </span>
      </p>
      <ul className="nav">
        <NavItem icon="git-pull-request">
          <Link to="/o/$organizationId/s/$spaceId/~/changes" params={{ organizationId, spaceId }}>
            Change requests
            {space.changeRequestsOpen > 0 && <span className="count">{space.changeRequestsOpen}</span>}
          </Link>
        </NavItem>
        <NavItem icon="clock-counter-clockwise">
          <Link to="/o/$organizationId/s/$spaceId/~/history" params={{ organizationId, spaceId }}>
            History
          </Link>
        </NavItem>
        <ContentItems organizationId={organizationId} spaceId={spaceId} place={place} />
        {space.permissions.admin && (
          <NavItem icon="lock-simple">
            <Link to="/o/$organizationId/s/$spaceId/~/permissions" params={{ organizationId, spaceId }}>
              Permissions
            </Link>
          </NavItem>
        )}
        {space.permissions.admin && (
          <NavItem icon="gear">
            <Link to="/o/$organizationId/s/$spaceId/~/settings" params={{ organizationId, spaceId }}>
              Settings
            </Link>
          </NavItem>
        )}
      </ul>
      {conflicts !== undefined ? (
        <ConflictsNavigation {...conflicts.params} />
      ) : number === undefined ? (
        <PagesOfVersion organizationId={organizationId} space={space} place={place} />
      ) : (
        <ReviewNavigation organizationId={organizationId} spaceId={spaceId} number={number} />
      )}
    </>
  )
}

interface ContentItemsProps extends SpaceNavigationProps {
  readonly place: Place
}

/** What the open version has besides its pages. */
function ContentItems({ organizationId, spaceId, place: { version } }: ContentItemsProps) {
  const navigate = useNavigate()
  const params = { organizationId, spaceId }
  const search = searchOf(version)
  useShortcuts('space', {
    'g f': () => void navigate({ to: '/o/$organizationId/s/$spaceId/~/files', params, search }),
  })
  return (
    <>
      <NavItem icon="paperclip">
        <Link
          to="/o/$organizationId/s/$spaceId/~/files"
          params={params}
          search={search}
          activeOptions={anySearch}
        >
          Files
        </Link>
      </NavItem>
      <NavItem icon="puzzle-piece">
        <Link
          to="/o/$organizationId/s/$spaceId/~/reusable"
          params={params}
          search={search}
          activeOptions={anySearch}
        >
          Reusable contents
        </Link>
      </NavItem>
    </>
  )
}

/** The screen is the same, whatever it filters. */
const anySearch = { includeSearch: false }

/** Reviews have a list of their own: they don't wait for the pages of the space. */
function PagesOfVersion(props: Omit<Parameters<typeof SpacePages>[0], 'pages'>) {
  const { space, place } = props
  const { pages } = useSuspenseQuery(pagesOf(space.id, place.version)).data
  return <SpacePages {...props} pages={pages} />
}
