import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, ObjectName, Timestamp, Url, Values } from './scalars.ts'
import { ShareKey } from './site-spaces.ts'

/** A path below the site, percent-encoded, without a slash at the end. It can end in a wildcard. */
const Source = Type.String({ maxLength: 512, pattern: '^(/([\\w.~+-]|%[0-9A-Fa-f]{2})+)+(/?\\*)?$' })
const bulkMax = 500

/** Where a redirect leads: a part of its site, a page, or a URL elsewhere. */
export const SiteRedirectDestination = Type.Union(
  [
    Body({ kind: Values(['site-section']), siteSectionId: Id }),
    Body({ kind: Values(['site-space']), siteSpaceId: Id }),
    Body({ kind: Values(['site-page']), siteSpaceId: Id, pageId: Id }),
    Body({ kind: Values(['external']), url: Url }),
  ],
  { title: 'SiteRedirectDestination' },
)
export type SiteRedirectDestination = Static<typeof SiteRedirectDestination>

/** The page at a path is looked up once. After that, the redirect follows the page. */
const PagePath = Body({
  kind: Values(['path']),
  spaceId: Id,
  path: Type.String({ maxLength: 2048 }),
})
const SiteRedirectInputDestination = Type.Union([...SiteRedirectDestination.anyOf, PagePath])
export type SiteRedirectInputDestination = Static<typeof SiteRedirectInputDestination>

export const SiteRedirect = Type.Object(
  {
    object: ObjectName('site-redirect'),
    id: Id,
    source: Source,
    draft: Type.Boolean(),
    /** Whether the part of the path that the wildcard matches is added to the target. */
    captureWildcard: Type.Boolean(),
    permanent: Type.Boolean(),
    destination: SiteRedirectDestination,
    createdAt: Timestamp,
    updatedAt: Type.Optional(Timestamp),
  },
  { title: 'SiteRedirect' },
)
export type SiteRedirect = Static<typeof SiteRedirect>

const settings = {
  captureWildcard: Type.Optional(Type.Boolean()),
  permanent: Type.Optional(Type.Boolean()),
}

const BulkChange = Type.Union([
  Body({ source: Source, intent: Values(['publish']) }),
  Body({
    source: Source,
    intent: Type.Optional(Values(['live', 'draft'], { default: 'live' })),
    ...settings,
    destination: Type.Union([...SiteRedirectInputDestination.anyOf, Type.Null()]),
  }),
])
export type SiteRedirectBulkChange = Static<typeof BulkChange>

const BulkResult = Type.Object({
  status: Values(['created', 'updated', 'deleted', 'published', 'error']),
  source: Source,
  draft: Type.Boolean(),
  id: Type.Optional(Id),
  error: Type.Optional(Type.String()),
})
export type SiteRedirectBulkResult = Static<typeof BulkResult>

export const siteRedirectOperations = {
  listSiteRedirects: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects',
    summary: 'List redirects of a site',
    description: 'Lists live redirects, or drafts. `search` finds those whose source contains a text.',
    access: ['org.read'],
    scope: 'site:read',
    query: ListQuery({
      search: Type.Optional(Type.String({ maxLength: 512 })),
      draft: Type.Optional(Type.Boolean({ default: false })),
      orderBy: Type.Optional(Values(['createdAt', 'updatedAt', 'source'], { default: 'createdAt' })),
    }),
    status: 200,
    returns: List(SiteRedirect),
  },
  createSiteRedirect: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects',
    summary: 'Create a redirect',
    description:
      'A source that ends in `*` matches all paths that begin with the text before it. Rejects a source at ' +
      'which everyone sees a page, and a redirect that leads back to itself through others.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The destination must be a part of this site that the caller can read, or a web URL.',
    body: Body({
      source: Source,
      ...settings,
      draft: Type.Optional(Type.Boolean()),
      destination: SiteRedirectInputDestination,
    }),
    status: 201,
    returns: SiteRedirect,
    errors: ['conflict'],
  },
  bulkUpsertSiteRedirects: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects',
    summary: 'Change many redirects',
    description:
      'Creates, replaces, deletes and publishes redirects by their source, one after the other. `results` ' +
      'has one entry for each, and an error in one does not affect the others. Redirects that the request ' +
      'does not name stay as they are.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'Destinations must be parts of this site that the caller can read, or web URLs.',
    body: Body({ redirects: Type.Array(BulkChange, { minItems: 1, maxItems: bulkMax }) }),
    status: 200,
    returns: Type.Object({ results: Type.Array(BulkResult) }),
  },
  importSiteRedirects: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects/import',
    summary: 'Import redirects from a CSV file',
    description:
      'The first line names the columns: `source` and `destination`, and optionally `permanent` and ' +
      '`captureWildcard` (`true` or `false`). A destination is a path of a page of this site, which the ' +
      'redirect follows when it moves, or a web URL. A source that has a redirect gets the new one. If a ' +
      'line has an error, nothing is imported, and `details` names each such line.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'Destinations must be pages of this site that the caller can read, or web URLs.',
    body: Body({ csv: Type.String({ maxLength: 512 * 1024 }) }),
    bodyBytesMax: 2 * 1024 * 1024,
    status: 200,
    returns: Type.Object({ created: Type.Integer(), updated: Type.Integer() }),
  },
  getSiteRedirectById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
    summary: 'Get a redirect',
    description: 'Returns a live redirect or a draft.',
    access: ['org.read'],
    scope: 'site:read',
    status: 200,
    returns: SiteRedirect,
  },
  updateSiteRedirectById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
    summary: 'Update a redirect',
    description:
      '`draft: false` makes a draft live, unless a live redirect has the same source. Live redirects are ' +
      'checked as when they are created.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The destination must be a part of this site that the caller can read, or a web URL.',
    body: Body({
      source: Type.Optional(Source),
      ...settings,
      draft: Type.Optional(Type.Boolean()),
      destination: Type.Optional(SiteRedirectInputDestination),
    }),
    status: 200,
    returns: SiteRedirect,
    errors: ['conflict'],
  },
  deleteSiteRedirectById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
    summary: 'Delete a redirect',
    description: 'Its source leads nowhere, starting with the next request.',
    access: ['org.create'],
    scope: 'site:write',
    status: 205,
  },
  getSiteRedirectBySource: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/redirect',
    summary: 'Resolve a path of a site',
    description:
      'Returns the live redirect for a path and the URL to which it leads. A redirect for exactly this ' +
      'path comes first, then the one with the longest text before its wildcard. The URL contains ' +
      '`shareKey` if it is the key of an active share link.',
    access: ['site.view', 'site.audience'],
    scope: 'site:read',
    also: 'If the caller cannot see the destination, there is no redirect for them.',
    query: Type.Object({ source: Source, shareKey: Type.Optional(ShareKey) }),
    status: 200,
    returns: Type.Object({ redirect: SiteRedirect, target: Address }),
  },
} satisfies Operations
