import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useOperation } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { SpaceMark } from '../../kit/space-mark.tsx'
import { pagesOf } from './contents.ts'
import { PageTree } from './page-tree.tsx'
import { placeOf } from './place.ts'
import './space-navigation.css'

interface SpaceNavigationProps {
  readonly organizationId: string
  readonly spaceId: string
}

/** The open space, and the pages of the version that is open. */
export function SpaceNavigation({ organizationId, spaceId }: SpaceNavigationProps) {
  const { _splat = '' } = useParams({ strict: false })
  const { version, path } = placeOf(_splat)
  const space = useOperation('getSpaceById', { params: { spaceId } })
  const { pages } = useSuspenseQuery(pagesOf(spaceId, version)).data
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
      </p>
      <h2 className="nav-label" id="nav-pages">
        Pages
      </h2>
      {pages.length === 0 ? (
        <p className="space-empty">No pages yet.</p>
      ) : (
        <PageTree pages={pages} place={{ version, path }} organizationId={organizationId} spaceId={spaceId} />
      )}
    </>
  )
}
