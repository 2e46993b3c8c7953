import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newHost } from '../../../test/claiming.ts'
import { givenVerifiedDomain } from '../../../test/domains.ts'
import { type Server, startServer } from '../../../test/harness.ts'
import { givenHosted, givenPublished, openerFor } from '../../../test/published-site.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const open = openerFor(server)

/** A site below a path of a host that its organization has proved to own. */
async function givenProxied(on: Server = server) {
  const site = await givenPublished(on)
  const host = newHost()
  await givenVerifiedDomain(on, site.params.organizationId, host)
  await site.api.updateSiteById({ params: site.params, body: { proxy: `${host}/docs` } })
  return { ...site, host }
}

test('a site is read at its own host, where all links begin with a slash', async () => {
  const { host } = await givenHosted(server)
  const { status, text } = await open(`http://${host}/`)
  assert.equal(status, 200)
  assert.match(text, /Text of Welcome\./)
  assert.match(text, /href="\/install"/)
  assert.match(text, new RegExp(`rel="canonical" href="https?://${host}"`))
  assert.equal((await open(`http://${host}:8080/install`)).status, 200)
  assert.deepEqual((await open(`http://${host}/install/`)).headers.location, '/install')
})

test('the files that all pages share are loaded from the host of the site', async () => {
  const { host } = await givenHosted(server)
  const { text } = await open(`http://${host}/`)
  const [, href = ''] = /href="([^"]*site\.css)"/.exec(text) ?? []
  assert.match(href, /^\/~site\/assets\//)
  assert.equal((await open(`http://${host}${href}`)).status, 200)
})

test('on the host of a site no path leads to the API', async () => {
  const { host } = await givenHosted(server)
  for (const path of ['/v1', '/v1/user', '/login', '/healthz', '/openapi.json']) {
    const { status, headers } = await open(`http://${host}${path}`)
    assert.deepEqual([status, headers['content-type']], [404, 'text/html; charset=utf-8'], path)
  }
})

test('below the path of a proxy, all links begin with that path', async () => {
  const { host } = await givenProxied()
  const { status, text } = await open(`http://${host}/docs`)
  assert.equal(status, 200)
  assert.match(text, /href="\/docs\/install"/)
  const beside = await open(`http://${host}/elsewhere`)
  assert.equal(beside.status, 404)
  assert.doesNotMatch(beside.text, /Docs|Welcome/)
})

test('a proxy can forward to the path of the site, and links still begin with its own path', async () => {
  const { url } = await givenProxied()
  const { status, text, headers } = await open(`${url}`)
  assert.equal(status, 200)
  assert.match(text, /href="\/docs\/install"/)
  assert.match(text, /href="\/docs\/~site\/assets/)
  assert.doesNotMatch(text, /"\/sites\//)
  assert.match(String(headers['cache-control']), /public/)
  assert.equal((await open(`${url}/install/`)).headers.location, '/docs/install')
})

test('a host that nobody has proved to own is the one of the API', async () => {
  const { status, headers } = await open(`http://${newHost()}/v1/user`)
  assert.equal(status, 401)
  assert.match(String(headers['content-type']), /^application\/json/)
})

test('a site that gives its host up is gone with the next request', async () => {
  const { host, api, params } = await givenHosted(server)
  assert.equal((await open(`http://${host}/`)).status, 200)
  await api.unpublishSite({ params })
  const { status, text } = await open(`http://${host}/`)
  assert.equal(status, 404)
  assert.doesNotMatch(text, /Welcome/)
})

test('the host that a proxy reports counts only if proxies are trusted', async () => {
  const { host } = await givenHosted(server)
  const untold = await open('http://127.0.0.1:3000/install', { 'x-forwarded-host': host })
  assert.match(String(untold.headers['content-type']), /^application\/json/)
  const trusting = await startServer({ trustedProxies: 1 })
  const site = await givenHosted(trusting)
  const behind = await openerFor(trusting)('http://inside:3000/', { 'x-forwarded-host': site.host })
  assert.deepEqual([behind.status, behind.headers['content-type']], [200, htmlType])
})

const htmlType = 'text/html; charset=utf-8'

test('sites can have a host of their own, where each is below its name', async () => {
  const sitesUrl = 'https://sites.example.net'
  const apart = await startServer({ sitesUrl })
  const { url } = await givenPublished(apart)
  assert.ok(url.startsWith(`${sitesUrl}/`))
  const openThere = openerFor(apart)
  const { status, text } = await openThere(url)
  assert.equal(status, 200)
  assert.match(text, new RegExp(`href="${new URL(url).pathname}/install"`))
  assert.equal((await openThere(`${sitesUrl}/v1/user`)).headers['content-type'], htmlType)
  assert.equal((await openThere('http://127.0.0.1:3000/v1/user')).status, 401)
})
