import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { announce } from '../app/announcements.tsx'
import { adviceFor } from '../app/failures.tsx'
import type { Offered } from '../app/offers.ts'
import { isApple } from '../kit/platform.ts'
import { readAgain } from './discussion.ts'
import { type Draft, useDraft } from './drafts.ts'
import { toMarkdown } from './mentions.ts'
import { useTalk } from './talk.ts'
import { useMentions } from './use-mentions.tsx'
import type { Sent } from './writes.ts'
import './comment-box.css'

interface CommentBoxProps extends Offered {
  /** What is written here, for people who don't see where it stands. */
  readonly label: string
  readonly placeholder: string
  /** Where the text is kept until it is sent. */
  readonly at: string
  readonly initial?: Draft
  /** A text that is not worth sending, such as the one that stands there already. */
  readonly unless?: string
  /** The words of the button, and what is announced afterwards. */
  readonly sends: string
  readonly sent: string
  /** How often it was opened. Each time, it gets the focus. */
  readonly opened?: number
  readonly onSend: (sent: Sent) => Promise<unknown>
  /** It was sent, or is not wanted now. What was not sent stays in this browser. */
  readonly onClose?: () => void
}

/** A text to send. It stays, over reloads too, until the server has taken it. */
export function CommentBox({
  at,
  initial,
  unless = '',
  opened = 0,
  onSend,
  onClose,
  'data-operation': operation,
  'data-body': body,
  ...words
}: CommentBoxProps) {
  const { discussion, draftAt } = useTalk()
  const { draft, isKept, keep, release, forget } = useDraft(draftAt(at), initial)
  const [isActive, setActive] = useState(draft.text !== '' || opened > 0)
  const { field, giveBack } = useFocus(opened)
  const mentions = useMentions({ field, draft, keep })
  const isEmpty = draft.text.trim() === '' || draft.text === unless
  const close = () => {
    setActive(false)
    giveBack()
    onClose?.()
  }
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (idempotencyKey: string) => {
      keep({ ...draft, key: idempotencyKey })
      await onSend({ markdown: toMarkdown(draft), idempotencyKey })
      release()
      await readAgain(discussion)
    },
    onSuccess: () => {
      forget()
      announce(words.sent)
      close()
    },
    networkMode: 'always',
  })
  const send = () => {
    if (!isEmpty && !isPending) mutate(draft.key ?? crypto.randomUUID())
  }
  const drop = () => {
    reset()
    forget()
    close()
  }
  return (
    <div
      className="comment-box"
      data-active={isActive || undefined}
      data-operation={operation}
      data-body={body}
    >
      <div className="comment-box-field">
        <textarea
          ref={field}
          aria-label={words.label}
          placeholder={words.placeholder}
          rows={1}
          value={draft.text}
          readOnly={isPending}
          onChange={({ target }) => keep({ text: target.value, ...peopleOf(draft) })}
          onSelect={({ currentTarget }) => mentions.onCursor(currentTarget.selectionStart)}
          onFocus={() => setActive(true)}
          onKeyDown={(event) => onKey(event, { send, close, mention: mentions.onKey })}
          {...mentions.attributes}
        />
        {mentions.list}
      </div>
      {error && <p role="alert">{adviceFor(error)} Your text is kept here.</p>}
      {!isKept && <p role="alert">This browser stores nothing: send the text before you leave.</p>}
      {isActive && (
        <BoxEnd sends={words.sends} isEmpty={isEmpty} isPending={isPending} onDrop={drop} onSend={send} />
      )}
    </div>
  )
}

interface BoxEndProps {
  readonly sends: string
  readonly isEmpty: boolean
  readonly isPending: boolean
  readonly onDrop: () => void
  readonly onSend: () => void
}

function BoxEnd({ sends, isEmpty, isPending, onDrop, onSend }: BoxEndProps) {
  return (
    <div className="comment-box-end">
      <small>Markdown · {isApple ? '⌘↵' : 'Ctrl Enter'} sends</small>
      <Button className="button" data-kind="quiet" onPress={onDrop}>
        {isEmpty ? 'Cancel' : 'Discard'}
      </Button>
      <Button
        className="button"
        data-kind="primary"
        isDisabled={isEmpty}
        isPending={isPending}
        onPress={onSend}
      >
        {sends}
      </Button>
    </div>
  )
}

interface Keys {
  readonly send: () => void
  readonly close: () => void
  readonly mention: (event: KeyboardEvent) => boolean
}

function onKey(event: KeyboardEvent<HTMLTextAreaElement>, { send, close, mention }: Keys) {
  if (event.nativeEvent.isComposing) return
  if (mention(event)) event.preventDefault()
  else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  else if (event.key === 'Escape') close()
  else return
  event.preventDefault()
}

function peopleOf({ people }: Draft) {
  return people === undefined ? {} : { people }
}

/** The focus goes into a box that was opened, and back to what opened it. */
function useFocus(opened: number) {
  const field = useRef<HTMLTextAreaElement>(null)
  const opener = useRef<Element>(null)
  useEffect(() => {
    const { current } = field
    if (opened === 0 || current === null) return
    opener.current = document.activeElement
    current.focus()
    current.setSelectionRange(current.value.length, current.value.length)
  }, [opened])
  const giveBack = () => {
    const next = opener.current ?? field.current?.closest('[tabindex]')
    if (next instanceof HTMLElement && next.isConnected) next.focus({ preventScroll: true })
    else field.current?.blur()
  }
  return { field, giveBack }
}
