import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenOrganization, startServer } from '../harness.ts'
import { givenPublished, manifestFor } from '../integrating.ts'
import { refusalOf } from '../recorded.ts'
import { prove } from './stated.ts'

// OpenAPI specs, translation settings and integrations, as the specification lists them.
const server = await startServer({ rateLimitPerMinute: 1_000_000 })

const openapi = '/v1/orgs/{organizationId}/openapi' as const
const spec = `${openapi}/{specSlug}` as const
const translations = '/v1/orgs/{organizationId}/translations' as const
const integration = '/v1/integrations/{integrationName}' as const

prove(server, [
  {
    test: 'spec 491: OpenAPI specs are listed',
    operation: 'listOpenAPISpecs',
    request: `GET ${openapi}`,
    query: ['page', 'limit'],
    status: 200,
    items: 'openapi-spec',
  },
  {
    test: 'spec 492: a new OpenAPI spec needs a slug and a source',
    operation: 'createOpenAPISpec',
    request: `POST ${openapi}`,
    body: { required: ['slug', 'source'], lengths: { slug: [1, 100] } },
    status: 201,
    object: 'openapi-spec',
  },
  {
    test: 'spec 493: an OpenAPI spec is read by its slug',
    operation: 'getOpenAPISpecBySlug',
    request: `GET ${spec}`,
    status: 200,
    object: 'openapi-spec',
  },
  {
    test: 'spec 494: an OpenAPI spec is created or updated by a source',
    operation: 'createOrUpdateOpenAPISpecBySlug',
    request: `PUT ${spec}`,
    body: { required: ['source'] },
    status: 200,
    object: 'openapi-spec',
  },
  {
    test: 'spec 495: an OpenAPI spec is deleted',
    operation: 'deleteOpenAPISpecBySlug',
    request: `DELETE ${spec}`,
    status: 205,
  },
  {
    test: 'spec 496: the versions of an OpenAPI spec are listed',
    operation: 'listOpenAPISpecVersions',
    request: `GET ${spec}/versions`,
    query: ['page', 'limit'],
    status: 200,
    items: 'openapi-spec-version',
  },
  {
    test: 'spec 497, 573: the newest version of an OpenAPI spec is read as `latest`',
    operation: 'getLatestOpenAPISpecVersion',
    request: `GET ${spec}/versions/latest`,
    status: 200,
    object: 'openapi-spec-version',
  },
  {
    test: 'spec 498: the content of the newest version is a filesystem and a url',
    operation: 'getLatestOpenAPISpecVersionContent',
    request: `GET ${spec}/versions/latest/content`,
    status: 200,
    fields: ['filesystem', 'url'],
  },
  {
    test: 'spec 499, 573: a version of an OpenAPI spec is read by its id',
    operation: 'getOpenAPISpecVersionById',
    request: `GET ${spec}/versions/{versionId}`,
    status: 200,
    object: 'openapi-spec-version',
  },
  {
    test: 'spec 500: the content of a version is a filesystem and a url',
    operation: 'getOpenAPISpecVersionContentById',
    request: `GET ${spec}/versions/{versionId}/content`,
    status: 200,
    fields: ['filesystem', 'url'],
  },
  {
    test: 'spec 506: translation settings are listed',
    operation: 'listTranslations',
    request: `GET ${translations}`,
    query: ['page', 'limit'],
    status: 200,
    items: 'translation-settings',
  },
  {
    test: 'spec 507: new translation settings need a title',
    operation: 'createTranslation',
    request: `POST ${translations}`,
    body: { required: ['title'] },
    status: 201,
    object: 'translation-settings',
  },
  {
    test: 'spec 508: translation settings are read',
    operation: 'getTranslation',
    request: `GET ${translations}/{translationSettingsId}`,
    status: 200,
    object: 'translation-settings',
  },
  {
    test: 'spec 509: translation settings are changed by a title',
    operation: 'updateTranslation',
    request: `PUT ${translations}/{translationSettingsId}`,
    body: { required: ['title'] },
    status: 200,
    object: 'translation-settings',
  },
  {
    test: 'spec 510: translation settings are deleted',
    operation: 'deleteTranslation',
    request: `DELETE ${translations}/{translationSettingsId}`,
    status: 205,
  },
  {
    test: 'spec 516: integrations are listed',
    operation: 'listIntegrations',
    request: 'GET /v1/integrations',
    query: [
      ...['page', 'limit', 'search', 'category', 'blockDomain'],
      ...['blocks', 'contentSources', 'owner', 'scope', 'target'],
    ],
    status: 200,
    items: 'integration',
  },
  {
    test: 'spec 517: an integration is read by its name',
    operation: 'getIntegrationByName',
    request: `GET ${integration}`,
    status: 200,
    object: 'integration',
  },
  {
    test: 'spec 518: an integration is published with a title, a description, a script and an organization',
    operation: 'publishIntegration',
    request: `POST ${integration}`,
    body: {
      required: ['title', 'description', 'script', 'organization'],
      optional: [
        ...['runtime', 'icon', 'summary', 'previewImages', 'visibility', 'target', 'scopes', 'categories'],
        ...[
          'blocks',
          'contentSources',
          'externalLinks',
          'configurations',
          'secrets',
          'contentSecurityPolicy',
        ],
      ],
      lengths: { title: [2, 30], description: [0, 100], summary: [0, 2048] },
    },
    status: 200,
    object: 'integration',
  },
  {
    test: 'spec 519: an integration is unpublished',
    operation: 'unpublishIntegration',
    request: `DELETE ${integration}`,
    status: 204,
  },
])

