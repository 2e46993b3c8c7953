import { useId } from 'react'
import type { Option } from './choice.tsx'
import './checks.css'

interface ChecksProps {
  readonly label: string
  readonly note?: string
  /** In the order in which they were chosen. */
  readonly value: readonly string[]
  readonly options: readonly Option[]
  readonly onChange: (ids: readonly string[]) => void
}

/** Any of a few things. */
export function Checks({ label, note, value, options, onChange }: ChecksProps) {
  const noteId = useId()
  return (
    <fieldset className="checks" aria-describedby={note && noteId}>
      <legend>{label}</legend>
      {note && <small id={noteId}>{note}</small>}
      {options.map(({ id, name, note: about }) => (
        <label className="check" key={id}>
          <input
            type="checkbox"
            checked={value.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, id] : value.filter((one) => one !== id))
            }
          />
          <span className="cut">{name}</span>
          {about && <small>{about}</small>}
        </label>
      ))}
    </fieldset>
  )
}
