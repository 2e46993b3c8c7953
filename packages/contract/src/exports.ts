import { type Static, Type } from 'typebox'
import type { Operations } from './operation.ts'
import { Address, Id, ObjectName } from './scalars.ts'

/** A signed URL that downloads content as a ZIP file. */
export const ContentExport = Type.Object(
  {
    object: ObjectName('content-export'),
    revision: Id,
    /** Identifies the content: the same content has the same value in every space. */
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
    summary: 'Export a space',
    description: 'Returns a signed URL that downloads the content as a ZIP file.',
    access: ['space.read'],
    scope: 'space:read',
    status: 200,
    returns: ContentExport,
  },
  exportChangeRequestContent: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/export',
    summary: 'Export a change request',
    description: 'Returns a signed URL that downloads the content as a ZIP file.',
    access: ['space.comment'],
    scope: 'space:read',
    status: 200,
    returns: ContentExport,
  },
} satisfies Operations
