import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAssistant, type Testing } from '../../../test/assistant.ts'
import { givenAudienceSite, visitorToken } from '../../../test/audience-site.ts'
import { startServer } from '../../../test/harness.ts'
import { indexNow } from '../../../test/indexing.ts'
import { givenPublished } from '../../../test/published-site.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })

function connected(t: Testing, url: string, token?: string) {
  const at = new URL(`${address}${new URL(url).pathname}/~site/mcp${new URL(url).search}`)
  return connectAssistant(t, at, token)
}

test('an assistant learns what it can do with a site', async (t) => {
  const { url } = await givenPublished(server)
  const { client } = await connected(t, url)
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
    [
      ['search', true],
      ['read_page', true],
    ],
  )
  assert.match(client.getInstructions() ?? '', /documentation of Docs/)
})

test('an assistant searches a site and reads what it found', async (t) => {
  const { url, organization, spaceId } = await givenPublished(server)
  await indexNow(server, organization.id, spaceId)
  const { call } = await connected(t, url)
  const { text } = await call('search', { query: 'install' })
  assert.match(text, new RegExp(`\\[Install\\]\\(${url}/install\\)`))
  for (const asked of [`${url}/install`, `${url}/install.md#part`, 'install']) {
    assert.deepEqual(await call('read_page', { url: asked }), {
      text: '# Install\n\nText of Install.\n',
      isError: false,
    })
  }
  assert.match((await call('read_page', { url })).text, /^# Welcome/)
})

test('an assistant is told when there is nothing', async (t) => {
  const { url } = await givenPublished(server)
  const { call } = await connected(t, url)
  assert.match((await call('search', { query: 'xylophone' })).text, /Nothing was found/)
  for (const asked of ['nothing', 'https://elsewhere.example/install', 'http://', '/etc/passwd']) {
    const { text, isError } = await call('read_page', { url: asked })
    assert.deepEqual([isError, /There is no page at/.test(text)], [true, true], asked)
  }
  assert.equal((await call('search', { query: '' })).isError, true)
})

test('an assistant sees what its visitor sees', async (t) => {
  const site = await givenAudienceSite(server)
  const token = await visitorToken(site.privateKey, { plan: 'pro' })
  const [stranger, customer] = [await connected(t, site.address), await connected(t, site.address, token)]
  assert.equal((await stranger.call('read_page', { url: 'true' })).isError, true)
  assert.equal((await customer.call('read_page', { url: 'true' })).isError, false)
  assert.equal((await customer.call('read_page', { url: 'false' })).isError, true)
})

test('a site that is not open to an assistant is not there', async (t) => {
  const { url, api, params } = await givenPublished(server, [page('Welcome')], 'share-link')
  await assert.rejects(connected(t, url))
  const { urls } = await api.createSiteShareLink({ params, body: { name: 'Link' } })
  const { call } = await connected(t, urls.published ?? '')
  assert.match((await call('read_page', { url: '' })).text, /^# Welcome/)
})

test('people who open the URL are told what it is for', async () => {
  const { url } = await givenPublished(server)
  const { statusCode, headers, body } = await server.app.inject({ url: `${new URL(url).pathname}/~site/mcp` })
  assert.deepEqual([statusCode, headers.allow], [405, 'POST'])
  assert.match(body, /Add this URL/)
})

test('what is no message of the protocol is refused', async () => {
  const { url } = await givenPublished(server)
  const post = (payload: string) =>
    server.app.inject({
      method: 'POST',
      url: `${new URL(url).pathname}/~site/mcp`,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      payload,
    })
  for (const payload of ['{', '[]', '{"jsonrpc":"1.0"}', 'null', '"x"']) {
    const { statusCode } = await post(payload)
    assert.ok(statusCode >= 400 && statusCode < 500, `${payload}: ${statusCode}`)
  }
})
