import type { Offered } from '../app/offers.ts'

interface SwitchProps extends Offered {
  readonly label: string
  /** What it does, below the label. */
  readonly note?: string | undefined
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Yes or no. */
export function Switch({ label, note, isOn, onChange, ...offered }: SwitchProps) {
  return (
    <label className="check" {...offered}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {label}
        {note && <small>{note}</small>}
      </span>
    </label>
  )
}
