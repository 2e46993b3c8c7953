import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { Face } from '../kit/face.tsx'
import { useListMenu } from '../kit/list-menu.tsx'
import type { Draft } from './drafts.ts'
import { begunIn, withMention } from './mentions.ts'
import { usePeople } from './people.ts'
import { useTalk } from './talk.ts'

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
  const [closed, setClosed] = useState<number>()
  const begun = cursor < 0 ? undefined : begunIn(draft.text, cursor)
  const { organizationId } = useTalk()
  const people = usePeople(organizationId, begun?.from === closed ? undefined : begun?.words)
  const menu = useListMenu({
    label: 'People',
    items: people,
    words: begun?.words ?? '',
    idOf: ({ id }) => id,
    draw: (person) => (
      <>
        <Face user={person} />
        <span className="cut">{person.displayName}</span>
      </>
    ),
    onChoose(person) {
      if (begun === undefined) return
      const next = withMention(draft, begun, person)
      flushSync(() => {
        keep(next.draft)
        setCursor(-1)
      })
      field.current?.setSelectionRange(next.cursor, next.cursor)
    },
    onClose: () => setClosed(begun?.from),
  })
  const onCursor = (next: number) => {
    setCursor(next)
    if (begunIn(draft.text, next)?.from !== closed) setClosed(undefined)
  }
  return { onCursor, onKey: menu.onKey, attributes: menu.attributes, list: menu.list }
}
