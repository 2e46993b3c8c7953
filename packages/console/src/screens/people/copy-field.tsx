import { Input, Label, TextField } from 'react-aria-components'
import { CopyButton } from '../../kit/copy-button.tsx'

interface CopyFieldProps {
  readonly label: string
  readonly value: string
  /** Where several stand together, each shows its name. */
  readonly isLabelled?: boolean
}

/** A value to take along: a link, or a secret that is shown once. */
export function CopyField({ label, value, isLabelled = false }: CopyFieldProps) {
  return (
    <div className="copy-field">
      <TextField value={value} isReadOnly aria-label={label}>
        <Label {...(!isLabelled && { className: 'hidden-text' })}>{label}</Label>
        <Input onFocus={({ target }) => target.select()} />
      </TextField>
      <CopyButton text={value} label={`Copy: ${label}`} />
    </div>
  )
}
