import { type Static, Type } from 'typebox'
import { Body, List, Only, type Operations, PageQuery } from './operation.ts'
import { Id, Nullable, ObjectName, Values } from './scalars.ts'
import { SiteIcon, SiteSection } from './site-sections.ts'
import { NoDraft, SitePosition } from './site-spaces.ts'

const Title = Type.String({ minLength: 1, maxLength: 100 })
const sectionsMax = 100
const NoParent = Only(Type.Null(), {
  because: 'Always null: section groups are at the root of a site.',
  instead: "Section groups don't nest: put the sections into one group with addSectionToGroup.",
})
const sectionInGroupPath =
  '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}'

/** Sections under one heading. Groups don't nest, so `children` repeats `sections` for newer clients. */
export const SiteSectionGroup = Type.Object(
  {
    object: ObjectName('site-section-group'),
    /** Always false: everything in a site goes live with it. */
    draft: Type.Boolean(),
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
    summary: 'List section groups',
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
    summary: 'Create a section group',
    description: 'You can add sections to the group right away.',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The sections must belong to this site.',
    body: Body({
      title: Title,
      icon: Type.Optional(Nullable(SiteIcon)),
      sections: Type.Optional(Type.Array(Id, { maxItems: sectionsMax, uniqueItems: true })),
      parent: NoParent,
      draft: NoDraft,
    }),
    status: 201,
    returns: SiteSectionGroup,
    errors: ['conflict'],
  },
  getSiteSectionGroupById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Get a section group',
    access: ['site.view'],
    scope: 'site:read',
    installations: ['site:metadata:read'],
    status: 200,
    returns: SiteSectionGroup,
  },
  deleteSiteSectionGroupById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Delete a section group',
    description: 'Its sections stay in the site.',
    access: ['org.create'],
    scope: 'site:write',
    status: 205,
  },
  updateSiteSectionGroupById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Update a section group',
    description: 'Changes the title or the icon.',
    access: ['org.create'],
    scope: 'site:write',
    body: Body({
      title: Type.Optional(Title),
      icon: Type.Optional(Nullable(SiteIcon)),
      parentSectionGroupId: NoParent,
      draft: NoDraft,
    }),
    status: 200,
    returns: SiteSectionGroup,
  },
  addSectionToGroup: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
    summary: 'Add a section to a group',
    description: 'If the section is in another group, it is moved.',
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
    summary: 'Remove a section from a group',
    description: 'The section stays in the site.',
    access: ['org.create'],
    scope: 'site:write',
    status: 205,
  },
  moveSiteSectionGroup: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
    summary: 'Move a section group',
    access: ['org.create'],
    scope: 'site:write',
    also: 'The position must name sections or groups at the root of this site.',
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
