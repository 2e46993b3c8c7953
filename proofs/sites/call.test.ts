import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { serve } from '../../packages/server/src/test/harness.ts'
import { givenPublished } from '../../packages/server/src/test/published-site.ts'
import { givenSpec } from '../../packages/server/src/test/world-openapi.ts'
import { page as pageNamed } from '../../packages/server/src/test/writing.ts'
import { launchBrowser, violationsIn } from '../../packages/site/src/test/browser.ts'
import { freePort } from '../../tools/dev/port.ts'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const urls = { publicUrl: origin, appUrl: origin, filesUrl: origin, sitesUrl: `${origin}/sites` }
const server = await serve(urls)
await server.app.listen({ host: '127.0.0.1', port })
const browser = await launchBrowser()
after(() => browser.close())
after(() => server.stop())

test('a reader calls an operation of an API on another host, and sees what it answers', async () => {
  const api = await startApi()
  const url = await publishReference(api.origin)
  const page = await browser.newPage()
  const reports: string[] = []
  page.on('console', (message) => message.type() === 'error' && reports.push(message.text()))
  await page.goto(`${url}/api/update-pet`)
  await page.getByText('Try it').click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Send' }).click()
  assert.equal(api.received.length, 0, 'a field that is required was empty')
  await frame.getByRole('textbox', { name: 'petId' }).fill('a/1')
  await frame.getByRole('textbox', { name: 'tags' }).fill('dog, old')
  await frame.getByRole('textbox', { name: 'Authorization: Bearer' }).fill('secret')
  await frame.getByRole('textbox', { name: 'Body' }).fill('{"name": "Rex"}')
  await frame.getByRole('button', { name: 'Send' }).click()
  await frame.getByText('"greeting": "Rex is here"').waitFor()
  assert.deepEqual(api.received, [
    'PUT /v1/pets/a%2F1?tags=dog&tags=old Bearer secret application/json {"name": "Rex"}',
  ])
  await page.locator('[data-do="theme"]').click()
  await frame.locator('html[data-theme="dark"]').waitFor()
  assert.deepEqual(await violationsIn(page), [])
  assert.deepEqual(reports, [])
})

test('the frame has no origin, and reaches no other host than that of its API', async () => {
  const api = await startApi()
  const other = await startApi()
  const url = await publishReference(api.origin)
  const page = await browser.newPage()
  await page.goto(`${url}/~site/call/api/update-pet`)
  const reach = `fetch(${JSON.stringify(other.origin)}).then(() => 'reached', () => 'blocked')`
  const found = await page.evaluate(`(async () => [self.origin, await ${reach}])()`)
  assert.deepEqual(found, ['null', 'blocked'])
})

test('an API that is not there is said to be so', async () => {
  const url = await publishReference(`http://127.0.0.1:${await freePort()}`)
  const page = await browser.newPage()
  await page.goto(`${url}/api/list-pets`)
  await page.getByText('Try it').click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Send' }).click()
  await frame.getByRole('alert').getByText('The API did not answer').waitFor()
})

/** An API that pages of any site may call. */
async function startApi() {
  const received: string[] = []
  const api = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'authorization, content-type')
    response.setHeader('access-control-allow-methods', 'PUT')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    received.push(await describe(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"greeting":"Rex is here"}')
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  after(() => api.close())
  return { origin: `http://127.0.0.1:${(api.address() as AddressInfo).port}`, received }
}

async function describe(request: IncomingMessage): Promise<string> {
  const { authorization, 'content-type': type } = request.headers
  return [request.method, request.url, authorization, type, await text(request)].join(' ')
}

async function publishReference(api: string): Promise<string> {
  const inPath = { in: 'path', name: 'petId', required: true, schema: { type: 'string' } }
  const inQuery = { in: 'query', name: 'tags', schema: { type: 'array', items: { type: 'string' } } }
  const schema = { type: 'object', properties: { name: { type: 'string' } } }
  const update = {
    operationId: 'updatePet',
    parameters: [inPath, inQuery],
    security: [{ token: [] }],
    requestBody: { content: { 'application/json': { schema } } },
    responses: {},
  }
  const { organization, url, write } = await givenPublished(server)
  const { specSlug } = await givenSpec(server, organization.id, {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: `${api}/v1` }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/pets': { get: { operationId: 'listPets', responses: {} } },
      '/pets/{petId}': { put: update },
    },
  })
  await write(pageNamed('API', { document: { markdown: `---\nopenapi: ${specSlug}\n---\n` } }))
  return url
}
