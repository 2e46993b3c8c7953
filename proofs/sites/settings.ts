import { SiteCustomizationSettings } from '@stemma/contract'
import type { Schema } from '../kit/schemas.ts'

export interface Customizations {
  readonly drawings: readonly SiteCustomizationSettings[]
  /** How many values each setting has, by its path. */
  readonly settings: ReadonlyMap<string, number>
}

/**
 * Customizations that together have every value of every setting of the contract, so that a new setting or
 * value is drawn without further code. Texts that only people can invent are `samples`.
 */
export function allCustomizations(ids: Readonly<Record<'page' | 'space', string>>): Customizations {
  const settings = new Map<string, number>()
  const drawings = valuesOf(SiteCustomizationSettings as unknown as Schema, { path: '', settings, ids })
  return { drawings: (drawings as SiteCustomizationSettings[]).map(withOneFavicon), settings }
}

interface Place {
  readonly path: string
  readonly settings: Map<string, number>
  readonly ids: Readonly<Record<string, string>>
}

function valuesOf(schema: Schema, place: Place): readonly unknown[] {
  if (schema.properties) return objectsOf(schema, place)
  if (schema.anyOf) return schema.anyOf.flatMap((one) => valuesOf(one, place))
  if (schema.items) return listsOf(schema, place)
  const values = schema.enum ?? ownValues(schema, place)
  count(place, values.length)
  return values
}

function count({ path, settings }: Place, values: number) {
  settings.set(path, (settings.get(path) ?? 0) + values)
}

/** As many objects as the property with the most values has. Others begin again, each at another value. */
function objectsOf({ properties = {}, required = [] }: Schema, place: Place): readonly object[] {
  // A reference is one value, whatever it consists of.
  const isReference = properties.kind !== undefined
  if (isReference) count(place, 1)
  const settings = isReference ? new Map<string, number>() : place.settings
  const fields = Object.entries(properties).map(([name, schema]) => {
    const path = place.path === '' ? name : `${place.path}.${name}`
    const values = valuesOf(schema, { ...place, path, settings })
    return [name, required.includes(name) ? values : [...values, undefined]] as const
  })
  const length = Math.max(...fields.map(([, values]) => values.length))
  return Array.from({ length }, (_, at) => {
    const chosen = fields.map(
      ([name, values], shift) => [name, values[(at + shift) % values.length]] as const,
    )
    return Object.fromEntries(chosen.filter(([, value]) => value !== undefined))
  })
}

/** Lists that have every value, and the empty one. */
function listsOf({ items = {}, maxItems = 6, minItems = 0 }: Schema, place: Place): readonly unknown[] {
  const values = valuesOf(items, { ...place, path: `${place.path}[]` })
  const lists = Array.from({ length: Math.ceil(values.length / maxItems) }, (_, at) =>
    values.slice(at * maxItems, (at + 1) * maxItems),
  )
  return minItems > 0 ? lists : [...lists, []]
}

function ownValues({ type, pattern, patternProperties }: Schema, { path, ids }: Place): readonly unknown[] {
  if (type === 'boolean') return [true, false]
  if (type === 'null') return [null]
  if (patternProperties) return [{ en: 'In English', fr: 'En français', ar: 'بالعربية' }]
  if (pattern?.startsWith('^#')) return colors
  const name = path.split('.').at(-1) ?? ''
  if (pattern?.includes('{1,64}')) return [ids[name] ?? 'nothing-has-this-id']
  const values = samples[name]
  if (values === undefined)
    throw new Error(`Add a sample of the setting ${path} to proofs/sites/settings.ts.`)
  return values
}

/** None of them may make anything unreadable. */
const colors = ['#1F5FBF', '#8AB4F8', '#000000', '#ffffff', '#ff0', '#808080', '#e11d48', '#22c55e']

const samples: Readonly<Record<string, readonly unknown[]>> = {
  title: ['Docs', 'The documentation of a product with a rather long name'],
  id: ['custom'],
  fontFamily: ['Custom Font'],
  weight: [400, 700],
  url: ['https://files.example/linked'],
  light: ['https://files.example/light.svg'],
  dark: ['https://files.example/dark.svg'],
  emoji: ['1f98a'],
  anchor: ['start'],
  spec: ['nothing-has-this-name'],
  tag: ['nothing-has-this-name'],
  condition: ['true'],
  copyright: ['© 2026 Example'],
  message: ['Something is new.', `Something is new, and it takes ${'many '.repeat(16)}words.`],
  greeting: ['Hello'],
  'suggestions[]': ['How do I start?'],
  instructions: ['Be brief.'],
  handle: ['example', '@example@social.example'],
}

function withOneFavicon(settings: SiteCustomizationSettings): SiteCustomizationSettings {
  const { icon, emoji } = settings.favicon
  return icon && emoji ? { ...settings, favicon: { icon } } : settings
}
