import { type Static, Type } from 'typebox'
import type { Operations } from './operation.ts'
import { Address, Id, ObjectName, Values } from './scalars.ts'

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

/** `stemma` restores the content with its IDs; `files` is a tree of Markdown that other programs read. */
const ExportQuery = Type.Object({
  layout: Values(['stemma', 'files'], { default: 'stemma' }),
})

const description =
  'Returns a signed URL that downloads the content as a ZIP file. With `layout=files`, it has the pages ' +
  'at their paths, with relative links and a SUMMARY.md, for other programs.'

export const exportOperations = {
  exportSpaceContent: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/export',
    summary: 'Export a space',
    description,
    access: ['space.read'],
    scope: 'space:read',
    query: ExportQuery,
    status: 200,
    returns: ContentExport,
  },
  exportChangeRequestContent: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/export',
    summary: 'Export a change request',
    description,
    access: ['space.comment'],
    scope: 'space:read',
    query: ExportQuery,
    status: 200,
    returns: ContentExport,
  },
} satisfies Operations
