import { schema, toggle } from '@stemma/editing'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type ReactNode, useState } from 'react'
import { Button, Form, Input, TextField, ToggleButton, Toolbar } from 'react-aria-components'
import { safeHref } from '../../kit/document/references.ts'
import { Icon } from '../../kit/icon.tsx'
import type { IconName } from '../../kit/icon-names.ts'
import { placeAt } from './place-at.ts'
import './toolbar.css'

interface SelectionToolbarProps {
  readonly view: EditorView
  readonly state: EditorState
}

/** What can be done with the selected words. `Alt+F10` moves the focus here. */
export function SelectionToolbar({ view, state }: SelectionToolbarProps) {
  const [isLinking, setLinking] = useState(false)
  const { from, empty, $from, $to } = state.selection
  if (empty || $from.parent.type.spec.code || !$from.sameParent($to) || !$from.parent.isTextblock) return null
  return (
    <div className="selection-bar" style={placeAt(view, from)}>
      {isLinking ? (
        <LinkForm view={view} onDone={() => setLinking(false)} />
      ) : (
        <Toolbar aria-label="Format">
          {marks.map(({ name, label, icon }) => (
            <ToggleButton
              key={name}
              className="icon-button"
              aria-label={label}
              isSelected={hasMark(state, name)}
              onChange={() => {
                toggle(name)(view.state, view.dispatch, view)
                view.focus()
              }}
            >
              <Icon name={icon} />
            </ToggleButton>
          ))}
          <Button className="icon-button" aria-label="Link" onPress={() => setLinking(true)}>
            <Icon name="link-simple" />
          </Button>
        </Toolbar>
      )}
    </div>
  )
}

const marks: readonly { readonly name: string; readonly label: string; readonly icon: IconName }[] = [
  { name: 'bold', label: 'Bold', icon: 'text-b' },
  { name: 'italic', label: 'Italic', icon: 'text-italic' },
  { name: 'strikethrough', label: 'Strikethrough', icon: 'text-strikethrough' },
  { name: 'code', label: 'Code', icon: 'code' },
]

function hasMark({ doc, selection: { from, to } }: EditorState, name: string): boolean {
  const type = schema.marks[name]
  return type !== undefined && doc.rangeHasMark(from, to, type)
}

interface LinkFormProps {
  readonly view: EditorView
  readonly onDone: () => void
}

/** The address of a link. An empty one removes it. */
function LinkForm({ view, onDone }: LinkFormProps): ReactNode {
  const { from, to } = view.state.selection
  const link = schema.marks.link
  const current = view.state.doc.nodeAt(from)?.marks.find(({ type }) => type === link)?.attrs.ref
  const done = () => {
    onDone()
    view.focus()
  }
  return (
    <Form
      className="selection-link"
      onSubmit={(event) => {
        event.preventDefault()
        const url = String(new FormData(event.currentTarget).get('url')).trim()
        if (link === undefined) return
        const { tr } = view.state
        tr.removeMark(from, to, link)
        if (safeHref(url) !== undefined && url !== '')
          tr.addMark(from, to, link.create({ ref: { kind: 'url', url } }))
        view.dispatch(tr)
        done()
      }}
    >
      <TextField
        name="url"
        aria-label="Address of the link"
        autoFocus
        defaultValue={current?.url ?? ''}
        onKeyDown={(event) => event.key === 'Escape' && done()}
      >
        <Input placeholder="https:// or ./page.md" />
      </TextField>
      <Button className="button" type="submit">
        Link
      </Button>
    </Form>
  )
}
