import { Type } from 'typebox'
import type { Operations } from './operation.ts'

export const ApiInformation = Type.Object(
  { version: Type.String(), build: Type.String() },
  { title: 'ApiInformation' },
)

export const apiInformationOperations = {
  getApiInformation: {
    method: 'GET',
    path: '/v1/',
    summary: 'Which version answers here.',
    access: ['public'],
    scope: null,
    status: 200,
    returns: ApiInformation,
  },
} satisfies Operations
