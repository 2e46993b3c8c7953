import { type Static, Type } from 'typebox'
import { Body, type Operations } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Url, Values } from './scalars.ts'
import { SiteCustomizationSettings } from './site-customization.ts'
import { SiteSectionGroup } from './site-section-groups.ts'
import { SiteSection } from './site-sections.ts'
import { ShareKey, SitePosition, SiteSpace } from './site-spaces.ts'
import { Site } from './sites.ts'

/** The navigation of a site in its order: sections and groups where it has any, else its site spaces. */
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

/** All that is needed to show a site: what is in it, how it looks and which scripts run in it. */
export const PublishedContentSite = Type.Object(
  {
    object: ObjectName('published-content-site'),
    site: Site,
    structure: SiteStructure,
    customizations: Type.Object({
      site: SiteCustomizationSettings,
      /** By the id of the site space, where one looks different. */
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

/** How visitors sign in to a site: with a JWT signed by this key, or through an integration. */
export const SitePublishingAuth = Type.Object(
  {
    object: ObjectName('publishing-auth'),
    backend: AuthBackend,
    privateKey: Type.String(),
    /** Where a visitor without a valid token is sent. */
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
    summary: 'Get all that is needed to show a site.',
    access: ['site.audience', 'org.create'],
    scope: 'site:read',
    also: 'The audience sees only what is published, and of it only what its claims do not hide.',
    query: Type.Object({ shareKey: Type.Optional(ShareKey) }),
    status: 200,
    returns: PublishedContentSite,
  },
  publishSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/publish',
    summary: 'Publish a site: its audience can reach it from the next request on.',
    access: ['org.create'],
    scope: 'site:publish',
    also: 'A site without a site space cannot be published.',
    status: 200,
    returns: Site,
    errors: ['conflict'],
  },
  unpublishSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/unpublish',
    summary: 'Unpublish a site: nobody outside can reach it from the next request on.',
    access: ['org.create'],
    scope: 'site:publish',
    status: 200,
    returns: Site,
  },
  getSiteStructure: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/structure',
    summary: 'Get the navigation of a site in its order.',
    access: ['site.view', 'site.audience'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    also: 'The audience sees only those whose condition is true for it.',
    query: Type.Object({ shareKey: Type.Optional(ShareKey) }),
    status: 200,
    returns: SiteStructure,
  },
  sortSiteStructure: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/structure/sort',
    summary: 'Move a site space, section or group among its siblings; it never gets another parent.',
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
    summary: 'Get how visitors sign in to a site, with the key that signs their tokens.',
    access: ['org.create'],
    scope: 'site:auth:read',
    status: 200,
    returns: SitePublishingAuth,
  },
  updateSitePublishingAuthById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
    summary: 'Change how visitors sign in to a site; a fallbackURL of null removes the address.',
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
    summary: 'Replace the signing key. Tokens signed with the old one are refused from the next request on.',
    access: ['org.create'],
    scope: 'site:auth:write',
    status: 200,
    returns: SitePublishingAuth,
    shownOnce: ['privateKey'],
  },
} satisfies Operations
