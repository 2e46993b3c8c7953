import { type Static, Type } from 'typebox'
import { List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, ObjectName, Timestamp, Values } from './scalars.ts'

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

/** A description as it was found, in JSON; of several files the first. */
const OpenAPIDescription = Type.Record(Type.String(), Type.Unknown())

/** What differs from the version before; `breaking` is what a client of that version could fail at. */
export const OpenAPISpecChanges = Type.Object(
  {
    object: ObjectName('openapi-spec-changes'),
    version: Id,
    /** Absent: the first version. */
    before: Type.Optional(Id),
    breaking: Type.Boolean(),
    /** There are more than are listed. */
    more: Type.Boolean(),
    changes: Type.Array(
      Type.Object({
        type: Values([
          'path_added',
          'path_removed',
          'operation_added',
          'operation_removed',
          'parameter_added',
          'parameter_removed',
          'parameter_required',
          'body_added',
          'body_removed',
          'body_required',
          'response_added',
          'response_removed',
          'property_added',
          'property_removed',
          'property_required',
          'property_optional',
          'type_changed',
          'enum_narrowed',
          'enum_widened',
        ]),
        breaking: Type.Boolean(),
        /** Where it is, as a JSON pointer into the description. */
        pointer: Type.String(),
        message: Type.String(),
      }),
    ),
  },
  { title: 'OpenAPISpecChanges' },
)
export type OpenAPISpecChanges = Static<typeof OpenAPISpecChanges>

export const openAPISpecVersionOperations = {
  listOpenAPISpecVersions: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions',
    summary: 'List the versions of an OpenAPI spec, newest first.',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
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
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpecVersion,
  },
  getLatestOpenAPISpecVersionContent: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
    summary: 'Get the content of the newest version of an OpenAPI spec.',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpecContent,
  },
  getLatestOpenAPISpecVersionContentRaw: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw',
    summary: 'Get the newest version of an OpenAPI spec as the description itself.',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPIDescription,
  },
  getPublishedOpenAPISpec: {
    method: 'GET',
    path: '/v1/published-openapi/{organizationId}/{specSlug}',
    summary: 'Get the newest version of a public OpenAPI spec as the description itself.',
    access: ['public'],
    scope: null,
    status: 200,
    returns: OpenAPIDescription,
  },
  getOpenAPISpecVersionById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
    summary: 'Get one version of an OpenAPI spec.',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpecVersion,
  },
  getOpenAPISpecVersionContentById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
    summary: 'Get the content of one version of an OpenAPI spec.',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpecContent,
  },
  getOpenAPISpecVersionChanges: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/changes',
    summary: 'Get what a version of an OpenAPI spec changed, and what of it breaks clients.',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpecChanges,
  },
} satisfies Operations
