import type { Comment, CommentReply } from '@stemma/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adviceFor } from '../app/failures.tsx'
import { DocumentText } from '../kit/document/document-text.tsx'
import { Face } from '../kit/face.tsx'
import { sayWhen } from '../kit/when.ts'
import { CommentBox } from './comment-box.tsx'
import { hasDraft } from './drafts.ts'
import { toDraft } from './mentions.ts'
import { PostedMenu } from './posted-menu.tsx'
import { ReactionMenu, Reactions, useReact } from './reactions.tsx'
import { Suggestion } from './suggestion.tsx'
import { suggestedIn } from './suggestions.ts'
import { useTalk } from './talk.ts'
import { change, type PostedKey, sourceOf } from './writes.ts'
import './posted.css'

interface PostedProps {
  readonly posted: Comment | CommentReply
  readonly postedKey: PostedKey
  /** Names the author and the time. */
  readonly id?: string
}

/** What one person said, and what can be done with it. */
export function Posted({ posted, postedKey, id }: PostedProps) {
  const { references } = useTalk()
  const editing = useEditing(posted, postedKey)
  const { react, error } = useReact(postedKey)
  const { postedBy, postedAt, editedAt, body } = posted
  const suggested = 'target' in posted ? suggestedIn(posted) : undefined
  const document = body.document ?? { object: 'document' as const, data: {}, nodes: [] }
  return (
    <div className="posted">
      <Face user={postedBy} />
      <div className="posted-head">
        <h3 className="posted-by" id={id}>
          <b className="cut">{postedBy.displayName}</b>{' '}
          <time dateTime={postedAt} title={exactly(postedAt)}>
            {sayWhen(postedAt)}
          </time>
          {editedAt && <small title={exactly(editedAt)}>edited</small>}
        </h3>
        <div className="posted-acts">
          <ReactionMenu posted={posted} postedKey={postedKey} react={react} />
          <PostedMenu posted={posted} postedKey={postedKey} onEdit={editing.begin} />
        </div>
      </div>
      <div className="posted-body">
        {editing.box ??
          (suggested !== undefined && 'target' in posted ? (
            <Suggestion comment={posted} text={suggested} />
          ) : (
            <DocumentText document={document} references={references} />
          ))}
        {editing.failure && <p role="alert">{adviceFor(editing.failure)}</p>}
        <Reactions posted={posted} postedKey={postedKey} react={react} />
        {error && <p role="alert">Your reaction wasn’t saved. {adviceFor(error)}</p>}
      </div>
    </div>
  )
}

function exactly(timestamp: string): string {
  return new Date(timestamp).toLocaleString()
}

interface Editing {
  readonly begin: () => void
  readonly box: ReactNode
  readonly failure: Error | null
}

/** The box that stands in place of a text while its author changes it. */
function useEditing({ id, permissions }: Comment | CommentReply, key: PostedKey): Editing {
  const { discussion, draftAt } = useTalk()
  const at = `edit/${id}`
  const [text, setText] = useState(() => (hasDraft(draftAt(at)) ? '' : undefined))
  const { mutate, error } = useMutation({
    mutationFn: () => sourceOf(discussion, key),
    onSuccess: setText,
    networkMode: 'always',
  })
  const isOpen = permissions.edit && text !== undefined
  const box = isOpen && (
    <CommentBox
      at={at}
      label="Your comment"
      placeholder="Your comment"
      initial={toDraft(text)}
      sends="Save"
      sent="Comment changed"
      opened={text === '' ? 0 : 1}
      onSend={({ markdown }) => change(discussion, key, { body: { markdown } })}
      onClose={() => setText(undefined)}
    />
  )
  return { begin: () => mutate(), box: box || undefined, failure: error }
}
