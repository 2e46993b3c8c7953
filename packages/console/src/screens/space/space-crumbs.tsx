import type { Space } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { splatOf, type Version } from './place.ts'
import { VersionMark } from './version-mark.tsx'

interface SpaceCrumbsProps {
  readonly organizationId: string
  readonly space: Space
  readonly version: Version
}

/** Where a screen of a space is: the way to the pages of the version that it shows. */
export function SpaceCrumbs({ organizationId, space: { id: spaceId, title }, version }: SpaceCrumbsProps) {
  return (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <Link
        to="/o/$organizationId/s/$spaceId/$"
        params={{ organizationId, spaceId, _splat: splatOf({ version, path: '' }) }}
      >
        {title || 'Untitled space'}
      </Link>
      <VersionMark organizationId={organizationId} version={version} spaceId={spaceId} />
      <span />
    </nav>
  )
}
