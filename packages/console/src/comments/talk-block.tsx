import type { DocumentNode } from '@stemma/contract'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from '../kit/icon.tsx'
import { isOpen } from './discussion.ts'
import { CommentButton } from './new-comment.tsx'
import type { Placed } from './placed.ts'
import { startOf } from './start-of.ts'
import './talk-block.css'

interface TalkBlockProps {
  readonly node: DocumentNode
  readonly pageId: string
  /** What people say, while the comments are shown. */
  readonly placed: Placed | undefined
  readonly children: ReactNode
}

/** A block of a page that is read. Beside it are its comments, and the way to a new one. */
export function TalkBlock({ node, pageId, placed, children }: TalkBlockProps) {
  const { key } = node
  return (
    <div className="block-frame">
      {children}
      {placed && key !== undefined && (
        <Beside node={node} target={{ page: pageId, node: key }} placed={placed} />
      )}
    </div>
  )
}

interface BesideProps {
  readonly node: DocumentNode
  readonly target: { readonly page: string; readonly node: string }
  readonly placed: Placed
}

function Beside({ node, target, placed }: BesideProps) {
  const said = (placed.at.get(target.node) ?? []).filter(isOpen)
  const about = `“${startOf(node)}”`
  const [first] = said
  return (
    <div className="talk-block" data-said={said.length > 0 || undefined}>
      {first && (
        <Button
          className="talk-block-count"
          aria-label={`${said.length === 1 ? '1 comment' : `${said.length} comments`} on ${about}`}
          onPress={() => showThread(first.id)}
        >
          <Icon name="chat-circle" />
          {said.length}
        </Button>
      )}
      <CommentButton target={target} about={about} icon="plus" />
    </div>
  )
}

function showThread(commentId: string) {
  const thread = document.querySelector<HTMLElement>(`[data-comment="${CSS.escape(commentId)}"]`)
  thread?.focus({ preventScroll: true })
  thread?.scrollIntoView({ block: 'center' })
}
