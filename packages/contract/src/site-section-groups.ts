import { type Static, Type } from 'typebox'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Id, Nullable, ObjectName, Values } from './scalars.ts'
import { SiteIcon, SiteSection } from './site-sections.ts'
import { SitePosition } from './site-spaces.ts'

const Title = Type.String({ minLength: 1, maxLength: 100 })
const sectionsMax = 100
/** Too long to stand in its place. */
const sectionInGroupPath =
  '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}'

/** Sections under one heading. Groups do not nest, so `children` repeats `sections` for newer clients. */
export const SiteSectionGroup = Type.Object(
  {
    object: ObjectName('site-section-group'),
    id: Id,
    title: Title,
    icon: Type.Optional(SiteIcon),
    sections: Type.Array(SiteSection),
    children: Type.Array(SiteSection),
  },
  { title: 'SiteSectionGroup' },
)
export type SiteSectionGroup = Static<typeof SiteSectionGroup>

export const siteSectionGroupOperations = {
  listSiteSectionGroups: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
    summary: 'List the section groups of a site.',
    access: ['site.view'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    query: PageQuery,
    status: 200,
    returns: List(SiteSectionGroup),
  },
  addSectionGroupToSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
    summary: 'Create a section group, with sections in it or empty.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The sections must belong to this site.',
    body: Body({
      title: Title,
      icon: Type.Optional(Nullable(SiteIcon)),
      sections: Type.Optional(Type.Array(Id, { maxItems: sectionsMax, uniqueItems: true })),
    }),
    status: 201,
    returns: SiteSectionGroup,
    errors: ['conflict'],
  },
  getSiteSectionGroupById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Get one section group of a site.',
    access: ['site.view'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    status: 200,
    returns: SiteSectionGroup,
  },
  deleteSiteSectionGroupById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Delete a section group; its sections stay in the site.',
    access: ['org.create'],
    scope: 'site:write',
    status: 205,
  },
  updateSiteSectionGroupById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Change the title or the icon of a section group.',
    access: ['org.create'],
    scope: 'site:write',
    body: Body({ title: Type.Optional(Title), icon: Type.Optional(Nullable(SiteIcon)) }),
    status: 200,
    returns: SiteSectionGroup,
  },
  addSectionToGroup: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
    summary: 'Put a section into a group, out of the one it was in.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The section must belong to this site.',
    body: Body({ sectionId: Id }),
    status: 201,
    returns: SiteSectionGroup,
  },
  removeSectionFromGroup: {
    method: 'DELETE',
    path: sectionInGroupPath,
    summary: 'Take a section out of a group; it stays in the site.',
    access: ['org.create'],
    scope: 'site:write',
    status: 205,
  },
  moveSiteSectionGroup: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
    summary: 'Move a section group among its siblings.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The position names sections or groups of this site that stand at its root.',
    body: Body({
      position: Type.Optional(
        SitePosition(Body({ type: Values(['site-section', 'site-section-group']), id: Id })),
      ),
    }),
    bodyOptional: true,
    status: 200,
    returns: SiteSectionGroup,
    deprecated: 'use sortSiteStructure instead',
  },
} satisfies Operations
