import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { newId } from '../../../common/ids.ts'
import { startServer } from '../../../test/harness.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { givenSpec } from '../../../test/world-openapi.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const open = openerFor(server)

const pets = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '4.2' },
  servers: [{ url: 'https://api.example/v1' }],
  tags: [{ name: 'pets', 'x-displayName': 'All pets', description: 'Animals that **live** here.' }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
  },
  paths: {
    '/pets': {
      get: { operationId: 'listPets', summary: 'List pets', tags: ['pets'], responses: {} },
      post: {
        operationId: 'createPet',
        summary: 'Create a pet',
        description: 'Adds a <script>alert(1)</script> [pet](javascript:alert(2)).',
        tags: ['pets'],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: { 201: { description: 'Created.' } },
      },
    },
    '/health': { get: { responses: {} }, put: { 'x-internal': true, responses: {} } },
  },
  webhooks: { sold: { post: { summary: 'A pet was sold', responses: {} } } },
}

/** A published site with a page that names an API description. */
async function givenReference(document: object = pets, attributes: Partial<ReturnType<typeof page>> = {}) {
  const site = await givenPublished(server)
  const spec = await givenSpec(server, site.organization.id, document)
  const markdown = `---\nopenapi: ${spec.specSlug}\n---\n\nHow to call us.\n`
  const { changes } = await site.write({ ...page('API', { document: { markdown } }), ...attributes })
  const [created] = changes
  const pageId = created?.operation === 'created_page' ? created.page.id : ''
  return { ...site, ...spec, api: `${site.url}/api`, pageId }
}

test('a page that names an API description lists its operations, by tag', async () => {
  const { api, url } = await givenReference()
  const { status, text } = await open(api)
  assert.equal(status, 200)
  assert.match(text, /How to call us\./)
  assert.match(text, /<dt>Base URL<\/dt><dd><code>https:\/\/api\.example\/v1<\/code>/)
  const titles = [...text.matchAll(/<h2 id="(tag-[^"]+)">([^<]+)</g)].map(([, id, title]) => `${id} ${title}`)
  assert.deepEqual(titles, ['tag-pets All pets', 'tag-other Other operations', 'tag-other-2 Webhooks'])
  const { pathname } = new URL(url)
  for (const slug of ['list-pets', 'create-pet', 'get-health', 'post-sold']) {
    assert.ok(text.includes(`href="${pathname}/api/${slug}"`), slug)
    assert.equal((await open(`${api}/${slug}`)).status, 200, slug)
  }
  assert.doesNotMatch(text, /put-health/)
  assert.equal((await open(`${api}/put-health`)).status, 404)
  assert.equal((await open(`${api}/nothing`)).status, 404)
})

test('each operation has a page of its own, at its place in the tree', async () => {
  const { api, url } = await givenReference()
  const { text } = await open(`${api}/create-pet`)
  const { pathname } = new URL(url)
  assert.match(text, /<h1[^>]*>Create a pet<\/h1>/)
  assert.ok(text.includes(`<link rel="canonical" href="${api}/create-pet">`))
  assert.match(
    text,
    /<nav class="crumbs"[^>]*><a href="[^"]+\/api">API<\/a>.*#tag-pets">All pets<\/a><\/nav>/s,
  )
  assert.ok(text.includes(`href="${pathname}/api/create-pet" aria-current="page"`))
  assert.match(text, /<summary>\s*<span>All pets<\/span>/)
  assert.match(text, /curl<\/button>.*JavaScript<\/button>.*Python<\/button>.*Go<\/button>/s)
  assert.match(
    text,
    /rel="prev"[^>]*href="[^"]+\/api\/list-pets"|href="[^"]+\/api\/list-pets"[^>]*rel="prev"/,
  )
  assert.doesNotMatch(text, /alert\(1\)<\/script>|href="javascript/)
})

