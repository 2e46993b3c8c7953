import { type Static, Type } from 'typebox'
import { CodeTheme } from './code-themes.ts'
import { type Operations, WithoutEffect } from './operation.ts'
import { ContentReference, TagReference } from './references.ts'
import { Address, Nullable, Values } from './scalars.ts'
import { closed, overriding } from './site-customization-input.ts'
import { SiteCondition } from './site-spaces.ts'

const Color = Type.String({ pattern: '^#([0-9a-fA-F]{3}){1,2}$' })
const ThemedColor = Type.Object({ light: Color, dark: Color })
const ThemedAddress = Type.Object({ light: Address, dark: Address })
const Switch = Type.Object({ enabled: Type.Boolean() })

const FontDefinition = Type.Object({
  id: Type.String(),
  custom: Type.Boolean(),
  fontFamily: Type.String({ minLength: 1, maxLength: 50 }),
  fontFaces: Type.Array(
    Type.Object({
      weight: Type.Integer({ minimum: 1, maximum: 1000 }),
      sources: Type.Array(Type.Object({ url: Address, format: Type.Optional(Values(['woff2', 'woff'])) }), {
        minItems: 1,
      }),
    }),
    { minItems: 1 },
  ),
})

const Font = Values([
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
])

const MonospaceFont = Values([
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
])

const ThemedCodeTheme = Type.Object({ light: CodeTheme, dark: CodeTheme })

const Styling = Type.Object({
  theme: Values(['clean', 'muted', 'bold', 'gradient']),
  primaryColor: ThemedColor,
  tint: Type.Optional(Type.Object({ color: ThemedColor })),
  infoColor: ThemedColor,
  successColor: ThemedColor,
  warningColor: ThemedColor,
  dangerColor: ThemedColor,
  corners: Values(['straight', 'rounded', 'circular']),
  depth: Values(['subtle', 'flat']),
  links: Values(['default', 'accent']),
  font: Type.Union([Font, FontDefinition]),
  /** Null if headings use `font`. */
  headingFont: Type.Optional(Nullable(Type.Union([Font, FontDefinition]))),
  monospaceFont: Type.Union([MonospaceFont, FontDefinition]),
  background: Values(['plain', 'match'], { deprecated: true }),
  icons: Values(['regular', 'solid', 'duotone', 'light', 'thin']),
  codeTheme: Type.Object({ default: ThemedCodeTheme, openapi: ThemedCodeTheme }),
  sidebar: Type.Object({
    background: Values(['default', 'filled']),
    list: Values(['default', 'pill', 'line']),
  }),
  search: Values(['prominent', 'subtle']),
})

/** Translations of a text by language code. A language without one shows the text itself. */
const Localized = (maxLength: number) =>
  Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-zA-Z]{2,3}(-[a-zA-Z]{2,4})?$' }), Type.String({ maxLength })),
  )

const LinkTarget = Type.Union([...ContentReference.anyOf, TagReference])

const Link = Type.Object({
  title: Type.String({ maxLength: 64 }),
  localizedTitle: Localized(64),
  to: LinkTarget,
})

const HeaderItem = Type.Object({
  title: Type.String({ maxLength: 64 }),
  localizedTitle: Localized(64),
  style: Type.Optional(Values(['link', 'button-primary', 'button-secondary'])),
  /** Null if the item only opens a menu of links. */
  to: Nullable(LinkTarget),
  links: Type.Array(Link),
  condition: Type.Optional(SiteCondition),
})

/** At most one of the two. Without either, the site has no custom icon. */
const Favicon = Type.Object({
  icon: Type.Optional(ThemedAddress),
  emoji: Type.Optional(Type.String({ maxLength: 50 })),
})

/**
 * The entries of the page menu in their order. `externalAI`, `markdown` and `mcp`, `pdf.enabled` and
 * `git.showEditLink` say the same one by one, for clients that don't know the list.
 */
const PageActions = Type.Object({
  items: Type.Array(Values(['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf']), {
    uniqueItems: true,
  }),
  externalAI: Type.Boolean(),
  markdown: Type.Boolean(),
  mcp: Type.Boolean(),
})

const SocialAccount = Type.Object({
  platform: Values([
    'twitter',
    'instagram',
    'facebook',
    'linkedin',
    'github',
    'discord',
    'slack',
    'youtube',
    'tiktok',
    'reddit',
    'bluesky',
    'mastodon',
    'threads',
    'medium',
  ]),
  handle: Type.String({ minLength: 1, maxLength: 128 }),
  display: Type.Object({ footer: Type.Boolean(), header: Type.Boolean() }),
})

