import { ApiFailure } from '@stemma/client'
import { Button } from 'react-aria-components'
import { announce } from '../app/announcements.tsx'
import { queryClient } from '../app/queries.ts'
import { Icon } from '../kit/icon.tsx'
import type { IconName } from '../kit/icon-names.ts'
import { CommentBox } from './comment-box.tsx'
import type { Discussion } from './discussion.ts'
import { beginDraft, hasDraft } from './drafts.ts'
import { offersAbout } from './offers-about.ts'
import { placeOfNew, useTalk } from './talk.ts'
import { post, type Sent, type Target } from './writes.ts'

interface NewCommentProps {
  readonly target: Target
  /** What it is about, in words. */
  readonly about: string
  /** Where its text is kept, if that is elsewhere: the block that it was begun at is gone. */
  readonly at?: string
  /** Whether it is there without being opened. */
  readonly isAlways?: boolean
}

/** The box for a comment on something, once it is opened or has a text that was never sent. */
export function NewComment({ target, about, at = placeOfNew(target), ...props }: NewCommentProps) {
  const { discussion, mayComment, draftAt, boxAt, closeBox } = useTalk()
  const opened = boxAt(at)
  const isOpen = opened === undefined ? hasDraft(draftAt(at)) : opened > 0
  if (!mayComment || (!isOpen && props.isAlways !== true)) return null
  return (
    <CommentBox
      {...offersAbout(discussion, 'post')}
      at={at}
      label={`Comment on ${about}`}
      placeholder={`Comment on ${about}`}
      sends="Comment"
      sent="Comment sent"
      opened={opened ?? 0}
      onSend={(sent) => send(discussion, target, sent)}
      onClose={() => closeBox(at)}
    />
  )
}

async function send(discussion: Discussion, target: Target, sent: Sent) {
  try {
    await post(discussion, target, sent)
  } catch (failure) {
    if (isAboutBlock(failure)) {
      announce('The text has changed. Your comment is kept below the page.')
      await queryClient.invalidateQueries({ queryKey: ['spaces', discussion.spaceId] })
    }
    throw failure
  }
}

/** Somebody changed the block before the comment arrived. */
function isAboutBlock(failure: unknown): boolean {
  if (!(failure instanceof ApiFailure) || !Array.isArray(failure.details)) return false
  return failure.details.some((one) => (one as { readonly pointer?: string }).pointer === '/body/node')
}

interface CommentButtonProps {
  readonly target: Target
  readonly about: string
  /** The words that the comment begins with. */
  readonly start?: string | undefined
  readonly icon?: IconName
}

/** Opens the box for a comment. */
export function CommentButton({ target, about, start, icon = 'chat-circle' }: CommentButtonProps) {
  const { discussion, mayComment } = useTalk()
  const begin = useBegin()
  if (!mayComment) return null
  return (
    <Button
      {...offersAbout(discussion, 'post')}
      className="icon-button comment-button"
      aria-label={`Comment on ${about}`}
      onPress={() => begin(target, start)}
    >
      <Icon name={icon} />
    </Button>
  )
}

/** Opens the box for a comment on something, wherever it stands. */
export function useBegin() {
  const { draftAt, openBox } = useTalk()
  return (target: Target, start?: string) => {
    const at = placeOfNew(target)
    if (start !== undefined) beginDraft(draftAt(at), start)
    openBox(at)
  }
}
