import { type Static, Type } from 'typebox'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, ObjectName, Permissions, Timestamp, Url, Values } from './scalars.ts'

const Slug = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' })
const textMax = 4 * 1024 * 1024
const bodyBytesMax = 8 * 1024 * 1024

/** Fetched from an address, or given as the text itself, in JSON or YAML. */
const Source = Type.Union([
  Body({ url: Url }),
  Body({ text: Type.String({ minLength: 1, maxLength: textMax }) }),
])

const Visibility = Values(['private', 'public'])

/** An OpenAPI description under a name. A failure to process it is `complete` with an error code. */
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
    summary: 'List the OpenAPI specs of an organization.',
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
    summary: 'Create an OpenAPI spec. It is fetched and processed after the answer.',
    access: ['org.create'],
    scope: 'openapi:write',
    installations: ['openapi:write'],
    also: 'An address is fetched only where it leads to the public network.',
    body: Body({ slug: Slug, source: Source }),
    bodyBytesMax,
    status: 201,
    returns: OpenAPISpec,
    errors: ['conflict'],
  },
  getOpenAPISpecBySlug: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Get one OpenAPI spec.',
    access: ['org.read'],
    scope: 'openapi:read',
    installations: ['openapi:read'],
    status: 200,
    returns: OpenAPISpec,
  },
  createOrUpdateOpenAPISpecBySlug: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Create an OpenAPI spec, or give it a new source and with it a new version.',
    access: ['org.create'],
    scope: 'openapi:write',
    installations: ['openapi:write'],
    also: 'An address is fetched only where it leads to the public network.',
    body: Body({ source: Source }),
    bodyBytesMax,
    status: 200,
    returns: OpenAPISpec,
  },
  updateOpenAPISpecBySlug: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Let everybody read an OpenAPI spec who knows its address, or nobody but the organization.',
    access: ['org.create'],
    scope: 'openapi:write',
    body: Body({ visibility: Visibility }),
    status: 200,
    returns: OpenAPISpec,
  },
  deleteOpenAPISpecBySlug: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Delete an OpenAPI spec with all its versions.',
    access: ['org.create'],
    scope: 'openapi:write',
    status: 205,
  },
} satisfies Operations
