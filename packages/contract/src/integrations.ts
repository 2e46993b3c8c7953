import { type Static, Type } from 'typebox'
import {
  IntegrationCategory,
  IntegrationDescription,
  IntegrationManifest,
  IntegrationScope,
  IntegrationSummary,
  IntegrationTarget,
  IntegrationTitle,
  IntegrationVisibility,
  integrationPartsOf,
  manifestBytesMax,
} from './integration-manifests.ts'
import { List, ListQuery, type Operations } from './operation.ts'
import { Organization } from './organizations.ts'
import { Address, Id, ObjectName, Permissions } from './scalars.ts'

const parts = integrationPartsOf(Type.Object)
const Domain = Type.String({ maxLength: 100, pattern: '^[a-zA-Z0-9._-]+$' })

export const Integration = Type.Object(
  {
    object: ObjectName('integration'),
    name: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    title: IntegrationTitle,
    description: Type.Optional(IntegrationDescription),
    summary: Type.Optional(IntegrationSummary),
    previewImages: Type.Array(Address, { maxItems: 3 }),
    target: IntegrationTarget,
    verified: Type.Boolean(),
    visibility: IntegrationVisibility,
    scopes: Type.Array(IntegrationScope),
    categories: Type.Array(IntegrationCategory),
    blocks: Type.Optional(parts.blocks),
    contentSources: Type.Optional(parts.contentSources),
    configurations: Type.Optional(parts.configurations),
    externalLinks: parts.externalLinks,
    owner: Organization,
    urls: Type.Object({
      location: Address,
      icon: Type.Optional(Address),
      app: Address,
      assets: Address,
      publicEndpoint: Address,
      /** Equal to `publicEndpoint`: content has no separate origin here. */
      publicContentEndpoint: Address,
    }),
    permissions: Permissions(['admin', 'install']),
    contentSecurityPolicy: Type.Optional(Type.String()),
  },
  { title: 'Integration' },
)
export type Integration = Static<typeof Integration>

export const integrationOperations = {
  listIntegrations: {
    method: 'GET',
    path: '/v1/integrations',
    summary: 'List integrations',
    description: 'Returns public integrations and those of your organizations.',
    access: ['any'],
    scope: 'integration:read',
    also:
      'If you are not a member of the organization that owns an integration, only public details of the ' +
      'owner are returned.',
    query: ListQuery({
      search: Type.Optional(Type.String({ maxLength: 256 })),
      category: Type.Optional(IntegrationCategory),
      blockDomain: Type.Optional(Domain),
      blocks: Type.Optional(Type.Boolean()),
      contentSources: Type.Optional(Type.Boolean()),
      owner: Type.Optional(Id),
      scope: Type.Optional(IntegrationScope),
      target: Type.Optional(IntegrationTarget),
    }),
    status: 200,
    returns: List(Integration),
  },
  getIntegrationByName: {
    method: 'GET',
    path: '/v1/integrations/{integrationName}',
    summary: 'Get an integration',
    access: ['integration.view'],
    scope: 'integration:read',
    installations: [],
    status: 200,
    returns: Integration,
  },
  publishIntegration: {
    method: 'POST',
    path: '/v1/integrations/{integrationName}',
    summary: 'Publish an integration',
    description: 'Creates the integration, or publishes a new version of it. Its secrets are never returned.',
    access: ['owner.admin'],
    scope: 'integration:publish',
    also: 'A new name belongs to the organization in the body. An existing integration keeps its owner.',
    body: IntegrationManifest,
    bodyBytesMax: manifestBytesMax,
    status: 200,
    returns: Integration,
    errors: ['conflict'],
  },
  unpublishIntegration: {
    method: 'DELETE',
    path: '/v1/integrations/{integrationName}',
    summary: 'Unpublish an integration',
    description: 'Its installations are removed too.',
    access: ['owner.admin', 'integration.absent'],
    scope: 'integration:delete',
    status: 204,
  },
} satisfies Operations
