import { type Static, Type } from 'typebox'
import { List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, ObjectName, Timestamp } from './scalars.ts'

export const OpenAPISpecVersion = Type.Object(
  {
    object: ObjectName('openapi-spec-version'),
    id: Id,
    createdAt: Type.Optional(Timestamp),
    /** Where the text of this version can be downloaded. */
    url: Address,
    urls: Type.Object({ location: Address }),
  },
  { title: 'OpenAPISpecVersion' },
)
export type OpenAPISpecVersion = Static<typeof OpenAPISpecVersion>

/** The parsed description with the files it refers to. */
export const OpenAPISpecContent = Type.Object(
  { filesystem: Type.Record(Type.String(), Type.Unknown()), url: Address },
  { title: 'OpenAPISpecContent' },
)
export type OpenAPISpecContent = Static<typeof OpenAPISpecContent>

export const openAPISpecVersionOperations = {
  listOpenAPISpecVersions: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions',
    summary: 'List the versions of an OpenAPI spec, newest first.',
    access: ['org.read'],
    scope: 'openapi:read',
    query: PageQuery,
    status: 200,
    returns: List(OpenAPISpecVersion),
  },
  getLatestOpenAPISpecVersion: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest',
    summary: 'Get the newest version of an OpenAPI spec.',
    access: ['org.read'],
    scope: 'openapi:read',
    status: 200,
    returns: OpenAPISpecVersion,
  },
  getLatestOpenAPISpecVersionContent: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
    summary: 'Get the content of the newest version of an OpenAPI spec.',
    access: ['org.read'],
    scope: 'openapi:read',
    status: 200,
    returns: OpenAPISpecContent,
  },
  getOpenAPISpecVersionById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
    summary: 'Get one version of an OpenAPI spec.',
    access: ['org.read'],
    scope: 'openapi:read',
    status: 200,
    returns: OpenAPISpecVersion,
  },
  getOpenAPISpecVersionContentById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
    summary: 'Get the content of one version of an OpenAPI spec.',
    access: ['org.read'],
    scope: 'openapi:read',
    status: 200,
    returns: OpenAPISpecContent,
  },
} satisfies Operations
