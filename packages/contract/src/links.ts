import { type Static, Type } from 'typebox'
import { ContentLocation } from './content-locations.ts'
import { Defined } from './defined.ts'
import { List, ListQuery, listProperties, type Operations, PageQuery } from './operation.ts'
import { Values } from './scalars.ts'

const LinkStatus = Values(['ok', 'broken', 'in-app'])
const Count = Type.Integer({ minimum: 0 })

/** One link of a page: where it leads, and every place in the page that has it. */
export const LinkRecord = Type.Object(
  {
    /** `broken`: the target is missing; `in-app`: an address inside the application. */
    status: LinkStatus,
    /** `dependsOn`: the target is shown in the place of the link, as a picture is. */
    relation: Values(['reference', 'dependsOn']),
    /** Where the link leads, as it is written; of a very long one the beginning. */
    destination: Type.String(),
    /** Absent where the target is missing, or where the caller cannot read it. */
    targetReference: Type.Optional(Defined<ContentLocation>('ContentLocation')),
    locationReferences: Type.Array(Defined<ContentLocation>('ContentLocation')),
  },
  { title: 'LinkRecord' },
)
export type LinkRecord = Static<typeof LinkRecord>

/** A list of links; the statistics are about all of them, whatever the list was narrowed to. */
export const LinkList = Type.Object({
  ...listProperties(LinkRecord),
  stats: Type.Object({
    total: Count,
    /** `changeRequest`: those that the change request broke; in a space there are none. */
    broken: Type.Object({ total: Count, changeRequest: Count }),
  }),
})
export type LinkList = Static<typeof LinkList>

const Backlinks = List(ContentLocation)
const StatusQuery = ListQuery({ status: Type.Optional(LinkStatus) })

const space = '/v1/spaces/{spaceId}'
const changeRequest = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}'
const shownTargets = 'What a link points at is shown only where the caller can read it.'
const shownPlaces = 'Only places in spaces that the caller can read.'

/** Where links of a space and of its change requests lead, and what leads to a page or a file. */
export const linkOperations = {
  listSpaceLinks: {
    method: 'GET',
    path: `${space}/links`,
    summary: 'List the links in the content of a space.',
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
    summary: 'List the links in a page of a space.',
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
    summary: 'List the places of a space that link to one of its pages.',
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
    summary: 'List the places of a space that link to one of its files.',
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
    summary: 'List the links in the content of a change request.',
    access: ['space.comment'],
    scope: 'space:read',
    also: shownTargets,
    query: ListQuery({
      status: Type.Optional(LinkStatus),
      brokenContext: Type.Optional(
        Values(['change-request', 'space'], {
          description:
            'Only broken links: those that broke in the change request, or those that were broken.',
        }),
      ),
    }),
    status: 200,
    returns: LinkList,
  },
  listPageLinksInChangeRequest: {
    method: 'GET',
    path: `${changeRequest}/content/page/{pageId}/links`,
    summary: 'List the links in a page of a change request.',
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
    summary: 'List the places of a change request that link to one of its pages.',
    access: ['space.comment'],
    scope: 'space:read',
    query: PageQuery,
    status: 200,
    returns: Backlinks,
  },
  listChangeRequestFileBacklinks: {
    method: 'GET',
    path: `${changeRequest}/content/files/{fileId}/backlinks`,
    summary: 'List the places of a change request that link to one of its files.',
    access: ['space.comment'],
    scope: 'space:read',
    also: shownPlaces,
    query: PageQuery,
    status: 200,
    returns: Backlinks,
  },
} satisfies Operations
