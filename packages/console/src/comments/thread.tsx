import type { Comment } from '@stemma/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../app/announcements.tsx'
import { adviceFor } from '../app/failures.tsx'
import { Icon } from '../kit/icon.tsx'
import { CommentBox } from './comment-box.tsx'
import { isOpen, repliesOf } from './discussion.ts'
import { offersAbout } from './offers-about.ts'
import { Posted } from './posted.tsx'
import { Quote } from './quote.tsx'
import { useTalk } from './talk.ts'
import { reply, resolve } from './writes.ts'
import './thread.css'

interface ThreadProps {
  readonly comment: Comment
  /** Whether the text that it is about is not right above it. */
  readonly isQuoted: boolean
}

/** A comment with its replies. A resolved one shows one line until it is opened. */
export function Thread({ comment, isQuoted }: ThreadProps) {
  const { linked } = useTalk()
  const isLinked = linked === comment.id
  const [isUnfolded, setUnfolded] = useState(isLinked)
  const article = useRef<HTMLElement>(null)
  const name = useId()
  useLinked(article, isLinked)
  const isResolved = !isOpen(comment)
  return (
    <article
      className="thread"
      ref={article}
      tabIndex={-1}
      data-resolved={isResolved || undefined}
      data-linked={isLinked || undefined}
      data-comment={comment.id}
      aria-labelledby={name}
    >
      {isResolved && (
        <p className="thread-resolved">
          <Icon name="check-circle" />
          <span className="cut" {...(!isUnfolded && { id: name })}>
            {comment.resolvedBy ? `Resolved by ${comment.resolvedBy.displayName}` : 'Resolved'}
          </span>
          <Button
            className="button"
            data-kind="quiet"
            aria-expanded={isUnfolded}
            onPress={() => setUnfolded(!isUnfolded)}
          >
            {isUnfolded ? 'Hide' : 'Show'}
          </Button>
        </p>
      )}
      {(!isResolved || isUnfolded) && (
        <>
          {isQuoted && <Quote comment={comment} />}
          <Posted posted={comment} postedKey={{ commentId: comment.id }} id={name} />
          <Replies comment={comment} />
          <ThreadEnd comment={comment} />
        </>
      )}
    </article>
  )
}

/** A link to a comment leads there, wherever it stands. */
function useLinked(article: { readonly current: HTMLElement | null }, isLinked: boolean) {
  useEffect(() => {
    if (!isLinked) return
    // The screen gives the focus to its heading when it opens, which is after this.
    const frame = requestAnimationFrame(() => {
      article.current?.focus({ preventScroll: true })
      article.current?.scrollIntoView({ block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [article, isLinked])
}

function Replies({ comment: { id: commentId, replies } }: Pick<ThreadProps, 'comment'>) {
  const { discussion } = useTalk()
  const { data } = useQuery({ ...repliesOf(discussion, commentId), enabled: replies > 0 })
  if (replies === 0 || data === undefined) return null
  return (
    <ol className="replies">
      {data.items.map((one) => (
        <li key={one.id}>
          <Posted posted={one} postedKey={{ commentId, commentReplyId: one.id }} />
        </li>
      ))}
    </ol>
  )
}

/** A reply, or the end of the talk. */
function ThreadEnd({ comment }: Pick<ThreadProps, 'comment'>) {
  const { discussion, mayComment } = useTalk()
  const { postedBy, permissions } = comment
  const mayReply = mayComment && permissions.reply === true
  const resolving = useResolving(comment)
  if (!mayReply && !resolving.isAllowed) return null
  return (
    <div className="thread-end">
      {mayReply && (
        <CommentBox
          {...offersAbout(discussion, 'reply', { commentId: comment.id })}
          at={`reply/${comment.id}`}
          label={`Reply to ${postedBy.displayName}`}
          placeholder="Reply"
          sends="Reply"
          sent="Reply sent"
          onSend={(sent) => reply(discussion, comment.id, sent)}
        />
      )}
      {resolving.isAllowed && (
        <Button
          {...offersAbout(discussion, 'change', { commentId: comment.id }, { resolved: isOpen(comment) })}
          className="button"
          isPending={resolving.isPending}
          onPress={({ target }) => resolving.toggle(target.closest('article'))}
        >
          {isOpen(comment) ? 'Resolve' : 'Reopen'}
        </Button>
      )}
      {resolving.error && <p role="alert">{adviceFor(resolving.error)}</p>}
    </div>
  )
}

/** Authors resolve their own comments, and people with edit level everybody's. */
function useResolving(comment: Comment) {
  const { discussion, mayResolve } = useTalk()
  const isResolved = !isOpen(comment)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (_thread: HTMLElement | null) => resolve(discussion, comment.id, !isResolved),
    onSuccess: (_, thread) => {
      announce(isResolved ? 'Reopened' : 'Resolved')
      // The button may be gone.
      thread?.focus({ preventScroll: true })
    },
    networkMode: 'always',
  })
  return {
    isAllowed: mayResolve || comment.permissions.edit,
    isPending,
    error,
    toggle: mutate,
  }
}
