import type { SharedValue } from '../app/shared-value.ts'
import { Icon } from '../kit/icon.tsx'
import type { IconName } from '../kit/icon-names.ts'
import type { SaveState } from './saving/save-state.ts'
import './save-mark.css'

/** Where the words are, at the same place on every screen that writes. */
export function SaveMark({ saving }: { readonly saving: SharedValue<SaveState> }) {
  const state = saving.useValue()
  const { icon, words } = marks[state.kind](state as never)
  return (
    <span className="save-mark" data-state={state.kind} role="status">
      <Icon name={icon} />
      {words}
    </span>
  )
}

interface Mark {
  readonly icon: IconName
  readonly words: string
}

type Marks = { readonly [Kind in SaveState['kind']]: (state: Extract<SaveState, { kind: Kind }>) => Mark }

const marks: Marks = {
  saved: ({ at }) => ({ icon: 'cloud-check', words: at === undefined ? 'Saved' : `Saved ${timeOf(at)}` }),
  saving: () => ({ icon: 'cloud-check', words: 'Saving…' }),
  kept: () => ({ icon: 'cloud-slash', words: 'Kept in this browser' }),
  conflict: ({ conflicts: { length } }) => ({
    icon: 'warning',
    words: length === 1 ? '1 conflict' : `${length} conflicts`,
  }),
  refused: () => ({ icon: 'warning-circle', words: 'Not saved' }),
  unkept: () => ({ icon: 'warning-circle', words: 'Not saved' }),
}

function timeOf(at: Date): string {
  return at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
}
