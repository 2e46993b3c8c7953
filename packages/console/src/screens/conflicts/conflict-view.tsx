import type { ChangeRequest, Conflict } from '@stemma/contract'
import { type ReactNode, useId, useRef } from 'react'
import { useShortcuts } from '../../app/shortcuts.ts'
import type { Side } from './conflicts.ts'
import { sides, takesText, titleOf } from './conflicts.ts'
import { useDecisions } from './decisions.ts'
import { placeOf } from './in-words.ts'
import { OwnText } from './own-text.tsx'
import { SideText } from './side-text.tsx'
import '../../kit/diff/marks.css'
import './conflict-view.css'

interface ConflictViewProps {
  readonly conflict: Conflict
  readonly one: ChangeRequest
  readonly organizationId: string
  readonly mayDecide: boolean
  /** The way to the conflicts before and after this one. */
  readonly steps: ReactNode
}

/** What it was, what each side made of it, and a text of one's own. */
export function ConflictView({ conflict, one, organizationId, mayDecide, steps }: ConflictViewProps) {
  const { decisions, decide } = useDecisions(one.id)
  const { choice, text } = decisions[conflict.id] ?? {}
  const field = useRef<HTMLTextAreaElement>(null)
  const shown = { conflict, one, organizationId }
  const choose = (next: Side | 'own') => {
    if (!mayDecide || (next === 'own' && !takesText(conflict))) return
    const begin = String(conflict.ours ?? conflict.theirs ?? '')
    decide(conflict.id, { choice: next, ...(next === 'own' && { text: text ?? begin }) })
    // The field is there once the decision is drawn. A phone has no key that leads to the end of the text.
    if (next === 'own')
      requestAnimationFrame(() => {
        field.current?.focus()
        field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
      })
  }
  useShortcuts('conflict', { 1: () => choose('ours'), 2: () => choose('theirs'), 3: () => choose('own') })
  return (
    <section className="conflict-view">
      <header className="conflict-head">
        <h2>{titleOf(conflict)}</h2>
        <p className="cut">{placeOf(conflict)}</p>
        {steps}
      </header>
      <section className="conflict-was" aria-labelledby="conflict-was">
        <h3 id="conflict-was">Before</h3>
        <SideText {...shown} side="base" />
      </section>
      <fieldset className="conflict-options" disabled={!mayDecide}>
        <legend className="hidden-text">What stays?</legend>
        {sides.map((side, at) => (
          <Option
            key={side}
            name={side === 'ours' ? 'Ours' : 'Theirs'}
            about={
              side === 'ours' ? `change request #${one.number}, by ${one.createdBy.displayName}` : 'the space'
            }
            shortcut={String(at + 1)}
            isChosen={choice === side}
            onChoose={() => choose(side)}
          >
            <SideText {...shown} side={side} />
          </Option>
        ))}
        {takesText(conflict) && (
          <Option
            name="Own text"
            about={conflict.kind === 'document' ? 'in Markdown' : ''}
            shortcut="3"
            isChosen={choice === 'own'}
            onChoose={() => choose('own')}
          >
            {choice === 'own' && <OwnText {...shown} field={field} />}
          </Option>
        )}
      </fieldset>
    </section>
  )
}

interface OptionProps {
  readonly name: string
  readonly about: string
  readonly shortcut: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

function Option({ name, about, shortcut, isChosen, onChoose, children }: OptionProps) {
  const id = useId()
  return (
    <div className="conflict-option">
      <label>
        <input
          type="radio"
          name="decision"
          checked={isChosen}
          onChange={onChoose}
          aria-describedby={id}
          aria-keyshortcuts={shortcut}
        />
        <b>{name}</b>
        <span className="cut">{about}</span>
        <kbd>{shortcut}</kbd>
      </label>
      <div className="marks" id={id}>
        {children}
      </div>
    </div>
  )
}
