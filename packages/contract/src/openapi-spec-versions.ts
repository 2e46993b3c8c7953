import { type Static, Type } from 'typebox'
import { List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Timestamp, Values } from './scalars.ts'

export const OpenAPISpecVersion = Type.Object(
  {
    object: ObjectName('openapi-spec-version'),
    id: Id,
    createdAt: Type.Optional(Timestamp),
    /** The download URL of this version. */
    url: Address,
    urls: Type.Object({ location: Address }),
  },
  { title: 'OpenAPISpecVersion' },
)
export type OpenAPISpecVersion = Static<typeof OpenAPISpecVersion>

/** One file of an OpenAPI document, as renderers of published sites read it. */
const OpenAPISpecFile = Type.Object(
  {
    filename: Type.String(),
    dir: Type.String(),
    /** The file with which the document begins. */
    isEntrypoint: Type.Boolean(),
    /** The names of the files that it refers to. */
    references: Type.Array(Type.String()),
    specification: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'OpenAPISpecFile' },
)
export type OpenAPISpecFile = Static<typeof OpenAPISpecFile>

/** The parsed OpenAPI document, with the files that it refers to. */
export const OpenAPISpecContent = Type.Object(
  {
    /** Files by URL; with a content token, a list of files. */
    filesystem: Type.Union([Type.Array(OpenAPISpecFile), Type.Record(Type.String(), Type.Unknown())]),
    url: Address,
    /** Where the document comes from, and where anyone can read it: null for private specs. */
    urls: Type.Object({ source: Address, public: Nullable(Address) }),
  },
  { title: 'OpenAPISpecContent' },
)
export type OpenAPISpecContent = Static<typeof OpenAPISpecContent>

/** The OpenAPI document as a text. */
const OpenAPISpecRawContent = Type.Object(
  { text: Type.String(), format: Values(['json', 'yaml']) },
  { title: 'OpenAPISpecRawContent' },
)

/** The original OpenAPI document in JSON; if there are several files, the first. */
const OpenAPIDescription = Type.Record(Type.String(), Type.Unknown())

/** The differences from the previous version. `breaking` lists those that can break its clients. */
export const OpenAPISpecChanges = Type.Object(
  {
    object: ObjectName('openapi-spec-changes'),
    version: Id,
    /** Absent for the first version. */
    before: Type.Optional(Id),
    breaking: Type.Boolean(),
    /** True if there are more changes than are listed. */
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
        /** The location, as a JSON pointer into the OpenAPI document. */
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
    summary: 'List OpenAPI spec versions',
    description: 'Newest first.',
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
    summary: 'Get the latest OpenAPI spec version',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpecVersion,
  },
  getLatestOpenAPISpecVersionContent: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
    summary: 'Get the content of the latest OpenAPI spec version',
    access: ['org.read', 'audience'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    also: 'With a content token, you can read specs that a page that the visitor sees shows.',
    status: 200,
    returns: OpenAPISpecContent,
  },
  getLatestOpenAPISpecVersionContentRaw: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw',
    summary: 'Get the raw content of the latest OpenAPI spec version',
    description: 'Returns the OpenAPI document as a text. It is stored parsed, so the text is JSON.',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpecRawContent,
  },
  getPublishedOpenAPISpec: {
    method: 'GET',
    path: '/v1/published-openapi/{organizationId}/{specSlug}',
    summary: 'Get a public OpenAPI spec',
    description: 'The response body is the OpenAPI document of the latest version.',
    access: ['public'],
    scope: null,
    status: 200,
    returns: OpenAPIDescription,
  },
  getOpenAPISpecVersionById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
    summary: 'Get an OpenAPI spec version',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpecVersion,
  },
  getOpenAPISpecVersionContentById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
    summary: 'Get the content of an OpenAPI spec version',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpecContent,
  },
  getOpenAPISpecVersionChanges: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/changes',
    summary: 'List changes of an OpenAPI spec version',
    description: 'Returns what the version changed, and which changes break clients.',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpecChanges,
  },
} satisfies Operations
