import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Notice } from '../../kit/notice.tsx'

interface RestoredProps {
  readonly organizationId: string
  readonly spaceId: string
  /** What was restored. */
  readonly title: string
  /** Whether it was one page. */
  readonly isPage: boolean
}

/** What a restore did, how to undo it, and where to go on. */
export function Restored({ organizationId, spaceId, title, isPage }: RestoredProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div className="restored" role="status" ref={notice} tabIndex={-1}>
      <Notice tone="success" icon="check-circle">
        <p>
          {isPage ? 'The page is as in' : 'The space has the content of'} “{title}” again. To undo this,
          restore the revision before this one.
        </p>
        <Link className="button" to="/o/$organizationId/s/$spaceId" params={{ organizationId, spaceId }}>
          Read the pages
        </Link>
      </Notice>
    </div>
  )
}
