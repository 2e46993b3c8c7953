import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components'
import { Checks } from '../../kit/checks.tsx'
import { Choice } from '../../kit/choice.tsx'
import { type Draft, itemsIn, textIn } from './draft.ts'
import { useFilling } from './filling.ts'
import { FieldName } from './group.tsx'
import { idPattern, type Shape } from './shape.ts'
import { ThingInput } from './thing-input.tsx'
import { kindOfThing, listingFor } from './things.ts'
import { WithCode } from './with-code.ts'

export interface ValueInputProps {
  readonly shape: Shape
  readonly label: string
  /** The name of the value, from which its kind is known. */
  readonly name: string
  readonly pointer: string
  readonly draft: Draft
  readonly isRequired: boolean
  readonly onChange: (draft: Draft) => void
}

interface WithOptions extends ValueInputProps {
  readonly options: readonly string[]
}

const unset = 'unset'

export function ValueChoice({ shape, label, pointer, draft, isRequired, options, onChange }: WithOptions) {
  const { schema } = shape
  const byDefault = schema.default === undefined ? 'Leave out' : `Default: ${wordFor(schema.default)}`
  const named = options.map((one) => ({ id: one, name: wordFor(JSON.parse(one)) }))
  const value = textIn(draft)
  const isOpen = isRequired && value !== ''
  return (
    <Choice
      name={pointer}
      label={label}
      note={noteOf(shape)}
      value={value === '' ? unset : value}
      options={isOpen ? named : [{ id: unset, name: isRequired ? 'Choose…' : byDefault }, ...named]}
      onChange={(id) => onChange(id === unset ? undefined : id)}
    />
  )
}

export function ValueChecks({ shape, label, pointer, draft, options, onChange }: WithOptions) {
  const { problems } = useFilling()
  const note = [shape.schema.description, problems[pointer]].filter(Boolean).join(' ')
  return (
    <Checks
      label={label}
      {...(note && { note })}
      value={itemsIn(draft).map(textIn)}
      options={options.map((one) => ({ id: one, name: wordFor(JSON.parse(one)) }))}
      onChange={(ids) => onChange(ids)}
    />
  )
}

/** As the API spells it, except where it has no word of its own. */
function wordFor(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === null ? 'None' : String(value)
}

export function TypedInput({ shape, label, name, pointer, draft, isRequired, onChange }: ValueInputProps) {
  const { operation } = useFilling()
  const { kind, schema } = shape
  const listing = isThing(name, pointer, shape) ? listingFor(operation, name) : undefined
  const shared = {
    name: pointer,
    value: textIn(draft),
    isRequired,
    isDisabled: draft === null,
    onChange: (text: string) => onChange(text === '' ? undefined : text),
  }
  const named = <FieldName label={label} isRequired={isRequired} />
  const note = noteOf(shape)
  if (listing !== undefined)
    return <ThingInput {...shared} param={name} listing={listing} label={named} note={note} />
  return (
    <TextField {...shared} type={isSecret(name) ? 'password' : 'text'}>
      <Label>{named}</Label>
      {isLong(shape) ? (
        <TextArea
          rows={kind === 'json' ? 6 : 3}
          data-code={kind === 'json' || undefined}
          spellCheck={kind === 'text'}
        />
      ) : (
        <Input
          autoComplete="off"
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          maxLength={schema.maxLength}
        />
      )}
      {note && <Text slot="description">{note}</Text>}
      <FieldError />
    </TextField>
  )
}

/** IDs in the path are things; elsewhere the name must say so too. */
function isThing(name: string, pointer: string, { kind, schema }: Shape): boolean {
  if (kind !== 'text') return false
  return pointer.startsWith('/params/') || (schema.pattern === idPattern && kindOfThing(name) !== undefined)
}

function isSecret(name: string): boolean {
  return /password|secret/i.test(name)
}

const shortMax = 300

function isLong({ kind, schema }: Shape): boolean {
  if (kind === 'json' || kind === 'lines') return true
  const isAddress = schema.format !== undefined || schema.pattern !== undefined
  return kind === 'text' && !isAddress && (schema.maxLength ?? 0) > shortMax
}

function noteOf({ kind, schema }: Shape) {
  const { description, format = '', default: byDefault } = schema
  const isTold = kind === 'choice' || byDefault === undefined || typeof byDefault === 'object'
  const parts = [description, hints[kind], formats[format], isTold ? '' : `Default: ${byDefault}.`]
  const text = parts.filter(Boolean).join(' ')
  return text === '' ? undefined : <WithCode text={text} />
}

const hints: Readonly<Partial<Record<Shape['kind'], string>>> = {
  json: 'Written as JSON.',
  lines: 'One per line.',
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'A date and a time, such as 2027-01-31T09:00:00Z.',
  date: 'A date, such as 2027-01-31.',
}
