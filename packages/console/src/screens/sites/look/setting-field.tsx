import type { SiteCustomizationSettings } from '@stemma/contract'
import { useId } from 'react'
import { Checks } from '../../../kit/checks.tsx'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { Switch } from '../../../kit/switch.tsx'
import type { InSite } from '../sites.ts'
import { AccountsField } from './accounts-field.tsx'
import { ColorPair } from './color-pair.tsx'
import { FontField } from './font-field.tsx'
import { LinksField, OneLink } from './links-field.tsx'
import { type Setting, valueAt } from './settings.ts'
import { type Target, TargetField } from './target-field.tsx'
import { Translations } from './translations.tsx'

interface SettingFieldProps {
  readonly setting: Setting
  readonly settings: SiteCustomizationSettings
  readonly params: InSite
  readonly onChange: (value: unknown) => void
}

type Link = NonNullable<NonNullable<SiteCustomizationSettings['announcement']>['link']>

/** The field of one setting. */
export function SettingField({ setting, settings, params, onChange }: SettingFieldProps) {
  const { label, note } = setting
  const value = valueAt(settings, setting.path)
  const text = typeof value === 'string' ? value : ''
  const setText = (words: string) => onChange(words.trim() === '' ? undefined : words)
  switch (setting.kind) {
    case 'choice':
      return (
        <Choice
          label={label}
          {...(note !== undefined && { note })}
          value={String(value ?? '')}
          options={setting.options}
          onChange={onChange}
        />
      )
    case 'switch':
      return <Switch label={label} note={note} isOn={value === true} onChange={onChange} />
    case 'text':
      return (
        <Field
          label={label}
          note={note}
          value={text}
          onChange={setText}
          maxLength={setting.max}
          {...(setting.isLong && { rows: 6 })}
        />
      )
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
    default:
      return <PartsField setting={setting} settings={settings} params={params} onChange={onChange} />
  }
}

/** The field of a setting that has several parts. */
function PartsField({ setting, settings, params, onChange }: SettingFieldProps) {
  const { label, note } = setting
  const value = valueAt(settings, setting.path)
  switch (setting.kind) {
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
      return <LinksField label={label} of={setting.of} params={params} value={value} onChange={onChange} />
    case 'link':
      return <OneLink label={label} params={params} value={value as Link | undefined} onChange={onChange} />
    case 'target':
      return (
        <TargetField
          label={label}
          note={note}
          none="Not set"
          params={params}
          value={value as Target | undefined}
          onChange={(target) => onChange(target ?? undefined)}
        />
      )
    case 'font':
      return <FontField {...setting} value={value} onChange={onChange} />
    case 'lines':
      return (
        <Field
          label={label}
          note={note}
          rows={setting.max}
          defaultValue={((value as readonly string[] | undefined) ?? []).join('\n')}
          onChange={(words) => onChange(linesIn(words))}
        />
      )
    case 'translations':
      return (
        <Translations
          label={label}
          of={textBeside(settings, setting.path)}
          max={setting.max}
          value={value as Readonly<Record<string, string>> | undefined}
          onChange={onChange}
        />
      )
    case 'accounts':
      return <AccountsField label={label} value={settings.socialAccounts} onChange={onChange} />
    default:
      return null
  }
}

/** The text that translations of `localizedTitle` belong to: `title`. */
function textBeside(settings: SiteCustomizationSettings, path: string): string {
  const text = valueAt(
    settings,
    path.replace(/localized(\w)/, (_, first: string) => first.toLowerCase()),
  )
  return typeof text === 'string' ? text : ''
}

function linesIn(words: string): readonly string[] | undefined {
  const lines = words
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return lines.length === 0 ? undefined : lines
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
