import type { Comment } from '@stemma/contract'
import { Button } from 'react-aria-components'
import { Icon } from '../kit/icon.tsx'
import { draftsAt } from './drafts.ts'
import { NewComment } from './new-comment.tsx'
import { offersAbout } from './offers-about.ts'
import { placeOfNew, useTalk } from './talk.ts'
import { ThreadList } from './thread-list.tsx'
import './page-talk.css'

interface PageTalkProps {
  readonly pageId: string
  readonly comments: readonly Comment[]
  /** The keys of the blocks that have a box of their own, if blocks are shown. */
  readonly blocks?: readonly string[]
}

/** What was said about a page as a whole, and about text that is gone. */
export function PageTalk({ pageId, comments, blocks }: PageTalkProps) {
  const { discussion, mayComment, openBox } = useTalk()
  const target = { page: pageId }
  if (!mayComment && comments.length === 0) return null
  return (
    <section className="page-talk" aria-label="Comments on the page">
      <ThreadList comments={comments} about="the page" isQuoted />
      {blocks && <LostDrafts pageId={pageId} blocks={blocks} />}
      <NewComment target={target} about="the page" />
      {mayComment && (
        <Button
          {...offersAbout(discussion, 'post')}
          className="button"
          data-kind="quiet"
          onPress={() => openBox(placeOfNew(target))}
        >
          <Icon name="chat-circle" />
          Comment on the page
        </Button>
      )}
    </section>
  )
}

/** Comments that were begun at blocks that are gone. They can still be sent, as comments on the page. */
function LostDrafts({ pageId, blocks }: Required<Omit<PageTalkProps, 'comments'>>) {
  const { draftAt } = useTalk()
  const start = placeOfNew({ page: pageId })
  const known = new Set([start, ...blocks.map((node) => placeOfNew({ page: pageId, node }))])
  const lost = draftsAt(draftAt(start)).filter((at) => !known.has(at))
  return lost.map((at) => (
    <div key={at}>
      <p className="page-talk-lost">The text that you began to comment on has changed since.</p>
      <NewComment target={{ page: pageId }} at={at} about="the page" />
    </div>
  ))
}
