import type { SiteCustomizationSettings } from '@stemma/contract'
import { Choice, type Option } from '../../../kit/choice.tsx'
import { Field } from '../../../kit/field.tsx'
import { Add, ItemList } from './item-list.tsx'

type Font = SiteCustomizationSettings['styling']['font']
type OwnFont = Extract<Font, { readonly custom: boolean }>
type Face = OwnFont['fontFaces'][number]

interface FontFieldProps {
  readonly label: string
  readonly options: readonly Option[]
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

const own = 'own'
const firstFace: Face = { weight: 400, sources: [{ url: 'https://example.com/font.woff2', format: 'woff2' }] }
const firstFont: OwnFont = { id: 'own', custom: true, fontFamily: 'My font', fontFaces: [firstFace] }

/** A font that the site brings along, or one of your own with a file for each weight. */
export function FontField({ label, options, value, onChange }: FontFieldProps) {
  const font = typeof value === 'object' && value !== null ? (value as OwnFont) : undefined
  const choose = (id: string) => {
    if (id !== own) onChange(id === '' ? undefined : id)
    else if (font === undefined) onChange(firstFont)
  }
  return (
    <fieldset className="font-field" aria-label={label}>
      <Choice
        label={label}
        value={font === undefined ? String(value ?? '') : own}
        options={[...options, { id: own, name: 'A font of your own' }]}
        onChange={choose}
      />
      {font !== undefined && <OwnFontFields font={font} onChange={onChange} />}
    </fieldset>
  )
}

interface OwnFontFieldsProps {
  readonly font: OwnFont
  readonly onChange: (font: OwnFont) => void
}

function OwnFontFields({ font, onChange }: OwnFontFieldsProps) {
  const faces = font.fontFaces
  const put = (fontFaces: readonly Face[]) => onChange({ ...font, fontFaces: [...fontFaces] })
  return (
    <>
      <Field
        label="Name of the font"
        value={font.fontFamily}
        maxLength={50}
        isRequired
        onChange={(fontFamily) => onChange({ ...font, fontFamily })}
      />
      <ItemList
        value={faces}
        onChange={put}
        nameOf={({ weight }) => `weight ${weight}`}
        isRemovable={faces.length > 1}
      >
        {(face, change) => (
          <>
            <Field
              label="Weight"
              inputMode="numeric"
              value={String(face.weight)}
              onChange={(words) => change({ ...face, weight: Number.parseInt(words, 10) || 1 })}
            />
            <Field
              label="Address of the file (WOFF2 or WOFF)"
              type="url"
              value={face.sources[0]?.url ?? ''}
              onChange={(url) => change({ ...face, sources: [{ url, format: formatOf(url) }] })}
            />
          </>
        )}
      </ItemList>
      <Add words="Add a weight" onAdd={() => put([...faces, { ...firstFace, weight: 700 }])} />
    </>
  )
}

function formatOf(url: string): 'woff' | 'woff2' {
  return url.endsWith('.woff') ? 'woff' : 'woff2'
}
