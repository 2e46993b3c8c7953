import { Type } from 'typebox'
import type { Operations } from './operation.ts'
import { Address, Id } from './scalars.ts'

const PDFQuery = Type.Object({
  only: Type.Optional(
    Type.Boolean({ description: 'Only the page that `page` names, without those below it.' }),
  ),
  page: Type.Optional(Id),
})

const PDF = Type.Object({ url: Address })

export const pdfOperations = {
  getSpacePDF: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/pdf',
    summary: 'Get the address of a PDF of a space, or of one page with or without those below it.',
    access: ['space.read'],
    scope: 'space:read',
    also: 'The address is short-lived and works as long as the caller may read the space.',
    query: PDFQuery,
    status: 200,
    returns: PDF,
  },
  getChangeRequestPDF: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
    summary: 'Get the address of a PDF of the content, or of one page with or without those below it.',
    access: ['space.comment'],
    scope: 'space:read',
    also: 'The address is short-lived and works as long as the caller may read the change request.',
    query: PDFQuery,
    status: 200,
    returns: PDF,
  },
} satisfies Operations
