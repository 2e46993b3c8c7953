import { type Static, Type } from 'typebox'
import type { Operations } from './operation.ts'
import { Address, Id, ObjectName } from './scalars.ts'

/** Where a content can be fetched from as a zip file, for a while. */
export const ContentExport = Type.Object(
  {
    object: ObjectName('content-export'),
    revision: Id,
    /** Names the content itself: equal contents have equal ones, in whatever space. */
    hash: Type.String(),
    url: Address,
  },
  { title: 'ContentExport' },
)
export type ContentExport = Static<typeof ContentExport>

export const exportOperations = {
  exportSpaceContent: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/export',
    summary: 'Get an address that gives out the content of a space as a zip file.',
    access: ['space.read'],
    scope: 'space:read',
    status: 200,
    returns: ContentExport,
  },
  exportChangeRequestContent: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/export',
    summary: 'Get an address that gives out the content of a change request as a zip file.',
    access: ['space.comment'],
    scope: 'space:read',
    status: 200,
    returns: ContentExport,
  },
} satisfies Operations
