import type { Integration } from '@stemma/contract'
import { useState } from 'react'
import type { Offered } from '../../../app/offers.ts'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { Notice } from '../../../kit/notice.tsx'
import { SaveForm } from '../../../kit/save-form.tsx'
import { Switch } from '../../../kit/switch.tsx'

type Declared = NonNullable<NonNullable<Integration['configurations']>['account']>
type Property = Extract<Declared, { properties: unknown }>['properties'][string]
type Configuration = Readonly<Record<string, unknown>>

interface ConfigurationFormProps {
  readonly declared: Declared
  readonly configuration: Configuration
  readonly offered: Offered
  readonly write: { readonly error: Error | null; readonly isPending: boolean }
  readonly onSave: (configuration: Record<string, unknown>, onSaved: () => void) => void
}

/** The settings that an integration declares. Those that it doesn’t declare stay as they are. */
export function ConfigurationForm({ declared, configuration, ...form }: ConfigurationFormProps) {
  const [changed, setChanged] = useState<Configuration>({})
  if ('componentId' in declared)
    return (
      <Notice icon="info">
        <p>The integration draws its settings itself, so they can only be changed through the API.</p>
      </Notice>
    )
  const { properties, required = [] } = declared
  const values: Configuration = { ...configuration, ...changed }
  const save = () => {
    // An empty field removes its value.
    const kept = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
    form.onSave(Object.fromEntries(kept), () => setChanged({}))
  }
  return (
    <SaveForm {...form} action="Save settings" isUnchanged={Object.keys(changed).length === 0} onSave={save}>
      {Object.entries(properties).map(([name, property]) => (
        <PropertyField
          key={name}
          name={name}
          property={property}
          value={values[name]}
          isRequired={required.includes(name)}
          onChange={(value) => setChanged({ ...changed, [name]: value })}
        />
      ))}
    </SaveForm>
  )
}

interface PropertyFieldProps {
  readonly name: string
  readonly property: Property
  readonly value: unknown
  readonly isRequired: boolean
  readonly onChange: (value: unknown) => void
}

const unset = ''

function PropertyField({ name, property, value, isRequired, onChange }: PropertyFieldProps) {
  const label = property.title || name
  const note = property.description === undefined ? {} : { note: property.description }
  if (property.type === 'button') return <CallbackLink label={label} property={property} />
  if (property.type === 'boolean')
    return <Switch label={label} isOn={value === true} onChange={(isOn) => onChange(isOn)} />
  if (property.type === 'string' && property.enum !== undefined) {
    const options = property.enum.map((one) => ({ id: one, name: one }))
    const text = typeof value === 'string' ? value : unset
    const isOpen = isRequired && text !== unset
    return (
      <Choice
        label={label}
        {...note}
        value={text}
        options={isOpen ? options : [{ id: unset, name: 'Not set' }, ...options]}
        onChange={(id) => onChange(id === unset ? undefined : id)}
      />
    )
  }
  const isNumber = property.type === 'number'
  return (
    <Field
      label={label}
      {...note}
      isRequired={isRequired}
      {...(isNumber ? { inputMode: 'decimal', pattern: '-?[0-9]+([.][0-9]+)?' } : { maxLength: 2048 })}
      defaultValue={value === undefined || value === null ? '' : String(value)}
      onChange={(text) => onChange(isNumber && isNumeric(text) ? Number(text) : text)}
    />
  )
}

/** Until it is a number, it stays the text that the browser refuses to send. */
function isNumeric(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

/** A button leads to a page of the integration, if it names one that can be opened. */
function CallbackLink({
  label,
  property,
}: {
  readonly label: string
  readonly property: Extract<Property, { type: 'button' }>
}) {
  const { callback_url: url, button_text: words, description } = property
  if (!/^https?:\/\//.test(url)) return null
  return (
    <p>
      {label}:{' '}
      <a href={url} target="_blank" rel="noreferrer">
        {words}
        <span className="hidden-text"> (opens in a new window)</span>
      </a>
      {description && <small> {description}</small>}
    </p>
  )
}
