import type { ChangeRequest, Space } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from '../kit/icon.tsx'
import type { Version } from '../screens/space/place.ts'
import { isOpen } from './discussion.ts'
import { PageTalk } from './page-talk.tsx'
import { showInText } from './show-in-text.ts'
import { useTalk } from './talk.ts'
import { TalkProvider } from './talk-provider.tsx'
import './comments-panel.css'

interface SaidProps {
  readonly pageId: string
  /** Whether somebody just opened it. */
  readonly isNew: boolean
  readonly onClose: () => void
}

interface CommentsPanelProps extends SaidProps {
  readonly organizationId: string
  readonly space: Space
  readonly one: ChangeRequest
  readonly version: Version
  readonly linked: string | undefined
}

/** What people say about a page of a change request, beside its text. */
export function CommentsPanel({ organizationId, space, one, version, linked, ...said }: CommentsPanelProps) {
  return (
    <TalkProvider
      organizationId={organizationId}
      spaceId={space.id}
      version={version}
      discussionId={one.id}
      mayComment={one.permissions.comment}
      mayEdit={one.permissions.edit}
      mayResolve={space.permissions.edit}
      linked={linked}
      onShow={showInText}
    >
      <Said {...said} />
    </TalkProvider>
  )
}

function Said({ pageId, isNew, onClose }: SaidProps) {
  const { comments, discussion, organizationId, mayComment } = useTalk()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  const here = comments.filter(({ target }) => target.page?.id === pageId)
  const { spaceId, changeRequestId } = discussion
  return (
    <section className="comments-panel" aria-labelledby="comments">
      <header>
        <h2 id="comments" ref={heading} tabIndex={-1}>
          Comments <span className="count">{here.filter(isOpen).length}</span>
        </h2>
        <Button className="icon-button" aria-label="Close comments" onPress={onClose}>
          <Icon name="x" />
        </Button>
      </header>
      {here.length === 0 && (
        <p className="comments-none">
          Comments are for questions and suggestions about this page.
          {mayComment && ' Others see them beside the text and in the review.'}
        </p>
      )}
      <PageTalk pageId={pageId} comments={here} />
      {changeRequestId !== undefined && (
        <Link
          className="comments-all"
          to="/o/$organizationId/s/$spaceId/~/review/$number"
          params={{ organizationId, spaceId, number: changeRequestId }}
          search={{ tab: 'talk' }}
        >
          All comments on this change
        </Link>
      )}
    </section>
  )
}
