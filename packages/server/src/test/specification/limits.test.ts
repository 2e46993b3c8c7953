import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OpenAPISpec, type Operation, operations, Site } from '@stemma/contract'
import { givenOrganization, startServer } from '../harness.ts'
import { inputFor, mountedOperations, sendTo } from '../samples.ts'
import { givenTenant } from '../world.ts'
import { prove, requireMounted } from './stated.ts'

// Authentication, limits and versions, which apply to many operations.
const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const ours = await givenTenant(server)

/** Operation, field of its body, minimum and maximum length. */
type Bound = readonly [string, string, number, number]

const bounds: Readonly<Record<string, readonly Bound[]>> = {
  'spec 545: title and emoji of a space': [
    ['createSpace', 'title', 0, 50],
    ['updateSpaceById', 'title', 0, 50],
    ['createSpace', 'emoji', 0, 50],
    ['updateSpaceById', 'emoji', 0, 50],
  ],
  'spec 546: title and description of a collection': [
    ['createCollection', 'title', 0, 50],
    ['updateCollectionById', 'title', 0, 50],
    ['updateCollectionById', 'description', 0, 100],
  ],
  'spec 547: title of a site': [
    ['createSite', 'title', 2, 128],
    ['updateSiteById', 'title', 2, 128],
  ],
  'spec 548: basename of a site': [['updateSiteById', 'basename', 1, 100]],
  'spec 550: proxy of a site': [['updateSiteById', 'proxy', 0, 512]],
  'spec 551: title, path, description and condition of a site section': [
    ['addSectionToSite', 'title', 2, 128],
    ['updateSiteSectionById', 'title', 2, 128],
    ['updateSiteSectionById', 'path', 1, 100],
    ['updateSiteSectionById', 'description', 0, 256],
    ['updateSiteSectionById', 'condition', 1, 1024],
  ],
  'spec 552: path and condition of a site space': [
    ['updateSiteSpaceById', 'path', 1, 100],
    ['updateSiteSpaceById', 'condition', 1, 1024],
  ],
  'spec 553: title and icon of a section group': [
    ['addSectionGroupToSite', 'title', 1, 100],
    ['addSectionGroupToSite', 'icon', 0, 50],
    ['updateSiteSectionGroupById', 'title', 1, 100],
    ['updateSiteSectionGroupById', 'icon', 0, 50],
  ],
  'spec 554: subject of a change request': [
    ['createChangeRequest', 'subject', 0, 100],
    ['updateChangeRequestById', 'subject', 0, 100],
  ],
  'spec 555: name of a share link': [
    ['createSiteShareLink', 'name', 0, 50],
    ['updateSiteShareLinkById', 'name', 0, 50],
  ],
  'spec 556: title of a team': [
    ['createOrganizationTeam', 'title', 1, 64],
    ['updateTeamInOrganizationById', 'title', 1, 64],
  ],
  'spec 557: title and hostname of an organization': [
    ['updateOrganizationById', 'title', 2, 255],
    ['updateOrganizationById', 'hostname', 3, 32],
  ],
  'spec 558: label, entityID, certificate and ssoURL of a SAML provider': [
    ['createOrganizationSAMLProvider', 'label', 1, 30],
    ['updateOrganizationSAMLProvider', 'label', 1, 30],
    ['createOrganizationSAMLProvider', 'entityID', 0, 1024],
    ['createOrganizationSAMLProvider', 'certificate', 0, 10_000],
    ['createOrganizationSAMLProvider', 'ssoURL', 0, 2048],
  ],
  'spec 559: slug of an OpenAPI spec': [['createOpenAPISpec', 'slug', 1, 100]],
  'spec 560: title of translation settings': [
    ['createTranslation', 'title', 1, 100],
    ['updateTranslation', 'title', 1, 100],
  ],
  'spec 562: title, description and summary of an integration': [
    ['publishIntegration', 'title', 2, 30],
    ['publishIntegration', 'description', 0, 100],
    ['publishIntegration', 'summary', 0, 2048],
  ],
}

