import { type Static, Type } from 'typebox'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, ObjectName, Permissions, Timestamp, Url, Values } from './scalars.ts'

const Slug = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' })
const textMax = 4 * 1024 * 1024
const bodyBytesMax = 8 * 1024 * 1024

/** The URL of an OpenAPI document, or its text in JSON or YAML. */
const Source = Type.Union([
  Body({ url: Url }),
  Body({ text: Type.String({ minLength: 1, maxLength: textMax }) }),
])

const Visibility = Values(['private', 'public'])

/** An OpenAPI document with a name. If processing fails, its state is `complete` with an error code. */
export const OpenAPISpec = Type.Object(
  {
    object: ObjectName('openapi-spec'),
    id: Id,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    slug: Slug,
    sourceURL: Type.Optional(Url),
    processingState: Values(['pending', 'progress', 'complete']),
    visibility: Type.Optional(Visibility),
    lastVersion: Type.Optional(Id),
    lastProcessedAt: Type.Optional(Timestamp),
    lastProcessErrorCode: Type.Optional(Values(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'])),
    lastProcessedErrors: Type.Optional(
      Type.Array(Type.Object({ message: Type.String(), code: Type.Optional(Type.String()) })),
    ),
    lastProcessedErrorCount: Type.Integer({ minimum: 0 }),
    permissions: Permissions(['view', 'edit']),
    urls: Type.Object({ location: Address, app: Address, published: Type.Optional(Address) }),
  },
  { title: 'OpenAPISpec' },
)
export type OpenAPISpec = Static<typeof OpenAPISpec>

export const openAPISpecOperations = {
  listOpenAPISpecs: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi',
    summary: 'List OpenAPI specs',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    query: PageQuery,
    status: 200,
    returns: List(OpenAPISpec),
  },
  createOpenAPISpec: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/openapi',
    summary: 'Create an OpenAPI spec',
    description: 'The spec is fetched and processed in the background.',
    access: ['org.create'],
    scope: 'openapi:write',
    installations: ['openapi:write'],
    also: 'The server fetches only URLs on the public network.',
    body: Body({ slug: Slug, source: Source }),
    bodyBytesMax,
    status: 201,
    returns: OpenAPISpec,
    errors: ['conflict'],
  },
  getOpenAPISpecBySlug: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Get an OpenAPI spec',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpec,
  },
  createOrUpdateOpenAPISpecBySlug: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Create or update an OpenAPI spec',
    description: 'A new source creates a new version of an existing spec.',
    access: ['org.create'],
    scope: 'openapi:write',
    installations: ['openapi:write'],
    also: 'The server fetches only URLs on the public network.',
    body: Body({ source: Source }),
    bodyBytesMax,
    status: 200,
    returns: OpenAPISpec,
  },
  updateOpenAPISpecBySlug: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Update an OpenAPI spec',
    description: 'Sets whether anyone who has the URL can read the spec, or only the organization.',
    access: ['org.create'],
    scope: 'openapi:write',
    body: Body({ visibility: Visibility }),
    status: 200,
    returns: OpenAPISpec,
  },
  deleteOpenAPISpecBySlug: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Delete an OpenAPI spec',
    description: 'All its versions are deleted too.',
    access: ['org.create'],
    scope: 'openapi:write',
    status: 205,
  },
} satisfies Operations
