import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components'
import { useOperation } from '../../app/operations.ts'
import { useSpaces } from '../../app/spaces.ts'
import { Choice, type Option } from '../../kit/choice.tsx'
import type { Field } from './form.ts'
import { WithCode } from './with-code.ts'

interface FieldInputProps {
  readonly field: Field
  readonly organizationId: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The field for one value: a list if its values are known, else a text that says what it takes. */
export function FieldInput(props: FieldInputProps) {
  const { kind, pointer } = props.field
  if (pointer === '/params/spaceId') return <SpaceChoice {...props} />
  if (pointer === '/params/siteId') return <SiteChoice {...props} />
  return kind === 'choice' ? <ValueChoice {...props} /> : <TextInput {...props} />
}

const unset = 'unset'

function ValueChoice({ field, value, onChange }: FieldInputProps) {
  const { label, options, isRequired, schema } = field
  const byDefault = schema.default === undefined ? 'Leave as it is' : `Default: ${String(schema.default)}`
  const named = options.map((one) => ({ id: one, name: one.replaceAll('"', '') }))
  return (
    <Choice
      label={label}
      value={value === '' ? unset : value}
      options={isRequired ? named : [{ id: unset, name: byDefault }, ...named]}
      onChange={(id) => onChange(id === unset ? '' : id)}
    />
  )
}

function SpaceChoice(props: FieldInputProps) {
  const { items } = useSpaces({ organizationId: props.organizationId })
  const options = items.map(({ id, title }) => ({ id, name: title || 'Untitled space' }))
  return <ThingChoice {...props} label="Space" options={options} />
}

function SiteChoice(props: FieldInputProps) {
  const { items } = useOperation('listSites', { params: { organizationId: props.organizationId } })
  const options = items.map(({ id, title }) => ({ id, name: title }))
  return <ThingChoice {...props} label="Site" options={options} />
}

interface ThingChoiceProps extends FieldInputProps {
  readonly label: string
  readonly options: readonly Option[]
}

/** If there is nothing to choose from, or it is elsewhere, its ID can be typed. */
function ThingChoice({ label, options, ...props }: ThingChoiceProps) {
  const { value, onChange } = props
  if (options.length === 0 || (value !== '' && !options.some(({ id }) => id === value)))
    return <TextInput {...props} />
  const choose = { id: unset, name: 'Choose…' }
  return (
    <Choice
      label={label}
      value={value === '' ? unset : value}
      options={value === '' ? [choose, ...options] : options}
      onChange={(id) => onChange(id === unset ? '' : id)}
    />
  )
}

function TextInput({ field, value, onChange }: FieldInputProps) {
  const { pointer, label, kind, isRequired, note, schema } = field
  const about = [note, hints[kind]].filter(Boolean).join(' ')
  const isLong = kind === 'json' || kind === 'lines'
  return (
    <TextField
      name={pointer}
      value={value}
      onChange={onChange}
      isRequired={isRequired}
      {...(schema.maxLength !== undefined && { maxLength: schema.maxLength })}
    >
      <Label>
        {label} {!isRequired && <span className="count">optional</span>}
      </Label>
      {isLong ? <TextArea rows={kind === 'json' ? 6 : 3} spellCheck={false} /> : <Input autoComplete="off" />}
      {about && (
        <Text slot="description">
          <WithCode text={about} />
        </Text>
      )}
      <FieldError />
    </TextField>
  )
}

const hints: Readonly<Partial<Record<Field['kind'], string>>> = {
  json: 'Written as JSON.',
  lines: 'One per line.',
}
