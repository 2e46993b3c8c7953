import type { Comment } from '@stemma/contract'
import { Link } from '@tanstack/react-router'
import { NewComment } from '../../comments/new-comment.tsx'
import { useTalk } from '../../comments/talk.ts'
import { ThreadList } from '../../comments/thread-list.tsx'
import type { Changed } from '../changes/changed.ts'
import './talk-tab.css'

const route = '/o/$organizationId/s/$spaceId/~/review/$number'

/** Everything that people say about a change request: about all of it, then page by page. */
export function TalkTab({ items }: { readonly items: readonly Changed[] }) {
  const { comments, mayComment } = useTalk()
  const pages = Map.groupBy(comments, ({ target }) => target.page?.id ?? '')
  const general = pages.get('') ?? []
  return (
    <div className="talk-tab">
      {comments.length === 0 && (
        <p className="talk-empty">
          Nobody has said anything yet. Comments are for questions and suggestions about this change: write
          one about all of it here, or about a block under Changes.
        </p>
      )}
      {(general.length > 0 || mayComment) && (
        <section aria-labelledby="talk-all">
          <h2 id="talk-all">The change as a whole</h2>
          <ThreadList comments={general} about="the change as a whole" />
          <NewComment target={{}} about="the change as a whole" isAlways />
        </section>
      )}
      {[...pages].map(
        ([pageId, said]) =>
          pageId !== '' && (
            <PageSection key={pageId} pageId={pageId} comments={said} isChanged={isAmong(items, pageId)} />
          ),
      )}
    </div>
  )
}

function isAmong(items: readonly Changed[], pageId: string): boolean {
  return items.some(({ id }) => id === pageId)
}

interface PageSectionProps {
  readonly pageId: string
  readonly comments: readonly Comment[]
  readonly isChanged: boolean
}

function PageSection({ pageId, comments, isChanged }: PageSectionProps) {
  const title = comments[0]?.target.page?.title ?? ''
  return (
    <section aria-labelledby={`talk-${pageId}`}>
      <h2 id={`talk-${pageId}`}>
        {isChanged ? (
          <Link from={route} to="." search={{ page: pageId }}>
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      <ThreadList comments={comments} about={title} isQuoted />
    </section>
  )
}
