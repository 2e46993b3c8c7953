import { Button } from 'react-aria-components'
import type { SharedValue } from '../app/shared-value.ts'
import { Notice } from '../kit/notice.tsx'
import { Conflicts } from './conflicts.tsx'
import type { Choices } from './saving/page-writer.ts'
import type { SaveState } from './saving/save-state.ts'

interface SaveNoticeProps {
  readonly saving: SharedValue<SaveState>
  readonly onDecide: (choices: Choices) => void
  readonly onRetry: () => void
  /** Puts the whole text on the clipboard. */
  readonly onCopy: () => void
}

/** What keeps the words from the server, and what can be done about it. The text stays editable. */
export function SaveNotice({ saving, onDecide, onRetry, onCopy }: SaveNoticeProps) {
  const state = saving.useValue()
  if (state.kind === 'conflict') {
    const name = state.conflicts.map(({ id }) => id).join()
    return <Conflicts key={name} conflicts={state.conflicts} onDecide={onDecide} />
  }
  if (state.kind === 'kept')
    return (
      <Notice tone="warning" icon="cloud-slash">
        <p>{reasons[state.reason]} What you write is kept in this browser and sent by itself later.</p>
      </Notice>
    )
  if (state.kind !== 'refused' && state.kind !== 'unkept') return null
  return (
    <Notice tone="danger" icon="warning-circle">
      <p>
        {state.message}
        {state.kind === 'unkept' && ' This browser stores nothing: keep the window open until it is saved.'}
      </p>
      <Button className="button" onPress={onRetry}>
        Try again
      </Button>
      <Button className="button" onPress={onCopy}>
        Copy as Markdown
      </Button>
    </Notice>
  )
}

const reasons = {
  offline: 'The server doesn’t answer.',
  'signed-out': 'Your session has ended.',
} as const
