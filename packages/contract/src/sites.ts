import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Permissions, Timestamp, Values } from './scalars.ts'
import { SitePath } from './site-spaces.ts'

const Title = Type.String({ minLength: 2, maxLength: 128 })
const siteTypes = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const
const SiteType = Values([...siteTypes])
export const customizationFeatures = [
  'header-logo',
  'theme-preset',
  'premium-fonts',
  'custom-icons',
  'footer-logo',
  'footer-links',
  'footer-copyright',
  'semantic-colors',
] as const
/** Lowercase, with at least three labels. */
const Hostname = Type.String({
  maxLength: 512,
  pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.){2,}[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$',
})
/** A name that DNS can prove: no IP address, and short enough for the record below it. */
const NewHostname = Type.String({
  maxLength: 235,
  pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.){2,}[a-z]([a-z0-9-]{0,61}[a-z0-9])?$',
})
/** A host and at least one path segment: the subdirectory that serves the site. */
const ProxyOrigin = Type.String({
  maxLength: 512,
  pattern: '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(/[\\w-]+)+$',
})
export const SiteVisibility = Values(['public', 'unlisted', 'share-link', 'visitor-auth'])
/** Whether AI agents can read the site. */
const AgentsContext = Values(['excluded', 'included'])
const spacesMax = 100

const SiteFeature = Type.Object({
  id: Values([
    'sites-adaptive-content',
    'sites-advanced-customization',
    'sites-advanced-insights',
    'sites-ads',
    'sites-ai-search',
    'sites-ai-assistant',
    'sites-embed',
    'sites-api-playground',
    'sites-basic-customization',
    'sites-custom-domain',
    'sites-custom-fonts',
    'sites-custom-subdirectory',
    'sites-full-text-search',
    'sites-multivariant-site',
    'sites-no-custom-domain',
    'sites-page-feedback',
    'sites-page-traffic-insights',
    'sites-pdf-export',
    'sites-preview-deployments',
    'sites-public-visibility',
    'sites-redirects',
    'sites-search-insights',
    'sites-sections',
    'sites-seo',
    'sites-share-links',
    'sites-unlisted-visibility',
    'sites-user-contribution',
    'sites-visitor-authentication',
    'sites-visitors',
  ]),
  plan: SiteType,
  frozen: Type.Boolean(),
  customizations: Type.Optional(Type.Array(Values([...customizationFeatures]))),
})

export const Site = Type.Object(
  {
    object: ObjectName('site'),
    id: Id,
    type: SiteType,
    /** Equal to `type`: no feature is frozen here. */
    appliedType: SiteType,
    title: Title,
    icon: Type.Optional(Nullable(Type.Object({ icon: Type.Object({ light: Address, dark: Address }) }))),
    hostname: Type.Optional(Hostname),
    basename: Type.Optional(SitePath),
    proxy: Type.Optional(Type.Object({ origin: ProxyOrigin, target: Type.String() })),
    visibility: SiteVisibility,
    /** Roles in the organization apply to its sites. */
    defaultLevel: Values(['inherit']),
    permissions: Permissions([
      'view',
      'access',
      'edit',
      'create',
      'admin',
      'installIntegration',
      'viewAdaptiveSchema',
      'editAdaptiveSchema',
    ]),
    published: Type.Boolean(),
    siteSpaces: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
    adaptiveContent: Type.Optional(Type.Object({ enabled: Type.Boolean() })),
    ads: Type.Optional(
      Type.Object({
        status: Values(['pending', 'in-review', 'rejected', 'live', 'disabled']),
        submittable: Type.Optional(Type.Boolean()),
        topic: Type.Optional(Values(['webdev', 'crypto'])),
        reason: Type.Optional(Type.String()),
        zoneId: Type.Optional(Type.String()),
      }),
    ),
    agentsContext: AgentsContext,
    features: Type.Array(SiteFeature),
    urls: Type.Object({
      location: Address,
      app: Address,
      published: Type.Optional(Address),
      /** The site in the app, which shows it before it is published. */
      preview: Address,
    }),
  },
  { title: 'Site' },
)
export type Site = Static<typeof Site>

export const siteOperations = {
  listSites: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites',
    summary: 'List sites',
    description: 'Guests see only sites with a space that they can read.',
    access: ['org.member'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    also: 'Returns only sites that you can view.',
    query: ListQuery({
      space: Type.Optional(Id),
      title: Type.Optional(Type.String({ maxLength: 128 })),
      published: Type.Optional(Type.Boolean()),
      type: Type.Optional(Type.Array(SiteType, { maxItems: siteTypes.length })),
    }),
    status: 200,
    returns: List(Site),
  },
  createSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites',
    summary: 'Create a site',
    description:
      'Creates the site from the given spaces, or with a new space that is empty or contains sample pages.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'Every space must belong to the same organization, and you need create level on it.',
    body: Body({
      type: Type.Optional(Values([...siteTypes], { default: 'basic' })),
      title: Type.Optional(Title),
      visibility: Type.Optional(SiteVisibility),
      spaces: Type.Optional(
        Type.Union([Type.Array(Id, { maxItems: spacesMax, uniqueItems: true }), Values(['sample', 'empty'])]),
      ),
    }),
    bodyOptional: true,
    status: 201,
    returns: Site,
    errors: ['conflict'],
  },
  getSiteById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}',
    summary: 'Get a site',
    access: ['site.view'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    status: 200,
    returns: Site,
  },
  deleteSiteById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}',
    summary: 'Delete a site',
    description: 'Its spaces are kept.',
    access: ['org.create'],
    scope: 'site:write',
    status: 205,
  },
  updateSiteById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}',
    summary: 'Update a site',
    description:
      'A `proxy` or `hostname` of `null` removes it. A new one takes effect once its host is verified: ' +
      'list the site domains for the DNS record.',
    access: ['org.create'],
    scope: 'site:write',
    also:
      'Changing `visibility` also requires the scope `site:auth:write`. The defaults must belong to this ' +
      'site.',
    body: Body({
      title: Type.Optional(Title),
      visibility: Type.Optional(SiteVisibility),
      basename: Type.Optional(SitePath),
      adaptiveContent: Type.Optional(Body({ enabled: Type.Boolean() })),
      agentsContext: Type.Optional(AgentsContext),
      defaultSiteSpace: Type.Optional(Id),
      defaultSiteSection: Type.Optional(Id),
      proxy: Type.Optional(Nullable(ProxyOrigin)),
      hostname: Type.Optional(Nullable(NewHostname)),
    }),
    status: 200,
    returns: Site,
    errors: ['conflict'],
  },
} satisfies Operations
