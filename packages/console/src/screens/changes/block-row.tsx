import { wordsIn } from '@stemma/content/documents'
import type { Comment, DocumentNode } from '@stemma/contract'
import { CommentButton, NewComment } from '../../comments/new-comment.tsx'
import { NewSuggestion, SuggestButton } from '../../comments/new-suggestion.tsx'
import { startOf } from '../../comments/start-of.ts'
import { useTalkIfAny } from '../../comments/talk.ts'
import { ThreadList } from '../../comments/thread-list.tsx'
import type { Version } from '../space/place.ts'
import { BlocksText } from './blocks-text.tsx'
import type { Compared } from './compared.ts'
import { ShownFile } from './file-diff.tsx'

type RowKind = 'same' | 'edited' | 'created' | 'deleted' | 'moved' | 'left'

/** What a block was and what it became; one side, if that shows both. */
export interface Sides {
  readonly before?: DocumentNode
  readonly after?: DocumentNode
}

interface BlockRowProps {
  readonly kind: RowKind
  /** The block that comments are about, as it is now. What is gone has none. */
  readonly block?: DocumentNode | undefined
  /** What is drawn. */
  readonly sides: Sides
  readonly comments: readonly Comment[]
  readonly pageId: string
  readonly compared: Compared
}

const labels = {
  edited: { words: 'Changed', tone: 'info' },
  created: { words: 'Added', tone: 'success' },
  deleted: { words: 'Removed', tone: 'danger' },
  moved: { words: 'Moved here', tone: 'info' },
  left: { words: 'Moved away', tone: 'warning' },
} as const

/** One block with what happened to it, and what people say about it. */
export function BlockRow({ kind, block, sides, comments, pageId, compared }: BlockRowProps) {
  const hasTalk = useTalkIfAny() !== undefined
  const { words, tone } = kind === 'same' ? { words: '', tone: '' } : labels[kind]
  const node = block?.key
  const about = `“${startOf(block)}”`
  const text = <BlockSides sides={sides} compared={compared} />
  return (
    <div className="change-row" data-node={node} data-kind={kind}>
      {kind === 'same' ? (
        <div className="change">
          <span className="change-label" />
          {text}
        </div>
      ) : (
        <article className={`change tone-${tone}`} data-change={kind} tabIndex={-1} aria-label={words}>
          <p className="change-label">{words}</p>
          {text}
        </article>
      )}
      {hasTalk && (kind === 'deleted' || node !== undefined) && (
        <div className="change-acts">
          {node === undefined ? (
            <CommentButton target={{ page: pageId }} about="what was removed" start={quoteOf(sides)} />
          ) : (
            <>
              <CommentButton target={{ page: pageId, node }} about={about} />
              <SuggestButton target={{ page: pageId, node }} about={about} />
            </>
          )}
        </div>
      )}
      {hasTalk && node !== undefined && (
        <div className="change-talk">
          <ThreadList comments={comments} about={about} />
          <NewComment target={{ page: pageId, node }} about="this block" />
          <NewSuggestion target={{ page: pageId, node }} />
        </div>
      )}
    </div>
  )
}

interface BlockSidesProps {
  readonly sides: Sides
  readonly compared: Compared
}

/** Both sides stand beside each other, each with the files of its own version. */
function BlockSides({ sides: { before: old, after: now }, compared }: BlockSidesProps) {
  const { organizationId, spaceId, before = compared.after, after } = compared
  const placeOf = (version: Version) => ({ organizationId, spaceId, version })
  if (old === undefined || now === undefined) {
    const version = now === undefined ? before : after
    return <BlocksText place={placeOf(version)} nodes={[old ?? now ?? []].flat()} />
  }
  return (
    <div className="change-sides">
      {[
        { words: 'Before', node: old, version: before },
        { words: 'After', node: now, version: after },
      ].map(({ words, node, version }) => (
        <section key={words} aria-label={words}>
          <p>{words}</p>
          <BlocksText place={placeOf(version)} nodes={[node]} />
          <ShownFile node={node} spaceId={spaceId} version={version} />
        </section>
      ))}
    </div>
  )
}

/** A comment on what is gone is one on the page, which says what it is about. */
function quoteOf({ before }: Sides): string {
  const words = (before ? wordsIn(before) : '').trim().replace(/\s+/g, ' ')
  return `> ${words.slice(0, quoteMax)}\n\n`
}

const quoteMax = 200