for (const [name, fields] of Object.entries(bounds)) {
  test(name, async () => {
    for (const [operationId, field, least, most] of fields) {
      const schema = fieldOf(requireMounted(operationId).operation.body, field)
      assert.equal(schema?.maxLength, most, `${operationId} ${field}`)
      if (least > 0) assert.equal(schema?.minLength, least, `${operationId} ${field}`)
      assert.equal(await statusWith(operationId, field, most + 1), 400, `${operationId} ${field}`)
      if (least > 0) assert.equal(await statusWith(operationId, field, least - 1), 400)
    }
  })
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

function fieldOf(schema: object | undefined, field: string): Schema | undefined {
  return (schema as Schema | undefined)?.properties?.[field]
}

async function statusWith(operationId: string, field: string, length: number): Promise<number> {
  const mounted = requireMounted(operationId)
  const input = inputFor(mounted, ours, ours.admin)
  const body = { ...input.body, [field]: 'x'.repeat(length) }
  return (await sendTo(server, mounted.operation, ours.admin.secret, { ...input, body })).statusCode
}

prove(server, [
  {
    test: 'spec 378: a page of a change request is read',
    operation: 'getPageInChangeRequestById',
    request: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
    query: ['format', 'evaluated', 'metadata', 'computed'],
    status: 200,
    fields: ['id', 'title', 'type', 'slug', 'path'],
  },
  {
    test: 'spec 379: the links of a page in a change request are a list with stats',
    operation: 'listPageLinksInChangeRequest',
    request: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
    query: ['page', 'limit'],
    status: 200,
    items: null,
    fields: ['stats'],
  },
])

test('spec 525, 526: every operation needs `Authorization: Bearer`, except those for everybody', async () => {
  for (const mounted of mountedOperations()) {
    const { id, operation } = mounted
    if (operation.access.includes('public')) continue
    const input = inputFor(mounted, ours, ours.admin)
    for (const headers of [{}, { authorization: `Token ${ours.admin.secret}` }]) {
      const answer = await sendTo(server, operation, undefined, input, headers)
      assert.equal(answer.statusCode, 401, id)
    }
  }
})

test('spec 544: `limit` of every list is at most 1000', async () => {
  const isList = ({ query }: Operation) => fieldOf(query, 'page') && fieldOf(query, 'limit')
  const lists = mountedOperations().filter(({ operation }) => isList(operation))
  assert.ok(lists.length > 50)
  for (const mounted of lists.filter(({ operation }) => operation.method === 'GET')) {
    const { params, query } = inputFor(mounted, ours, ours.admin)
    const most = smaller[mounted.id] ?? 1000
    const statuses = [most, most + 1].map(async (limit) => {
      const input = { params, query: { ...query, limit: String(limit) } }
      return (await sendTo(server, mounted.operation, ours.admin.secret, input)).statusCode
    })
    assert.deepEqual(await Promise.all(statuses), [200, 400], mounted.id)
  }
})

/** Our own operations with large items, which have a lower limit. */
const smaller: Readonly<Record<string, number>> = { listRevisions: 100, listRevisionsInChangeRequest: 100 }

test('spec 549, 559: hostname of a site has at most 512 characters, sourceURL of a spec at most 2048', () => {
  assert.equal(fieldOf(Site, 'hostname')?.maxLength, 512)
  assert.equal(fieldOf(OpenAPISpec, 'sourceURL')?.maxLength, 2048)
})

test('spec 561: the query of a search has at most 512 characters', async () => {
  const { operation } = requireMounted('searchOrganizationContent')
  const statusOf = async (query?: string) => {
    const params = { organizationId: ours.organizationId }
    const input = query === undefined ? { params } : { params, query: { query } }
    return (await sendTo(server, operation, ours.admin.secret, input)).statusCode
  }
  assert.deepEqual(
    [await statusOf('x'.repeat(512)), await statusOf('x'.repeat(513)), await statusOf()],
    [200, 400, 400],
  )
})

test('spec 562: an integration has at most three preview images', () => {
  assert.equal(fieldOf(operations.publishIntegration.body, 'previewImages')?.maxItems, 3)
})

test('spec 563: a deleted space is kept for seven days by default', () => {
  assert.equal(server.config.deletedSpacesKeptDays, 7)
})

test('spec 569: every path begins with /v1', () => {
  const others = mountedOperations().filter(({ operation }) => !/^\/v1(\/|$)/.test(operation.path))
  assert.deepEqual(others, [])
})

test('spec 570: the three move operations of sites are deprecated in favour of the structure sort', () => {
  const all = Object.entries(operations as Readonly<Record<string, Operation>>)
  const deprecated = all.filter(([, operation]) => operation.deprecated?.includes('sortSiteStructure'))
  const moves = all.filter(([, { path }]) => /\/sites\/.*\/move$/.test(path))
  assert.deepEqual(
    deprecated.map(([id]) => id),
    moves.map(([id]) => id),
  )
  assert.equal(moves.length, 3)
})

test('spec 571: `internal_isOnNewTrial` of an organization is always true', async () => {
  const { id, admin } = await givenOrganization(server)
  const shown = await server.as(admin).getOrganizationById({ params: { organizationId: id } })
  assert.equal(shown.internal_isOnNewTrial, true)
})
