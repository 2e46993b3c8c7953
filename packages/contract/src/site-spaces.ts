import { type Static, type TSchema, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Values } from './scalars.ts'
import { Space } from './spaces.ts'

/** One segment of the address of a site; a dot segment or a slash would lead elsewhere. */
export const SitePath = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^(?!\\.{1,2}$)[^\\s/?#%\\\\]+$',
})
/** An expression over the visitor's claims; where it is false, the visitor does not see the thing. */
export const SiteCondition = Type.String({ minLength: 1, maxLength: 1024 })
export const ShareKey = Type.String({ minLength: 1, maxLength: 128 })

/** The place among siblings: right before one of them, or right after; last, where neither is given. */
export const SitePosition = <T extends TSchema>(pointer: T) =>
  Body({ before: Type.Optional(pointer), after: Type.Optional(pointer) })

/** A space in a site: one variant of its section, or of the site where it has no sections. */
export const SiteSpace = Type.Object(
  {
    object: ObjectName('site-space'),
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
    summary: 'List the spaces of a site: all, only the default one, or only the others.',
    access: ['site.view', 'site.audience'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    also: 'The audience sees only those whose condition is true for it.',
    query: ListQuery({ shareKey: Type.Optional(ShareKey), default: Type.Optional(Type.Boolean()) }),
    status: 200,
    returns: List(SiteSpace),
  },
  addSpaceToSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
    summary: 'Add a space to a section; without one, to the default section or to the root of the site.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The space: of this organization, and the caller may create in it. The section: of this site.',
    body: Body({ spaceId: Id, sectionId: Type.Optional(Id) }),
    status: 201,
    returns: SiteSpace,
    errors: ['conflict'],
  },
  getSiteSpaceById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Get one space of a site.',
    access: ['site.view'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    also: 'Not found if the caller cannot read the space.',
    status: 200,
    returns: SiteSpace,
  },
  deleteSiteSpaceById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Take a space out of a site; the space itself stays.',
    access: ['org.create'],
    scope: 'site:write',
    status: 205,
    errors: ['conflict'],
  },
  updateSiteSpaceById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Change the path or the condition of a site space, or the space it shows.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'A new space is of the same organization and the caller may create in it.',
    body: Body({
      path: Type.Optional(SitePath),
      condition: Type.Optional(Nullable(SiteCondition)),
      spaceId: Type.Optional(Id),
    }),
    status: 200,
    returns: SiteSpace,
    errors: ['conflict'],
  },
  moveSiteSpace: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
    summary: 'Move a site space among its siblings.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The position names siblings: site spaces of the same section, or of the root.',
    body: Body({
      position: Type.Optional(SitePosition(Body({ type: Values(['site-space']), siteSpace: Id }))),
    }),
    bodyOptional: true,
    status: 200,
    returns: SiteSpace,
    deprecated: 'use sortSiteStructure instead',
  },
} satisfies Operations
