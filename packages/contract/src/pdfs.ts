import { Type } from 'typebox'
import type { Operations } from './operation.ts'
import { Address, Id } from './scalars.ts'

const PDFQuery = Type.Object({
  only: Type.Optional(Type.Boolean({ description: 'Only the page named in `page`, without its subpages.' })),
  page: Type.Optional(Id),
})

const PDF = Type.Object({ url: Address })

export const pdfOperations = {
  getSpacePDF: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/pdf',
    summary: 'Get a PDF of a space',
    description:
      'Returns a signed URL of the PDF: of the whole space, or of one page with or without its subpages.',
    access: ['space.read'],
    scope: 'space:read',
    also: 'The URL expires after a short time, and works only while you can read the space.',
    query: PDFQuery,
    status: 200,
    returns: PDF,
  },
  getChangeRequestPDF: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
    summary: 'Get a PDF of a change request',
    description:
      'Returns a signed URL of the PDF: of all content, or of one page with or without its subpages.',
    access: ['space.comment'],
    scope: 'space:read',
    also: 'The URL expires after a short time, and works only while you can read the change request.',
    query: PDFQuery,
    status: 200,
    returns: PDF,
  },
} satisfies Operations
