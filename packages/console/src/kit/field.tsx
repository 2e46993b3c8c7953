import type { ReactNode } from 'react'
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from 'react-aria-components'
import './form.css'

interface FieldProps extends Omit<TextFieldProps, 'children' | 'className' | 'style'> {
  readonly label: string
  /** What it is for, below the field. */
  readonly note?: ReactNode
  readonly placeholder?: string
  /** Of a long text. */
  readonly rows?: number
}

/** A text with its name, what it is for, and what is wrong with it. */
export function Field({ label, note, placeholder, rows, ...props }: FieldProps) {
  const hint = placeholder === undefined ? {} : { placeholder }
  return (
    <TextField {...props}>
      <Label>{label}</Label>
      {rows === undefined ? <Input autoComplete="off" {...hint} /> : <TextArea rows={rows} {...hint} />}
      {note && <Text slot="description">{note}</Text>}
      <FieldError />
    </TextField>
  )
}