test('spec 494: PUT creates a spec under a slug, then updates it', async () => {
  const { id, admin } = await givenOrganization(server)
  const params = { organizationId: id, specSlug: 'pets' }
  const put = (url: string) =>
    server.as(admin).request('createOrUpdateOpenAPISpecBySlug', { params, body: { source: { url } } })
  const created = await put('https://example.com/one.json')
  const updated = await put('https://example.com/two.json')
  assert.deepEqual([created.status, updated.status, updated.data.id], [200, 200, created.data.id])
  assert.equal(updated.data.sourceURL, 'https://example.com/two.json')
  assert.equal((await refusalOf(put('no address'))).status, 400)
})

test('spec 517: the name of an integration has letters, digits and `-_.`, at most 100', async () => {
  const owner = await givenOrganization(server)
  const api = server.as(owner.admin)
  const name = `A-z_0.9-${owner.id}`.padEnd(100, 'x')
  const publish = (integrationName: string) =>
    api.publishIntegration({ params: { integrationName }, body: manifestFor(owner) })
  assert.equal((await publish(name)).name, name)
  for (const wrong of [`${name}x`, 'a%20b', 'a+b'])
    assert.ok([400, 404].includes((await refusalOf(publish(wrong))).status), wrong)
})

test('spec 518, 572: each publication is a version, by default for all targets and runtime v1', async () => {
  const { integration: first, publish } = await givenPublished(server)
  assert.deepEqual([first.version, first.target], [1, 'all'])
  assert.equal((await publish({})).version, 2)
  const { rows } = await runtimeOf(first.name)
  assert.deepEqual(rows, ['v1'])
  assert.equal((await refusalOf(publish({ runtime: 'v9' as never }))).status, 400)
  const image = Buffer.from('GIF89a').toString('base64')
  const tooMany = await refusalOf(publish({ previewImages: [image, image, image, image] }))
  assert.equal(tooMany.status, 400)
})

async function runtimeOf(name: string) {
  const scripts = server.db.selectFrom('integration_scripts').select('runtime')
  const rows = await scripts.where('integration_name', '=', name).execute()
  return { rows: rows.map(({ runtime }) => runtime) }
}
