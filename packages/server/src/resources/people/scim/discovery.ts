import type { Resource } from './attributes.ts'
import { type Handle, notFound } from './provisioning.ts'
import { schemas, toList } from './shapes.ts'

/** What this server can do, for clients that ask before they begin. */
export const getServiceProviderConfig: Handle = async (_input, { addresses, home }) => {
  const not = { supported: false }
  const body = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { ...not, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: not,
    sort: not,
    etag: not,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A SCIM token of the organization, in the header Authorization.',
        primary: true,
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: `${addresses.scim(home)}/ServiceProviderConfig`,
    },
  }
  return { status: 200, body }
}

export const listResourceTypes: Handle = async (_input, { addresses, home }) =>
  listed(resourceTypes(addresses.scim(home)))

export const getResourceType: Handle = async ({ id }, { addresses, home }) => {
  const body = resourceTypes(addresses.scim(home)).find((one) => one.id === id)
  if (body === undefined) throw notFound('resource type')
  return { status: 200, body }
}

export const listSchemas: Handle = async (_input, { addresses, home }) =>
  listed(allSchemas(addresses.scim(home)))

export const getSchema: Handle = async ({ id }, { addresses, home }) => {
  const body = allSchemas(addresses.scim(home)).find((one) => one.id === id)
  if (body === undefined) throw notFound('schema')
  return { status: 200, body }
}

function listed(resources: readonly Resource[]) {
  return { status: 200, body: toList(resources, { total: resources.length, startIndex: 1 }) } as const
}

function resourceTypes(base: string): readonly Resource[] {
  return [
    resourceType(base, { name: 'User', endpoint: '/Users', schema: schemas.user }),
    resourceType(base, { name: 'Group', endpoint: '/Groups', schema: schemas.group }),
  ]
}

function resourceType(base: string, { name, endpoint, schema }: Readonly<Record<string, string>>): Resource {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }
}

function allSchemas(base: string): readonly Resource[] {
  return [
    schemaOf(base, schemas.user, 'User', userAttributes),
    schemaOf(base, schemas.group, 'Group', groupAttributes),
  ]
}

function schemaOf(base: string, id: string, name: string, attributes: readonly Attribute[]): Resource {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description: `${name} of an organization`,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }
}

type Attribute = Readonly<Record<string, unknown>>

function attribute(name: string, more: Attribute = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  }
}

const readOnly = { mutability: 'readOnly' }
const complex = { type: 'complex' }
const several = { ...complex, multiValued: true }
const boolean = { type: 'boolean' }

const userAttributes = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('externalId', { caseExact: true }),
  attribute('displayName'),
  attribute('name', {
    ...complex,
    subAttributes: ['formatted', 'familyName', 'givenName'].map((name) => attribute(name)),
  }),
  attribute('emails', {
    ...several,
    required: true,
    subAttributes: [attribute('value'), attribute('type'), attribute('primary', boolean)],
  }),
  attribute('active', boolean),
  attribute('groups', {
    ...several,
    ...readOnly,
    subAttributes: ['value', 'display', 'type'].map((name) => attribute(name, readOnly)),
  }),
]

const groupAttributes = [
  attribute('displayName', { required: true, uniqueness: 'server' }),
  attribute('externalId', { caseExact: true }),
  attribute('members', {
    ...several,
    subAttributes: [
      attribute('value', { mutability: 'immutable' }),
      attribute('display', readOnly),
      attribute('type', { mutability: 'immutable', canonicalValues: ['User'] }),
    ],
  }),
]
