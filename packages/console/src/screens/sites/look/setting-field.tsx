import type { SiteCustomizationSettings } from '@stemma/contract'
import { useId } from 'react'
import { Checks } from '../../../kit/checks.tsx'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { Switch } from '../../../kit/switch.tsx'
import { AccountsField } from './accounts-field.tsx'
import { ColorPair } from './color-pair.tsx'
import { LinksField } from './links-field.tsx'
import { type Setting, valueAt } from './settings.ts'

interface SettingFieldProps {
  readonly setting: Setting
  readonly settings: SiteCustomizationSettings
  readonly onChange: (value: unknown) => void
}

/** The field of one setting. */
export function SettingField({ setting, settings, onChange }: SettingFieldProps) {
  const { label, note } = setting
  const value = valueAt(settings, setting.path)
  const text = typeof value === 'string' ? value : ''
  const setText = (words: string) => onChange(words.trim() === '' ? undefined : words)
  switch (setting.kind) {
    case 'choice':
      return <ChoiceField {...setting} value={value} onChange={onChange} />
    case 'switch':
      return <Switch label={label} isOn={value === true} onChange={onChange} />
    case 'text':
      return <Field label={label} note={note} value={text} onChange={setText} maxLength={setting.max} />
    case 'url':
      return (
        <Field label={label} note={note} type="url" value={text} onChange={setText} placeholder="https://" />
      )
    case 'colors':
      return (
        <ColorPair
          label={label}
          value={value as Pair | undefined}
          isOptional={setting.isOptional ?? false}
          onChange={onChange}
        />
      )
    case 'images':
      return <ImagePair label={label} note={note} value={value as Pair | undefined} onChange={onChange} />
    case 'checks':
      return (
        <Checks
          label={label}
          value={value as readonly string[]}
          options={setting.options}
          onChange={onChange}
        />
      )
    case 'links':
      return <LinksField label={label} of={setting.of} value={value} onChange={onChange} />
    case 'accounts':
      return <AccountsField label={label} value={settings.socialAccounts} onChange={onChange} />
  }
}

type ChoiceSetting = Extract<Setting, { readonly kind: 'choice' }>

interface ChoiceFieldProps extends ChoiceSetting {
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A font of one's own, which only the API can set, stays as it is. */
function ChoiceField({ label, options, value, onChange }: ChoiceFieldProps) {
  const own = 'own'
  const isOwn = typeof value === 'object' && value !== null
  return (
    <Choice
      label={label}
      value={isOwn ? own : String(value ?? '')}
      options={isOwn ? [{ id: own, name: 'A font of your own' }, ...options] : options}
      onChange={(id) => id !== own && onChange(id === '' ? undefined : id)}
    />
  )
}

interface Pair {
  readonly light: string
  readonly dark: string
}

interface ImagePairProps {
  readonly label: string
  readonly note?: string | undefined
  readonly value: Pair | undefined
  readonly onChange: (value: Pair | undefined) => void
}

/** The address of a picture, and of another one in the dark. */
function ImagePair({ label, note, value, onChange }: ImagePairProps) {
  const id = useId()
  const { light = '', dark = '' } = value ?? {}
  const isSame = dark === '' || dark === light
  const change = (pair: Pair) => onChange(pair.light.trim() === '' ? undefined : pair)
  return (
    <fieldset className="setting-pair" aria-labelledby={id}>
      <legend id={id}>{label}</legend>
      <Field
        label="Address"
        note={note}
        type="url"
        value={light}
        placeholder="https://"
        onChange={(url) => change({ light: url, dark: isSame ? url : dark })}
      />
      <Field
        label="Address in the dark"
        type="url"
        value={isSame ? '' : dark}
        placeholder="The same"
        onChange={(url) => change({ light, dark: url.trim() === '' ? light : url })}
      />
    </fieldset>
  )
}
