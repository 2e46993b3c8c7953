import { useQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { adviceFor } from '../app/failures.tsx'
import { Icon } from '../kit/icon.tsx'
import { CommentBox } from './comment-box.tsx'
import { hasDraft } from './drafts.ts'
import { offersAbout } from './offers-about.ts'
import { blockSource, toSuggestion } from './suggestions.ts'
import { useTalk } from './talk.ts'
import { post } from './writes.ts'

interface BlockTarget {
  readonly page: string
  readonly node: string
}

function placeOf({ page, node }: BlockTarget): string {
  return `suggest/${page}/${node}`
}

interface SuggestButtonProps {
  readonly target: BlockTarget
  readonly about: string
}

/** Opens the box for another text of a block. */
export function SuggestButton({ target, about }: SuggestButtonProps) {
  const { discussion, mayComment, openBox } = useTalk()
  if (!mayComment) return null
  return (
    <Button
      {...offersAbout(discussion, 'post')}
      className="icon-button comment-button"
      aria-label={`Suggest another text for ${about}`}
      onPress={() => openBox(placeOf(target))}
    >
      <Icon name="pencil-simple" />
    </Button>
  )
}

/** The box, once it is opened or has a text that was never sent. */
export function NewSuggestion({ target }: { readonly target: BlockTarget }) {
  const { mayComment, draftAt, boxAt } = useTalk()
  const at = placeOf(target)
  const opened = boxAt(at)
  const isOpen = opened === undefined ? hasDraft(draftAt(at)) : opened > 0
  return mayComment && isOpen ? <SuggestionBox target={target} opened={opened ?? 0} /> : null
}

interface SuggestionBoxProps {
  readonly target: BlockTarget
  readonly opened: number
}

function SuggestionBox({ target, opened }: SuggestionBoxProps) {
  const { discussion, closeBox } = useTalk()
  const place = { discussion, pageId: target.page, node: target.node }
  const { data, error } = useQuery({ ...blockSource(place), throwOnError: false })
  if (error) return <p role="alert">{adviceFor(error)}</p>
  if (data === undefined) return <p aria-busy="true">Loading…</p>
  if (data === null) return <p>This block can’t be replaced by itself. Comment on it instead.</p>
  return (
    <CommentBox
      at={placeOf(target)}
      label="Your text for this block, in Markdown"
      placeholder="Your text for this block"
      initial={{ text: data.text }}
      unless={data.text}
      sends="Suggest"
      sent="Suggestion sent"
      opened={opened}
      onSend={({ markdown, idempotencyKey }) =>
        post(discussion, target, { markdown: toSuggestion(markdown), idempotencyKey })
      }
      onClose={() => closeBox(placeOf(target))}
    />
  )
}
