import { type Static, type TSchema, Type } from 'typebox'
import { Body, List, ListQuery, Only, type Operations } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Values } from './scalars.ts'
import { Space } from './spaces.ts'

/** One path segment of a site URL. Slashes and dot segments would change the path. */
export const SitePath = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^(?!\\.{1,2}$)[^\\s/?#%\\\\]+$',
})
/** An expression over the visitor's claims. If it is false, the object is hidden from the visitor. */
export const SiteCondition = Type.String({ minLength: 1, maxLength: 1024 })
/** Parts of a site have no drafts of their own. */
export const NoDraft = Only(Type.Literal(false), {
  because: 'Always false: everything in a site goes live with it.',
  instead: 'To prepare content that is not live yet, use a change request.',
})
export const ShareKey = Type.String({ minLength: 1, maxLength: 128 })

/** The position: directly before or after a sibling. Without either, last. */
export const SitePosition = <T extends TSchema>(pointer: T) =>
  Body({ before: Type.Optional(pointer), after: Type.Optional(pointer) })

/** A space in a site: a variant of its section, or of the site if it has no sections. */
export const SiteSpace = Type.Object(
  {
    object: ObjectName('site-space'),
    /** Always false: everything in a site goes live with it. */
    draft: Type.Boolean(),
    id: Id,
    path: SitePath,
    section: Type.Optional(Id),
    space: Space,
    title: Type.String(),
    default: Type.Optional(Type.Boolean()),
    condition: Type.Optional(SiteCondition),
    hasAdvancedCustomizationFeature: Type.Optional(Type.Boolean()),
    urls: Type.Object({ published: Type.Optional(Address) }),
  },
  { title: 'SiteSpace' },
)
export type SiteSpace = Static<typeof SiteSpace>

export const siteSpaceOperations = {
  listSiteSpaces: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
    summary: 'List site spaces',
    description: 'Returns all spaces of the site, only the default one, or only the others.',
    access: ['site.view', 'site.audience'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    also: 'Visitors see only site spaces whose condition is true for them.',
    query: ListQuery({ shareKey: Type.Optional(ShareKey), default: Type.Optional(Type.Boolean()) }),
    status: 200,
    returns: List(SiteSpace),
  },
  addSpaceToSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
    summary: 'Add a space to a site',
    description:
      'If you name no section, the space is added to the default section, or to the root of the site.',
    access: ['org.create'],
    scope: 'site:write',
    also:
      'The space must belong to the same organization, and you need create level on it. The section must ' +
      'belong to this site.',
    body: Body({ spaceId: Id, sectionId: Type.Optional(Id), draft: NoDraft }),
    status: 201,
    returns: SiteSpace,
    errors: ['conflict'],
  },
  getSiteSpaceById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Get a site space',
    access: ['site.view'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    also: "Returns 404 if you can't read the space.",
    status: 200,
    returns: SiteSpace,
  },
  deleteSiteSpaceById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Remove a space from a site',
    description: 'The space itself is kept.',
    access: ['org.create'],
    scope: 'site:write',
    status: 205,
    errors: ['conflict'],
  },
  updateSiteSpaceById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Update a site space',
    description: 'Changes the path, the condition, or the space that is shown.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'A new space must belong to the same organization, and you need create level on it.',
    body: Body({
      path: Type.Optional(SitePath),
      condition: Type.Optional(Nullable(SiteCondition)),
      spaceId: Type.Optional(Id),
      draft: NoDraft,
    }),
    status: 200,
    returns: SiteSpace,
    errors: ['conflict'],
  },
  moveSiteSpace: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
    summary: 'Move a site space',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The position must name siblings: site spaces of the same section or at the root.',
    body: Body({
      position: Type.Optional(SitePosition(Body({ type: Values(['site-space']), siteSpace: Id }))),
    }),
    bodyOptional: true,
    status: 200,
    returns: SiteSpace,
    deprecated: 'use sortSiteStructure instead',
  },
} satisfies Operations
