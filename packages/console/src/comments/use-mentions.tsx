import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Face } from '../kit/face.tsx'
import type { Draft } from './drafts.ts'
import { begunIn, withMention } from './mentions.ts'
import { usePeople } from './people.ts'
import { useTalk } from './talk.ts'
import './use-mentions.css'

interface MentionOptions {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly draft: Draft
  readonly keep: (draft: Draft) => void
}

interface Mentions {
  readonly list: ReactNode
  /** Attributes of the field while the list is open. */
  readonly attributes: object
  readonly onCursor: (cursor: number) => void
  /** Whether the list took the key. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

/** The people that match what follows an `@`. The cursor stays in the text. */
export function useMentions({ field, draft, keep }: MentionOptions): Mentions {
  const [cursor, setCursor] = useState(-1)
  const [at, setAt] = useState(0)
  const [closed, setClosed] = useState<number>()
  const id = useId()
  const begun = cursor < 0 ? undefined : begunIn(draft.text, cursor)
  const { organizationId } = useTalk()
  const people = usePeople(organizationId, begun?.from === closed ? undefined : begun?.words)
  const chosen = Math.min(at, people.length - 1)
  const choose = (index: number) => {
    const person = people[index]
    if (begun === undefined || person === undefined) return
    const next = withMention(draft, begun, person)
    flushSync(() => {
      keep(next.draft)
      setCursor(-1)
    })
    field.current?.setSelectionRange(next.cursor, next.cursor)
  }
  const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (people.length === 0 || ctrlKey || metaKey) return false
    if (key === 'ArrowDown') setAt((chosen + 1) % people.length)
    else if (key === 'ArrowUp') setAt((chosen + people.length - 1) % people.length)
    else if (key === 'Escape') setClosed(begun?.from)
    else if (key === 'Enter' || key === 'Tab') choose(chosen)
    else return false
    return true
  }
  const onCursor = (next: number) => {
    setCursor(next)
    setAt(0)
    if (begunIn(draft.text, next)?.from !== closed) setClosed(undefined)
  }
  const isOpen = people.length > 0
  return {
    onCursor,
    onKey,
    attributes: isOpen ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${chosen}` } : {},
    list: isOpen && (
      <div className="mention-list" role="listbox" id={id} aria-label="People">
        {people.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
          <div
            key={person.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="mention-choice"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(index)}
          >
            <Face user={person} />
            <span className="cut">{person.displayName}</span>
          </div>
        ))}
      </div>
    ),
  }
}
