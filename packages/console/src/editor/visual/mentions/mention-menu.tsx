import { placeInline, schema } from '@stemma/editing'
import type { EditorView } from 'prosemirror-view'
import { usePeople } from '../../../comments/people.ts'
import { Face } from '../../../kit/face.tsx'
import { useListMenu } from '../../../kit/list-menu.tsx'
import { placeAt } from '../place-at.ts'
import { keepTyped, type Typed } from '../typed/typed-plugin.ts'
import { useTypedMenu } from '../typed/use-typed-menu.ts'

interface MentionMenuProps {
  readonly view: EditorView
  readonly typed: Typed
  readonly organizationId: string
}

/** The people whose name has the words that follow `@`. */
export function MentionMenu({ view, typed, organizationId }: MentionMenuProps) {
  const { words, from } = typed
  const wanted = words.toLocaleLowerCase()
  // Until the next people are known, the list has those of the words before.
  const people = usePeople(organizationId, words).filter(({ displayName }) =>
    displayName.toLocaleLowerCase().includes(wanted),
  )
  const menu = useListMenu({
    label: 'People',
    items: people,
    words,
    idOf: ({ id }) => id,
    draw: (person) => (
      <>
        <Face user={person} />
        <span className="cut">{person.displayName}</span>
      </>
    ),
    onChoose({ id }) {
      const mention = schema.node('mention', { ref: { kind: 'user', user: id } })
      placeInline(mention, typed)(view.state, view.dispatch)
      view.focus()
    },
    onClose: () => keepTyped(view),
    style: placeAt(view, from),
  })
  useTypedMenu(view, menu)
  return menu.list
}
