import type { Comment } from '@stemma/contract'
import { Thread } from './thread.tsx'

interface ThreadListProps {
  readonly comments: readonly Comment[]
  /** What they are about, in words. */
  readonly about: string
  readonly isQuoted?: boolean
}

export function ThreadList({ comments, about, isQuoted = false }: ThreadListProps) {
  if (comments.length === 0) return null
  return (
    <ul className="threads" aria-label={`Comments on ${about}`}>
      {comments.map((comment) => (
        <li key={comment.id}>
          <Thread comment={comment} isQuoted={isQuoted} />
        </li>
      ))}
    </ul>
  )
}
