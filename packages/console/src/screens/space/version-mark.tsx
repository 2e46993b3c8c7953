import { useSuspenseQuery } from '@tanstack/react-query'
import { toQuery } from '../../app/operations.ts'
import type { Version } from './place.ts'

interface VersionMarkProps {
  readonly version: Version
  readonly spaceId: string
}

/** Says which version is open, unless it is the current one. */
export function VersionMark({ version, spaceId }: VersionMarkProps) {
  if (version.kind === 'current') return null
  if (version.kind === 'revision') return <span className="badge">Earlier revision</span>
  return <ChangeRequestMark spaceId={spaceId} changeRequestId={version.id} />
}

const states = { draft: 'Draft', open: 'Open', merged: 'Merged', archived: 'Archived' } as const

function ChangeRequestMark(params: { readonly spaceId: string; readonly changeRequestId: string }) {
  const { number, subject, status } = useSuspenseQuery(toQuery('getChangeRequestById', { params })).data
  return (
    <>
      <span>
        #{number} <b>{subject || 'Untitled change'}</b>
      </span>
      <span className="badge">{states[status]}</span>
    </>
  )
}
