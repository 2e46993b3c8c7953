import { useState } from 'react'
import { Input, Label, SearchField } from 'react-aria-components'
import { useOperation } from '../../../app/operations.ts'
import './event-choice.css'

interface EventChoiceProps {
  readonly organizationId: string
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** The kinds of events, by what they are about. */
export function EventChoice({ organizationId, chosen, onChange }: EventChoiceProps) {
  const { items } = useOperation('listOrganizationAuditEventActions', { params: { organizationId } })
  const [words, setWords] = useState('')
  const found = items.filter(({ id, label }) => `${label} ${id}`.toLowerCase().includes(words.toLowerCase()))
  const groups = Map.groupBy(found, ({ id }) => id.slice(0, id.indexOf('.')))
  const set = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isOn) next.add(id)
      else next.delete(id)
    }
    onChange(next)
  }
  return (
    <div className="event-choice">
      <SearchField value={words} onChange={setWords}>
        <Label className="hidden-text">Find events</Label>
        <Input placeholder="Find events" />
      </SearchField>
      <section className="event-choice-list" aria-label="Kinds of events">
        {found.length === 0 && <p>No event matches “{words}”.</p>}
        {[...groups].map(([name, actions]) => (
          <Group key={name} name={wordsOf(name)} actions={actions} chosen={chosen} onSet={set} />
        ))}
      </section>
      <small role="status">{chosen.size} chosen</small>
    </div>
  )
}

interface GroupProps {
  readonly name: string
  readonly actions: readonly { readonly id: string; readonly label: string }[]
  readonly chosen: ReadonlySet<string>
  readonly onSet: (ids: readonly string[], isOn: boolean) => void
}

function Group({ name, actions, chosen, onSet }: GroupProps) {
  const ids = actions.map(({ id }) => id)
  const on = ids.filter((id) => chosen.has(id)).length
  return (
    <fieldset>
      <legend>
        <label className="check">
          <input
            type="checkbox"
            checked={on === ids.length}
            ref={(box) => {
              if (box) box.indeterminate = on > 0 && on < ids.length
            }}
            onChange={({ target }) => onSet(ids, target.checked)}
          />
          <span>{name}</span>
        </label>
      </legend>
      {actions.map(({ id, label }) => (
        <label className="check" key={id}>
          <input
            type="checkbox"
            checked={chosen.has(id)}
            onChange={({ target }) => onSet([id], target.checked)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** `change_request` as people write it. */
function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}: all`
}
