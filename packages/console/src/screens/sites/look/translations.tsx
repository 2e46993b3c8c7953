import { Button } from 'react-aria-components'
import { Choice } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'

interface TranslationsProps {
  readonly label: string
  /** The text itself, with which a translation begins. */
  readonly of: string
  readonly max: number
  readonly value: Readonly<Record<string, string>> | undefined
  readonly onChange: (value: Readonly<Record<string, string>>) => void
}

/** The languages of frames and of spaces that can be added. Others, which the API takes, stay. */
const languages = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'nl',
  'no',
  'pl',
  'pt',
  'pt-br',
  'sv',
  'uk',
  'ru',
  'tr',
  'ar',
  'he',
  'hi',
  'ja',
  'ko',
  'zh',
]

const add = 'add'

/** A text in other languages: a language without one shows the text itself. */
export function Translations({ label, of, max, value = {}, onChange }: TranslationsProps) {
  const known = Object.keys(value)
  const others = languages.filter((code) => !known.includes(code))
  return (
    <details className="translations">
      <summary>
        {label} in other languages <span className="count">{known.length}</span>
      </summary>
      {known.map((code) => (
        <div className="translation" key={code}>
          <Field
            label={`${label} in ${nameOf(code)}`}
            value={value[code] ?? ''}
            maxLength={max}
            onChange={(words) => onChange({ ...value, [code]: words })}
          />
          <Button
            className="button"
            data-kind="quiet"
            aria-label={`Remove ${label} in ${nameOf(code)}`}
            onPress={() => onChange(without(value, code))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Choice
        label={`Translate ${label.toLowerCase()}`}
        value={add}
        options={[
          { id: add, name: 'Add a language' },
          ...others.map((code) => ({ id: code, name: nameOf(code) })),
        ]}
        onChange={(code) => code !== add && onChange({ ...value, [code]: of })}
      />
    </details>
  )
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

function nameOf(code: string): string {
  return names.of(code) ?? code
}

function without(value: Readonly<Record<string, string>>, code: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(value).filter(([one]) => one !== code))
}