/** How a published site looks and what its pages offer. */
export const SiteCustomizationSettings = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 2, maxLength: 128 })),
    localizedTitle: Localized(128),
    styling: Styling,
    internationalization: Type.Object(
      { locale: Values(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']) },
      { deprecated: true },
    ),
    favicon: Favicon,
    header: Type.Object({
      preset: Values(['default', 'bold', 'contrast', 'custom', 'none'], { deprecated: true }),
      logo: Type.Optional(ThemedAddress),
      /** Where the title and the logo lead, if not to the site itself. */
      primaryLink: Type.Optional(LinkTarget),
      backgroundColor: Type.Optional(ThemedColor),
      linkColor: Type.Optional(ThemedColor),
      links: Type.Array(HeaderItem),
    }),
    footer: Type.Object({
      logo: Type.Optional(ThemedAddress),
      groups: Type.Array(
        Type.Object({ title: Type.String(), localizedTitle: Localized(128), links: Type.Array(Link) }),
      ),
      copyright: Type.Optional(Type.String({ maxLength: 512 })),
    }),
    announcement: Type.Optional(
      Type.Object({
        enabled: Type.Boolean(),
        message: Type.String({ minLength: 2, maxLength: 128 }),
        localizedMessage: Localized(128),
        link: Type.Optional(Link),
        style: Values(['info', 'warning', 'danger', 'success']),
      }),
    ),
    /** Clients depend on this spelling. */
    themes: Type.Object({ default: Values(['light', 'dark', 'system']), toggeable: Type.Boolean() }),
    pdf: Switch,
    feedback: Switch,
    /** Stored and returned for renderers; this server has no AI. */
    ai: Type.Object({
      mode: Values(['none', 'search', 'assistant']),
      greeting: Type.Optional(Type.String({ maxLength: 256 })),
      localizedGreeting: Localized(128),
      suggestions: Type.Optional(Type.Array(Type.String({ minLength: 3, maxLength: 64 }), { maxItems: 5 })),
      instructions: Type.Optional(Type.String({ maxLength: 10_000 })),
    }),
    advancedCustomization: Switch,
    git: Type.Object({ showEditLink: Type.Boolean() }),
    pageActions: PageActions,
    externalLinks: Type.Object({ target: Values(['self', 'blank']) }),
    pagination: Switch,
    /** Earlier days of pages, the list of changes and the feed. */
    history: Switch,
    trademark: Switch,
    privacyPolicy: Type.Object({ url: Type.Optional(Address) }),
    socialPreview: Type.Object({ url: Type.Optional(Address) }),
    socialAccounts: Type.Array(SocialAccount, { maxItems: 10 }),
    insights: Type.Object({ trackingCookie: Type.Boolean() }),
  },
  { title: 'SiteCustomizationSettings' },
)
export type SiteCustomizationSettings = Static<typeof SiteCustomizationSettings>

/** Settings that only some versions of clients know keep their values if a request leaves them out. */
const SettingsInput = Type.Object({
  ...SiteCustomizationSettings.properties,
  styling: Type.Object({ ...Styling.properties, codeTheme: Type.Optional(Styling.properties.codeTheme) }),
  pdf: Type.Optional(Switch),
  git: Type.Optional(SiteCustomizationSettings.properties.git),
  pageActions: Type.Partial(PageActions),
  socialAccounts: Type.Optional(SiteCustomizationSettings.properties.socialAccounts),
  history: Type.Optional(Switch),
})

/** The customization of a site space: that of the site, with overrides. */
export const SiteSpaceCustomizationSettings = Type.Object(
  { ...SiteCustomizationSettings.properties, hasOverrides: Type.Boolean() },
  { title: 'SiteSpaceCustomizationSettings' },
)
export type SiteSpaceCustomizationSettings = Static<typeof SiteSpaceCustomizationSettings>

/** The settings whose fields are overridden individually. All others are overridden as a whole. */
export const customizationParts = {
  styling: { codeTheme: {}, sidebar: {} },
  internationalization: {},
  header: {},
  footer: {},
  themes: {},
  pdf: {},
  feedback: {},
  ai: {},
  advancedCustomization: {},
  git: {},
  pageActions: {},
  externalLinks: {},
  pagination: {},
  history: {},
  trademark: {},
  privacyPolicy: {},
  socialPreview: {},
  insights: {},
} as const

const SettingsQuery = Type.Object({
  unmasked: WithoutEffect(Type.Boolean(), 'settings are never masked.'),
})

export const siteCustomizationOperations = {
  getSiteCustomizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/customization',
    summary: 'Get the customization of a site',
    description: 'Returns how the site looks and what its pages offer.',
    access: ['site.view'],
    scope: 'site:read',
    query: SettingsQuery,
    status: 200,
    returns: SiteCustomizationSettings,
  },
  updateSiteCustomizationById: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/customization',
    summary: 'Replace the customization of a site',
    description:
      'Send all settings: the request replaces the whole customization. Only `localizedTitle`, ' +
      '`socialAccounts`, `pdf`, `git`, `history`, `styling.codeTheme` and the fields of `pageActions` keep ' +
      'their values if you leave them out. With `history` off, readers see no earlier days of pages, no ' +
      'list of changes and no feed. If `pageActions.items` and the single switches contradict each ' +
      'other, those that you changed count, and `items` if you changed both.',
    access: ['org.create'],
    scope: 'site:write',
    body: closed(SettingsInput),
    status: 200,
    returns: SiteCustomizationSettings,
  },
  getSiteSpaceCustomizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    summary: 'Get the customization of a site space',
    description: 'Returns the settings of the site, with the overrides of the site space applied.',
    access: ['site.view'],
    scope: 'site:read',
    query: SettingsQuery,
    status: 200,
    returns: SiteSpaceCustomizationSettings,
  },
  overrideSiteSpaceCustomizationById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    summary: 'Override the customization of a site space',
    description: '`null` removes the override of a setting.',
    access: ['org.create'],
    scope: 'site:write',
    body: overriding(SiteCustomizationSettings, customizationParts),
    status: 200,
    returns: SiteSpaceCustomizationSettings,
  },
  deleteSiteSpaceCustomizationById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    summary: 'Remove the customization of a site space',
    description: 'The site space uses the settings of the site again.',
    access: ['org.create'],
    scope: 'site:write',
    status: 205,
  },
} satisfies Operations
