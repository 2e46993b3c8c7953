import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { toQuery } from '../../app/operations.ts'
import type { Version } from './place.ts'

interface VersionMarkProps {
  readonly organizationId: string
  readonly version: Version
  readonly spaceId: string
}

/** Says which version is open, unless it is the current one. */
export function VersionMark({ version, ...space }: VersionMarkProps) {
  if (version.kind === 'current') return null
  if (version.kind === 'revision') return <span className="badge">Earlier revision</span>
  return <ChangeRequestMark {...space} id={version.id} />
}

const states = { draft: 'Draft', open: 'Open', merged: 'Merged', archived: 'Archived' } as const

interface ChangeRequestMarkProps extends Omit<VersionMarkProps, 'version'> {
  readonly id: string
}

/** The way from the pages of a change request to its review. */
function ChangeRequestMark({ organizationId, spaceId, id }: ChangeRequestMarkProps) {
  const params = { spaceId, changeRequestId: id }
  const { number, subject, status } = useSuspenseQuery(toQuery('getChangeRequestById', { params })).data
  return (
    <>
      <Link
        to="/o/$organizationId/s/$spaceId/~/review/$number"
        params={{ organizationId, spaceId, number: String(number) }}
      >
        #{number} <b>{subject || 'Untitled change'}</b>
      </Link>
      <span className="badge">{states[status]}</span>
    </>
  )
}
