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
    summary: 'Get the API version',
    description: 'Returns the version of the server.',
    access: ['public'],
    scope: null,
    status: 200,
    returns: ApiInformation,
  },
} satisfies Operations
