import { type TObject, type TProperties, Type } from 'typebox'
import { Body, integrationScopes } from './operation.ts'
import { Id, Url, Values } from './scalars.ts'

export const IntegrationTitle = Type.String({ minLength: 2, maxLength: 30 })
export const IntegrationDescription = Type.String({ maxLength: 100 })
export const IntegrationSummary = Type.String({ maxLength: 2048 })
/** Where it can be installed. */
export const IntegrationTarget = Values(['all', 'site', 'space', 'organization'])
export const IntegrationVisibility = Values(['public', 'private', 'unlisted'])

const integrationCategories = [
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
] as const
export const IntegrationCategory = Values([...integrationCategories])

export const IntegrationScope = Values([...integrationScopes])

const Text = Type.String({ maxLength: 2048 })
const Word = Type.String({ minLength: 1, maxLength: 100 })
const partsMax = 50
const valuesMax = 200
/** A URL, or a small image in base64. */
const partIconMax = 140_000

type ObjectOf = <T extends TProperties>(properties: T) => TObject<T>

/** Parts that are returned as they were sent: closed objects in requests, open ones in responses. */
export const integrationPartsOf = (object: ObjectOf) => {
  const component = object({ componentId: Word })
  const configuration = configurationOf(object, component)
  const part = {
    id: Word,
    title: Type.String({ minLength: 2, maxLength: 40 }),
    description: Type.Optional(Type.String({ maxLength: 150 })),
    icon: Type.Optional(Type.String({ maxLength: partIconMax })),
  }
  return {
    blocks: Type.Array(
      object({
        ...part,
        urlUnfurl: Type.Optional(Type.Array(Text, { maxItems: partsMax })),
        markdown: Type.Optional(object({ codeblock: Word, body: Word })),
      }),
      { maxItems: partsMax },
    ),
    contentSources: Type.Array(object({ ...part, configuration: component }), { maxItems: partsMax }),
    configurations: object({
      account: Type.Optional(configuration),
      space: Type.Optional(configuration),
      site: Type.Optional(configuration),
    }),
    externalLinks: Type.Array(object({ url: Url, label: Word }), { maxItems: 5 }),
  }
}

/** A form with named fields, or a component that the integration renders. */
const configurationOf = <T extends TObject>(object: ObjectOf, component: T) => {
  const about = {
    title: Type.Optional(Type.String({ maxLength: 50 })),
    description: Type.Optional(Type.String({ maxLength: 100 })),
  }
  const property = Type.Union([
    object({
      type: Values(['string']),
      ...about,
      default: Type.Optional(Text),
      completion_url: Type.Optional(Text),
      enum: Type.Optional(Type.Array(Text, { maxItems: valuesMax })),
    }),
    object({ type: Values(['number']), ...about, default: Type.Optional(Type.Number()) }),
    object({ type: Values(['boolean']), ...about, default: Type.Optional(Type.Boolean()) }),
    object({ type: Values(['button']), ...about, callback_url: Text, button_text: Word }),
  ])
  const properties = Type.Record(Type.String(), property, { maxProperties: partsMax, propertyNames: Word })
  const required = Type.Optional(Type.Array(Word, { maxItems: partsMax }))
  return Type.Union([object({ properties, required }), component])
}

const directives = [
  'base-uri',
  'block-all-mixed-content',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'navigate-to',
  'object-src',
  'plugin-types',
  'prefetch-src',
  'referrer',
  'report-to',
  'report-uri',
  'require-sri-for',
  'require-trusted-types-for',
  'sandbox',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'upgrade-insecure-requests',
  'worker-src',
] as const
type Directive = (typeof directives)[number]

const Directives = Body(
  Object.fromEntries(directives.map((name) => [name, Type.Optional(Text)])) as Record<
    Directive,
    ReturnType<typeof Type.Optional<typeof Text>>
  >,
)

const imageBase64Max = 1_400_000
const scriptMax = 4 * 1024 * 1024
/** Room for the script, the icon and three preview images. */
export const manifestBytesMax = 12 * 1024 * 1024
const Image = Type.String({ maxLength: imageBase64Max, pattern: '^[A-Za-z0-9+/]*={0,2}$' })
const parts = integrationPartsOf(Body)

/** The request body that publishes an integration. */
export const IntegrationManifest = Body({
  runtime: Type.Optional(Values(['v1', 'v2'], { default: 'v1' })),
  icon: Type.Optional(Image),
  title: IntegrationTitle,
  description: IntegrationDescription,
  summary: Type.Optional(IntegrationSummary),
  previewImages: Type.Optional(Type.Array(Image, { maxItems: 3 })),
  visibility: Type.Optional(IntegrationVisibility),
  /** If absent, everywhere. */
  target: Type.Optional(IntegrationTarget),
  scopes: Type.Optional(
    Type.Array(IntegrationScope, { maxItems: integrationScopes.length, uniqueItems: true }),
  ),
  categories: Type.Optional(
    Type.Array(IntegrationCategory, { maxItems: integrationCategories.length, uniqueItems: true }),
  ),
  blocks: Type.Optional(parts.blocks),
  contentSources: Type.Optional(parts.contentSources),
  externalLinks: Type.Optional(parts.externalLinks),
  configurations: Type.Optional(parts.configurations),
  script: Type.String({ maxLength: scriptMax }),
  /** The owner, by ID or by hostname. */
  organization: Id,
  secrets: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 8192 }), { maxProperties: 20, propertyNames: Word }),
  ),
  contentSecurityPolicy: Type.Optional(Type.Union([Type.String({ maxLength: 8192 }), Directives])),
})
