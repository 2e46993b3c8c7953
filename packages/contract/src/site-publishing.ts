import { type Static, Type } from 'typebox'
import { Body, type Operations } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Url, Values } from './scalars.ts'
import { SiteCustomizationSettings } from './site-customization.ts'
import { SiteSectionGroup } from './site-section-groups.ts'
import { SiteSection } from './site-sections.ts'
import { ShareKey, SitePosition, SiteSpace } from './site-spaces.ts'
import { Site } from './sites.ts'

/** The navigation of a site, in order: its sections and groups, or its site spaces if it has none. */
export const SiteStructure = Type.Union(
  [
    Type.Object({
      type: Values(['sections']),
      structure: Type.Array(Type.Union([SiteSection, SiteSectionGroup])),
    }),
    Type.Object({ type: Values(['siteSpaces']), structure: Type.Array(SiteSpace) }),
  ],
  { title: 'SiteStructure' },
)
export type SiteStructure = Static<typeof SiteStructure>

export const SiteStructureItem = Type.Union([SiteSpace, SiteSection, SiteSectionGroup], {
  title: 'SiteStructureItem',
})
export type SiteStructureItem = Static<typeof SiteStructureItem>

const SiteStructureItemPointer = Body({
  type: Values(['site-space', 'site-section', 'site-section-group']),
  id: Id,
})

/** Everything needed to render a site: its structure, customization and scripts. */
export const PublishedContentSite = Type.Object(
  {
    object: ObjectName('published-content-site'),
    site: Site,
    structure: SiteStructure,
    customizations: Type.Object({
      site: SiteCustomizationSettings,
      /** Keyed by site space ID. Contains only site spaces with overrides. */
      siteSpaces: Type.Record(Type.String(), SiteCustomizationSettings),
    }),
    /** Scripts of installed integrations. */
    scripts: Type.Array(
      Type.Object({
        script: Address,
        contentSecurityPolicy: Type.Optional(Type.String()),
        cookies: Type.Boolean(),
      }),
    ),
  },
  { title: 'PublishedContentSite' },
)
export type PublishedContentSite = Static<typeof PublishedContentSite>

const AuthBackend = Values(['custom', 'integration'])

/** How visitors sign in: with a JWT signed with this key, or through an integration. */
export const SitePublishingAuth = Type.Object(
  {
    object: ObjectName('publishing-auth'),
    backend: AuthBackend,
    privateKey: Type.String(),
    /** The URL to which visitors without a valid token are redirected. */
    fallbackURL: Type.Optional(Address),
    integration: Type.Optional(Type.String()),
  },
  { title: 'SitePublishingAuth' },
)
export type SitePublishingAuth = Static<typeof SitePublishingAuth>

export const sitePublishingOperations = {
  getPublishedContentSite: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/published',
    summary: 'Get a published site',
    description: 'Returns everything needed to render the site.',
    access: ['site.audience', 'org.create'],
    scope: 'site:read',
    also: "Visitors see only published content that their claims don't hide.",
    query: Type.Object({ shareKey: Type.Optional(ShareKey) }),
    status: 200,
    returns: PublishedContentSite,
  },
  publishSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/publish',
    summary: 'Publish a site',
    description: 'Visitors can reach the site with the next request.',
    access: ['org.create'],
    scope: 'site:publish',
    also: 'A site needs at least one site space to be published.',
    status: 200,
    returns: Site,
    errors: ['conflict'],
  },
  unpublishSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/unpublish',
    summary: 'Unpublish a site',
    description: 'Visitors can no longer reach the site, starting with the next request.',
    access: ['org.create'],
    scope: 'site:publish',
    status: 200,
    returns: Site,
  },
  getSiteStructure: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/structure',
    summary: 'Get the structure of a site',
    description: 'Returns the navigation of the site, in order.',
    access: ['site.view', 'site.audience'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    also: 'Visitors see only entries whose condition is true for them.',
    query: Type.Object({ shareKey: Type.Optional(ShareKey) }),
    status: 200,
    returns: SiteStructure,
  },
  sortSiteStructure: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/structure/sort',
    summary: 'Sort the structure of a site',
    description:
      'Moves a site space, a section or a section group among its siblings. The parent stays the same.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The item and the position must be siblings in this site.',
    body: Body({ item: SiteStructureItemPointer, position: SitePosition(SiteStructureItemPointer) }),
    status: 200,
    returns: SiteStructureItem,
  },
  getSitePublishingAuthById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
    summary: 'Get visitor authentication',
    description: 'Returns how visitors sign in to the site, with the key that signs their tokens.',
    access: ['org.create'],
    scope: 'site:auth:read',
    status: 200,
    returns: SitePublishingAuth,
  },
  updateSitePublishingAuthById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
    summary: 'Update visitor authentication',
    description: 'A `fallbackURL` of `null` removes the URL.',
    access: ['org.create'],
    scope: 'site:auth:write',
    body: Body({ backend: AuthBackend, fallbackURL: Type.Optional(Nullable(Url)) }),
    status: 200,
    returns: SitePublishingAuth,
    shownOnce: ['privateKey'],
    errors: ['conflict'],
  },
  regenerateSitePublishingAuthById: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate',
    summary: 'Regenerate the visitor signing key',
    description: 'Tokens signed with the old key stop working with the next request.',
    access: ['org.create'],
    scope: 'site:auth:write',
    status: 200,
    returns: SitePublishingAuth,
    shownOnce: ['privateKey'],
  },
} satisfies Operations
