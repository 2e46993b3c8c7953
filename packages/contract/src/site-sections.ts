import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Values } from './scalars.ts'
import { ShareKey, SiteCondition, SitePath, SitePosition, SiteSpace } from './site-spaces.ts'

const Title = Type.String({ minLength: 2, maxLength: 128 })
const Description = Type.String({ maxLength: 256 })
/** The name of an icon. */
export const SiteIcon = Type.String({ maxLength: 50 })

/** A part of a site with its own path; its site spaces are variants of one another. */
export const SiteSection = Type.Object(
  {
    object: ObjectName('site-section'),
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
    summary: 'List the sections of a site.',
    access: ['site.view', 'site.audience'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    also: 'The audience sees only those whose condition is true for it.',
    query: ListQuery({ shareKey: Type.Optional(ShareKey) }),
    status: 200,
    returns: List(SiteSection),
  },
  addSectionToSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
    summary: 'Add a section that shows a space; what stands at the root becomes a section first.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The space is of the same organization and the caller may create in it.',
    body: Body({
      spaceId: Id,
      title: Type.Optional(Nullable(Title)),
      icon: Type.Optional(Nullable(SiteIcon)),
    }),
    status: 201,
    returns: SiteSection,
    errors: ['conflict'],
  },
  getSiteSectionById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Get one section of a site.',
    access: ['site.view'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    status: 200,
    returns: SiteSection,
  },
  deleteSiteSectionById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Delete a section with its site spaces; the spaces themselves stay.',
    access: ['org.create'],
    scope: 'site:write',
    status: 205,
    errors: ['conflict'],
  },
  updateSiteSectionById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Change a section; what is left out stays, and null removes.',
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
    }),
    status: 200,
    returns: SiteSection,
    errors: ['conflict'],
  },
  moveSiteSection: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
    summary: 'Move a section among its siblings.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The position names sections of this site.',
    body: Body({
      position: Type.Optional(SitePosition(Body({ type: Values(['site-section']), siteSection: Id }))),
    }),
    bodyOptional: true,
    status: 200,
    returns: SiteSection,
    deprecated: 'use sortSiteStructure instead',
  },
} satisfies Operations
