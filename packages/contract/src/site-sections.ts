import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Values } from './scalars.ts'
import { NoDraft, ShareKey, SiteCondition, SitePath, SitePosition, SiteSpace } from './site-spaces.ts'

const Title = Type.String({ minLength: 2, maxLength: 128 })
const Description = Type.String({ maxLength: 256 })
/** The name of an icon. */
export const SiteIcon = Type.String({ maxLength: 50 })

/** A part of a site with its own path. Its site spaces are variants of each other. */
export const SiteSection = Type.Object(
  {
    object: ObjectName('site-section'),
    /** Always false: everything in a site goes live with it. */
    draft: Type.Boolean(),
    id: Id,
    title: Title,
    description: Type.Optional(Description),
    default: Type.Optional(Type.Boolean()),
    path: SitePath,
    condition: Type.Optional(SiteCondition),
    sectionGroup: Type.Optional(Id),
    icon: Type.Optional(SiteIcon),
    siteSpaces: Type.Array(SiteSpace),
    urls: Type.Object({ published: Type.Optional(Address) }),
  },
  { title: 'SiteSection' },
)
export type SiteSection = Static<typeof SiteSection>

export const siteSectionOperations = {
  listSiteSections: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
    summary: 'List sections',
    access: ['site.view', 'site.audience'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    also: 'Visitors see only sections whose condition is true for them.',
    query: ListQuery({ shareKey: Type.Optional(ShareKey) }),
    status: 200,
    returns: List(SiteSection),
  },
  addSectionToSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
    summary: 'Create a section',
    description:
      'The section shows the given space. If the site has spaces at its root, they are moved into a ' +
      'section first.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The space must belong to the same organization, and you need create level on it.',
    body: Body({
      spaceId: Id,
      title: Type.Optional(Nullable(Title)),
      icon: Type.Optional(Nullable(SiteIcon)),
      draft: NoDraft,
    }),
    status: 201,
    returns: SiteSection,
    errors: ['conflict'],
  },
  getSiteSectionById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Get a section',
    access: ['site.view'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    status: 200,
    returns: SiteSection,
  },
  deleteSiteSectionById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Delete a section',
    description: 'Its site spaces are deleted too. The spaces themselves are kept.',
    access: ['org.create'],
    scope: 'site:write',
    status: 205,
    errors: ['conflict'],
  },
  updateSiteSectionById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Update a section',
    description: 'Fields that you leave out keep their values. `null` removes a value.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The default site space must belong to this section.',
    body: Body({
      title: Type.Optional(Title),
      path: Type.Optional(SitePath),
      defaultSiteSpace: Type.Optional(Id),
      condition: Type.Optional(Nullable(SiteCondition)),
      icon: Type.Optional(Nullable(SiteIcon)),
      description: Type.Optional(Nullable(Description)),
      draft: NoDraft,
    }),
    status: 200,
    returns: SiteSection,
    errors: ['conflict'],
  },
  moveSiteSection: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
    summary: 'Move a section',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The position must name sections of this site.',
    body: Body({
      position: Type.Optional(SitePosition(Body({ type: Values(['site-section']), siteSection: Id }))),
    }),
    bodyOptional: true,
    status: 200,
    returns: SiteSection,
    deprecated: 'use sortSiteStructure instead',
  },
} satisfies Operations
