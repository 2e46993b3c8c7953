import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, ObjectName, Timestamp } from './scalars.ts'

const Name = Type.String({ maxLength: 50 })

/** A secret URL of a site. It contains the key, so only people who manage share links can see it. */
export const ShareLink = Type.Object(
  {
    object: ObjectName('share-link'),
    id: Id,
    createdAt: Timestamp,
    name: Type.Optional(Name),
    active: Type.Optional(Type.Boolean()),
    urls: Type.Object({ published: Type.Optional(Address) }),
  },
  { title: 'ShareLink' },
)
export type ShareLink = Static<typeof ShareLink>

export const shareLinkOperations = {
  listSiteShareLinks: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
    summary: 'List share links',
    description: 'Each link is returned with its secret URL.',
    access: ['org.create'],
    scope: 'site:auth:read',
    query: ListQuery({
      search: Type.Optional(Type.String({ maxLength: 128, description: 'Part of a name, or a whole key.' })),
    }),
    status: 200,
    returns: List(ShareLink),
  },
  createSiteShareLink: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
    summary: 'Create a share link',
    description: 'Creates a secret URL of the site.',
    access: ['org.create'],
    scope: 'site:auth:write',
    body: Body({ name: Name }),
    status: 201,
    returns: ShareLink,
    shownOnce: ['urls'],
    errors: ['conflict'],
  },
  getSiteShareLinkById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
    summary: 'Get a share link',
    description: 'Returns the link with its secret URL.',
    access: ['org.create'],
    scope: 'site:auth:read',
    status: 200,
    returns: ShareLink,
  },
  deleteSiteShareLinkById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
    summary: 'Delete a share link',
    description: 'Its key stops working with the next request.',
    access: ['org.create'],
    scope: 'site:auth:write',
    status: 205,
  },
  updateSiteShareLinkById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
    summary: 'Update a share link',
    description: 'Renames, enables or disables the link.',
    access: ['org.create'],
    scope: 'site:auth:write',
    body: Body({ active: Type.Optional(Type.Boolean()), name: Type.Optional(Name) }),
    status: 200,
    returns: ShareLink,
    shownOnce: ['urls'],
  },
} satisfies Operations
