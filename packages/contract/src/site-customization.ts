import { type Static, Type } from 'typebox'
import type { Operations } from './operation.ts'
import { ContentReference } from './references.ts'
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
  monospaceFont: Type.Union([MonospaceFont, FontDefinition]),
  background: Values(['plain', 'match'], { deprecated: true }),
  icons: Values(['regular', 'solid', 'duotone', 'light', 'thin']),
  sidebar: Type.Object({
    background: Values(['default', 'filled']),
    list: Values(['default', 'pill', 'line']),
  }),
  search: Values(['prominent', 'subtle']),
})

const Link = Type.Object({ title: Type.String({ maxLength: 64 }), to: ContentReference })

const HeaderItem = Type.Object({
  title: Type.String({ maxLength: 64 }),
  style: Type.Optional(Values(['link', 'button-primary', 'button-secondary'])),
  /** Null if the item only opens a menu of links. */
  to: Nullable(ContentReference),
  links: Type.Array(Link),
  condition: Type.Optional(SiteCondition),
})

/** At most one of the two. Without either, the site has no custom icon. */
const Favicon = Type.Object({
  icon: Type.Optional(ThemedAddress),
  emoji: Type.Optional(Type.String({ maxLength: 50 })),
})

/** How a published site looks and what its pages offer. */
export const SiteCustomizationSettings = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 2, maxLength: 128 })),
    styling: Styling,
    internationalization: Type.Object(
      { locale: Values(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']) },
      { deprecated: true },
    ),
    favicon: Favicon,
    header: Type.Object({
      preset: Values(['default', 'bold', 'contrast', 'custom', 'none'], { deprecated: true }),
      logo: Type.Optional(ThemedAddress),
      backgroundColor: Type.Optional(ThemedColor),
      linkColor: Type.Optional(ThemedColor),
      links: Type.Array(HeaderItem),
    }),
    footer: Type.Object({
      logo: Type.Optional(ThemedAddress),
      groups: Type.Array(Type.Object({ title: Type.String(), links: Type.Array(Link) })),
      copyright: Type.Optional(Type.String({ maxLength: 300 })),
    }),
    announcement: Type.Optional(
      Type.Object({
        enabled: Type.Boolean(),
        message: Type.String({ minLength: 2, maxLength: 128 }),
        link: Type.Optional(Link),
        style: Values(['info', 'warning', 'danger', 'success']),
      }),
    ),
    /** Clients depend on this spelling. */
    themes: Type.Object({ default: Values(['light', 'dark']), toggeable: Type.Boolean() }),
    pdf: Switch,
    feedback: Switch,
    ai: Type.Object({ mode: Values(['none', 'search', 'assistant']) }),
    advancedCustomization: Switch,
    git: Type.Object({ showEditLink: Type.Boolean() }),
    pageActions: Type.Object({
      externalAI: Type.Boolean(),
      markdown: Type.Boolean(),
      mcp: Type.Boolean(),
    }),
    externalLinks: Type.Object({ target: Values(['self', 'blank']) }),
    pagination: Switch,
    trademark: Switch,
    privacyPolicy: Type.Object({ url: Type.Optional(Address) }),
    socialPreview: Type.Object({ url: Type.Optional(Address) }),
    insights: Type.Object({ trackingCookie: Type.Boolean() }),
  },
  { title: 'SiteCustomizationSettings' },
)
export type SiteCustomizationSettings = Static<typeof SiteCustomizationSettings>

/** The customization of a site space: that of the site, with overrides. */
export const SiteSpaceCustomizationSettings = Type.Object(
  { ...SiteCustomizationSettings.properties, hasOverrides: Type.Boolean() },
  { title: 'SiteSpaceCustomizationSettings' },
)
export type SiteSpaceCustomizationSettings = Static<typeof SiteSpaceCustomizationSettings>

/** The settings whose fields are overridden individually. All others are overridden as a whole. */
export const customizationParts = {
  styling: { sidebar: {} },
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
  trademark: {},
  privacyPolicy: {},
  socialPreview: {},
  insights: {},
} as const

export const siteCustomizationOperations = {
  getSiteCustomizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/customization',
    summary: 'Get the customization of a site',
    description: 'Returns how the site looks and what its pages offer.',
    access: ['site.view'],
    scope: 'site:read',
    status: 200,
    returns: SiteCustomizationSettings,
  },
  updateSiteCustomizationById: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/customization',
    summary: 'Replace the customization of a site',
    description: 'Send all settings: the request replaces the whole customization.',
    access: ['org.create'],
    scope: 'site:write',
    body: closed(SiteCustomizationSettings),
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
