import type { ChangeRequest } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { useEverySpace } from '../../app/spaces.ts'
import { Face } from '../../kit/face.tsx'
import { sayWhen } from '../../kit/when.ts'
import './change-request-list.css'

interface ChangeRequestListProps {
  readonly items: readonly ChangeRequest[]
  readonly organizationId: string
  /** The word of the button at the end of a row. */
  readonly action: string
}

/** Change requests as rows of two lines: what it is about, then where, whose and when. */
export function ChangeRequestList({ items, organizationId, action }: ChangeRequestListProps) {
  const spaces = useEverySpace({ organizationId })
  const titleOf = (id: string) => spaces.items.find((space) => space.id === id)?.title ?? ''
  return (
    <ul className="works">
      {items.map((one) => (
        <li className="work" key={one.id}>
          <Face user={one.createdBy} />
          <Link
            className="work-text"
            to="/o/$organizationId/s/$spaceId/~/review/$number"
            params={{ organizationId, spaceId: one.space, number: String(one.number) }}
          >
            <span className="cut">
              <b>{one.subject || 'Untitled change'}</b> <span className="count">#{one.number}</span>
            </span>
            <small className="cut dots">
              <span>{titleOf(one.space)}</span>
              <span>{one.createdBy.displayName}</span>
              <span>{sayWhen(one.updatedAt)}</span>
            </small>
          </Link>
          {one.outdated && one.status !== 'merged' && <span className="badge">Space has changed</span>}
          {one.comments > 0 && <span className="badge">{commentsIn(one.comments)}</span>}
          <span className="button work-action" aria-hidden="true">
            {action}
          </span>
        </li>
      ))}
    </ul>
  )
}

function commentsIn(count: number): string {
  return count === 1 ? '1 comment' : `${count} comments`
}