test('programs find operations in the sitemap, in llms.txt and as Markdown', async () => {
  const { api } = await givenReference()
  const site = new URL('.', `${api}`).href.slice(0, -1)
  assert.match((await open(`${site}/sitemap.xml`)).text, /\/api\/create-pet<\/loc>/)
  assert.ok((await open(`${site}/llms.txt`)).text.includes(`- [Create a pet](${api}/create-pet.md)`))
  assert.match((await open(`${site}/llms-full.txt`)).text, /\/api\/create-pet\n\n# Create a pet\n/)
  const { text, headers } = await open(`${api}/create-pet.md`)
  assert.match(String(headers['content-type']), /^text\/markdown/)
  assert.match(text, /^# Create a pet\n\n`POST https:\/\/api\.example\/v1\/pets`\n/)
  assert.match(text, /- `name` \(string\)/)
  const index = await open(`${api}.md`)
  assert.match(
    index.text,
    /How to call us\.\n\n[\s\S]*\n- \[List pets\]\([^)]+\/api\/list-pets\.md\): `GET \/pets`/,
  )
})

test('the search of the site finds operations by title, method and path', async () => {
  const { url, write, pageId } = await givenReference()
  const { pathname } = new URL(url)
  const find = async (query: string) => (await open(`${url}/~site/search?q=${query}`)).text
  for (const query of ['create+pet', 'POST+%2Fpets', 'createpet+pets']) {
    const isFound = (await find(query)).includes(`href="${pathname}/api/create-pet"`)
    assert.equal(isFound, query !== 'createpet+pets', query)
  }
  await write({ operation: 'update_page', page: pageId, condition: 'visitor.claims.plan === "pro"' })
  assert.doesNotMatch(await find('create+pet'), /api\/create-pet/)
})

test('operations are seen by those who see the page of their API, and by nobody else', async () => {
  const { api } = await givenReference(pets, { condition: 'visitor.claims.plan == "pro"' })
  const site = new URL('.', api).href.slice(0, -1)
  for (const path of ['', '/create-pet', '/create-pet.md', '/changes']) {
    const { status, text } = await open(`${api}${path}`)
    assert.deepEqual([path, status, /List pets|Create a pet/.test(text)], [path, 404, false])
  }
  for (const file of ['', '/sitemap.xml', '/llms.txt', '/llms-full.txt']) {
    assert.doesNotMatch((await open(`${site}${file}`)).text, /create-pet|Create a pet/, file)
  }
})

test('a page that an author wrote comes before an operation with the same path', async () => {
  const { api, write, pageId } = await givenReference()
  await write(page('Create a pet with care', { slug: 'create-pet', into: pageId }))
  assert.match((await open(`${api}/create-pet`)).text, /Text of Create a pet with care\./)
})

test('a new version of the description is shown with the next request, with what it changed', async () => {
  const site = await givenReference()
  const { api, organization, specSlug, versionId } = site
  assert.equal((await open(`${api}/create-pet`)).status, 200)
  const { paths } = pets
  const document = { ...pets, paths: { '/pets': { get: paths['/pets'].get } } }
  const { id: spec_id } = await server.db
    .selectFrom('openapi_specs')
    .select('id')
    .where('slug', '=', specSlug)
    .executeTakeFirstOrThrow()
  const json = JSON.stringify({ 'https://example.com/openapi.json': document })
  const id = newId()
  const changes = [
    {
      type: 'operation_removed',
      breaking: true,
      pointer: '/paths/~1pets/post',
      message: 'POST /pets is gone.',
    },
    {
      type: 'parameter_added',
      breaking: false,
      pointer: '/paths/~1pets/get/parameters',
      message: 'It is new.',
    },
  ]
  await server.db
    .insertInto('openapi_spec_versions')
    .values({
      organization_id: organization.id,
      spec_id,
      id,
      hash: Buffer.alloc(32),
      files: zstdCompressSync(json),
      before_id: versionId,
      changes: JSON.stringify({ changes, more: false }),
      created_at: new Date().toISOString(),
    })
    .execute()
  await server.db
    .updateTable('openapi_specs')
    .set({ last_version_id: id })
    .where('id', '=', spec_id)
    .execute()
  assert.equal((await open(`${api}/create-pet`)).status, 404)
  assert.match((await open(api)).text, /href="[^"]+\/api\/changes">Changes<\/a>/)
  const { text } = await open(`${api}/changes`)
  assert.match(text, /Breaking<\/span><code>POST \/pets<\/code><span>POST \/pets is gone\./)
  assert.match(text, /<a href="[^"]+\/list-pets"><code>GET \/pets<\/code><\/a><span>It is new\./)
  const { params } = site
  const { getSiteCustomizationById, updateSiteCustomizationById } = server.as(site.admin)
  const settings = await getSiteCustomizationById({ params })
  await updateSiteCustomizationById({ params, body: { ...settings, history: { enabled: false } } })
  assert.doesNotMatch((await open(api)).text, /href="[^"]+\/api\/changes"/)
  assert.equal((await open(`${api}/changes`)).status, 404)
})

test('a description of a thousand operations shows only the open group in the page tree', async () => {
  const entries = Array.from({ length: 1000 }, (_, at) => [
    `/things/${at}`,
    { get: { operationId: `getThing${at}`, tags: [`group ${at % 20}`], responses: {} } },
  ])
  const { api } = await givenReference({ ...pets, paths: Object.fromEntries(entries) })
  const { text } = await open(`${api}/get-thing7`)
  const tree = /<nav class="side"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? ''
  assert.equal(tree.match(/class="openapi-method/g)?.length, 50)
  assert.ok(tree.includes('/api#tag-group-3"'))
})

test('an operation can be tried in a frame that reaches its API and nothing else', async () => {
  const { api, url } = await givenReference()
  const { pathname } = new URL(url)
  const { text } = await open(`${api}/create-pet`)
  const [, href = ''] = /<iframe src="([^"]+)"[^>]+sandbox="allow-scripts allow-forms"/s.exec(text) ?? []
  assert.equal(href, `${pathname}/~site/call/api/create-pet`)
  const frame = await open(new URL(href, url).href)
  assert.equal(frame.status, 200)
  const policy = String(frame.headers['content-security-policy'])
  assert.match(policy, /; connect-src https:\/\/api\.example; .*; sandbox allow-scripts allow-forms$/)
  assert.match(frame.text, /data-method="POST" data-url="https:\/\/api\.example\/v1\/pets"/)
  assert.match(frame.text, /<textarea[^>]+data-type="application\/json"/)
})

test('webhooks, servers without a host and hidden pages can’t be tried', async () => {
  const { api, url } = await givenReference()
  assert.doesNotMatch((await open(`${api}/post-sold`)).text, /<iframe/)
  assert.equal((await open(`${url}/~site/call/api/post-sold`)).status, 404)
  assert.equal((await open(`${url}/~site/call/api/changes`)).status, 404)
  const relative = await givenReference({ ...pets, servers: [{ url: '/v1' }] })
  assert.doesNotMatch((await open(`${relative.api}/list-pets`)).text, /<iframe/)
  assert.equal((await open(`${relative.url}/~site/call/api/list-pets`)).status, 404)
  const hidden = await givenReference(pets, { condition: 'visitor.claims.plan == "pro"' })
  assert.equal((await open(`${hidden.url}/~site/call/api/list-pets`)).status, 404)
})
