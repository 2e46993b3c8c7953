import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useOperation } from '../../app/operations.ts'
import { Icon } from '../../kit/icon.tsx'
import { SpaceMark } from '../../kit/space-mark.tsx'
import { pagesOf } from './contents.ts'
import { placeOf } from './place.ts'
import { SpacePages } from './space-pages.tsx'
import './space-navigation.css'

interface SpaceNavigationProps {
  readonly organizationId: string
  readonly spaceId: string
}

/** The open space, and the pages of the version that is open. */
export function SpaceNavigation({ organizationId, spaceId }: SpaceNavigationProps) {
  const { _splat = '' } = useParams({ strict: false })
  const place = placeOf(_splat)
  const space = useOperation('getSpaceById', { params: { spaceId } })
  const { pages } = useSuspenseQuery(pagesOf(spaceId, place.version)).data
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
      <SpacePages organizationId={organizationId} space={space} place={place} pages={pages} />
    </>
  )
}
