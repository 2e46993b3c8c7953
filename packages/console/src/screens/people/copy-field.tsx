import { useState } from 'react'
import { Button, Input, Label, TextField } from 'react-aria-components'
import { announce } from '../../app/announcements.tsx'
import { Icon } from '../../kit/icon.tsx'

interface CopyFieldProps {
  readonly label: string
  readonly value: string
}

/** A value to take along: a link, or a secret that is shown once. */
export function CopyField({ label, value }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    announce('Copied')
  }
  return (
    <div className="copy-field">
      <TextField value={value} isReadOnly aria-label={label}>
        <Label className="hidden-text">{label}</Label>
        <Input onFocus={({ target }) => target.select()} />
      </TextField>
      <Button className="button" aria-label={`Copy: ${label}`} onPress={copy}>
        <Icon name={isCopied ? 'check' : 'copy'} /> {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
