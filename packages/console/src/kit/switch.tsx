import type { Offered } from '../app/offers.ts'

interface SwitchProps extends Offered {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Yes or no. */
export function Switch({ label, isOn, onChange, ...offered }: SwitchProps) {
  return (
    <label className="check" {...offered}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </label>
  )
}
