import { type Static, Type } from 'typebox'
import { ContentLocation } from './content-locations.ts'
import { Defined } from './defined.ts'
import { List, ListQuery, listProperties, type Operations, PageQuery } from './operation.ts'
import { Values } from './scalars.ts'

const LinkStatus = Values(['ok', 'broken', 'in-app'])
const Count = Type.Integer({ minimum: 0 })

/** A link of a page: its target, and every place in the page where it occurs. */
export const LinkRecord = Type.Object(
  {
    /** `broken`: the target is missing. `in-app`: a URL inside the application. */
    status: LinkStatus,
    /** `dependsOn`: the target is embedded in the page, as an image is. */
    relation: Values(['reference', 'dependsOn']),
    /** The link as it is written. Very long links are cut off. */
    destination: Type.String(),
    /** Absent if the target is missing or the caller can't read it. */
    targetReference: Type.Optional(Defined<ContentLocation>('ContentLocation')),
    locationReferences: Type.Array(Defined<ContentLocation>('ContentLocation')),
  },
  { title: 'LinkRecord' },
)
export type LinkRecord = Static<typeof LinkRecord>

/** A list of links. The statistics cover all links, whichever filters apply to the list. */
export const LinkList = Type.Object({
  ...listProperties(LinkRecord),
  stats: Type.Object({
    total: Count,
    /** `changeRequest`: links that the change request broke; always 0 for a space. */
    broken: Type.Object({ total: Count, changeRequest: Count }),
  }),
})
export type LinkList = Static<typeof LinkList>

const Backlinks = List(ContentLocation)
const StatusQuery = ListQuery({ status: Type.Optional(LinkStatus) })

const space = '/v1/spaces/{spaceId}'
const changeRequest = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}'
const shownTargets = 'The target of a link is returned only if you can read it.'
const shownPlaces = 'Returns only places in spaces that you can read.'

/** The links of a space and its change requests, and the backlinks of pages and files. */
export const linkOperations = {
  listSpaceLinks: {
    method: 'GET',
    path: `${space}/links`,
    summary: 'List links of a space',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: shownTargets,
    query: StatusQuery,
    status: 200,
    returns: LinkList,
  },
  listPageLinksInSpace: {
    method: 'GET',
    path: `${space}/content/page/{pageId}/links`,
    summary: 'List links of a page',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    also: shownTargets,
    query: StatusQuery,
    status: 200,
    returns: LinkList,
  },
  listSpacePageBacklinks: {
    method: 'GET',
    path: `${space}/content/page/{pageId}/backlinks`,
    summary: 'List backlinks of a page',
    description: 'Returns the places in the space that link to the page.',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: PageQuery,
    status: 200,
    returns: Backlinks,
  },
  listSpaceFileBacklinks: {
    method: 'GET',
    path: `${space}/content/files/{fileId}/backlinks`,
    summary: 'List backlinks of a file',
    description: 'Returns the places in the space that link to the file.',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: PageQuery,
    status: 200,
    returns: Backlinks,
  },
  listChangeRequestLinks: {
    method: 'GET',
    path: `${changeRequest}/links`,
    summary: 'List links of a change request',
    access: ['space.comment'],
    scope: 'space:read',
    also: shownTargets,
    query: ListQuery({
      status: Type.Optional(LinkStatus),
      brokenContext: Type.Optional(
        Values(['change-request', 'space'], {
          description:
            'Only broken links: those that the change request broke, or those that were broken before.',
        }),
      ),
    }),
    status: 200,
    returns: LinkList,
  },
  listPageLinksInChangeRequest: {
    method: 'GET',
    path: `${changeRequest}/content/page/{pageId}/links`,
    summary: 'List links of a page of a change request',
    access: ['space.comment'],
    scope: 'space:read',
    also: shownTargets,
    query: PageQuery,
    status: 200,
    returns: LinkList,
  },
  listChangeRequestPageBacklinks: {
    method: 'GET',
    path: `${changeRequest}/content/page/{pageId}/backlinks`,
    summary: 'List backlinks of a page of a change request',
    description: 'Returns the places in the change request that link to the page.',
    access: ['space.comment'],
    scope: 'space:read',
    query: PageQuery,
    status: 200,
    returns: Backlinks,
  },
  listChangeRequestFileBacklinks: {
    method: 'GET',
    path: `${changeRequest}/content/files/{fileId}/backlinks`,
    summary: 'List backlinks of a file of a change request',
    description: 'Returns the places in the change request that link to the file.',
    access: ['space.comment'],
    scope: 'space:read',
    also: shownPlaces,
    query: PageQuery,
    status: 200,
    returns: Backlinks,
  },
} satisfies Operations
