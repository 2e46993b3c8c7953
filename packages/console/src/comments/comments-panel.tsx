import type { DocumentNode } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from '../kit/icon.tsx'
import { isOpen } from './discussion.ts'
import { NewComment } from './new-comment.tsx'
import { PageTalk } from './page-talk.tsx'
import { startOf } from './start-of.ts'
import { useTalk } from './talk.ts'
import { TalkProvider, type TalkProviderProps } from './talk-provider.tsx'
import './comments-panel.css'

interface SaidProps {
  readonly pageId: string
  /** The blocks of the page, if comments on them can be begun beside it. */
  readonly blocks?: readonly DocumentNode[] | undefined
  /** Whether somebody just opened it. */
  readonly isNew: boolean
  readonly onClose: () => void
}

interface CommentsPanelProps extends SaidProps {
  readonly talk: Omit<TalkProviderProps, 'children'>
}

/** What people say about a page, beside an editor. */
export function CommentsPanel({ talk, ...said }: CommentsPanelProps) {
  return (
    <TalkProvider {...talk}>
      <Said {...said} />
    </TalkProvider>
  )
}

/** What people say about a page, beside its text. */
export function Said({ pageId, blocks, isNew, onClose }: SaidProps) {
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
          {mayComment && (changeRequestId === undefined ? inSpace : inReview)}
        </p>
      )}
      {blocks?.map((node) => (
        <NewComment
          key={node.key}
          target={{ page: pageId, ...(node.key !== undefined && { node: node.key }) }}
          about={`“${startOf(node)}”`}
        />
      ))}
      <PageTalk
        pageId={pageId}
        comments={here}
        {...(blocks && { blocks: blocks.flatMap(({ key }) => key ?? []) })}
      />
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

const inReview = ' Others see them beside the text and in the review.'
const inSpace = ' Others see them beside the text.'
