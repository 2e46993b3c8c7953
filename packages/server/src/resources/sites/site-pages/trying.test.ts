import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenSession } from '../../../test/browser.ts'
import { type Person, startServer } from '../../../test/harness.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'

const server = await startServer({ console: true, rateLimitPerMinute: 1_000_000 })
const open = openerFor(server)

async function inFrame({ id }: Person) {
  const { cookie } = await givenSession(server, { userId: id })
  return { cookie: cookie.split(';')[0] ?? '', 'sec-fetch-dest': 'iframe' }
}

const named = (tried: object) => Buffer.from(JSON.stringify(tried)).toString('base64url')
const renamed = named({ settings: { title: 'Tried title' } })

test('who manages a site sees it with settings that are not saved, and links stay in it', async () => {
  const { url, admin, api, params } = await givenPublished(server)
  const { status, text, headers } = await open(`${url}/~site/try/${renamed}`, await inFrame(admin))
  assert.equal(status, 200)
  assert.match(text, /Tried title/)
  assert.match(text, new RegExp(`href="${new URL(url).pathname}/~site/try/${renamed}/install"`))
  assert.match(String(headers['content-security-policy']), /frame-ancestors http/)
  assert.equal(headers['cache-control'], 'private, no-cache')
  assert.doesNotMatch((await open(url)).text, /Tried title/)
  await api.unpublishSite({ params })
  assert.equal((await open(`${url}/~site/try/${renamed}`, await inFrame(admin))).status, 200)
})

test('settings that could not be saved are not shown', async () => {
  const { url, admin } = await givenPublished(server)
  const wrong = named({ settings: { title: 'Wrong title', themes: { default: '"><script>' } } })
  const { status, text } = await open(`${url}/~site/try/${wrong}`, await inFrame(admin))
  assert.equal(status, 200)
  assert.doesNotMatch(text, /Wrong title|"><script>/)
})

test('nobody else opens it, and nothing but a frame of the console shows it', async () => {
  const { url, admin, editor, reader } = await givenPublished(server)
  const manager = await inFrame(admin)
  for (const headers of [
    {},
    { 'sec-fetch-dest': 'iframe' },
    await inFrame(reader),
    await inFrame(editor),
    { ...manager, 'sec-fetch-dest': 'document' },
  ]) {
    const { status, text } = await open(`${url}/~site/try/${renamed}`, headers)
    assert.equal(status, 404)
    assert.doesNotMatch(text, /Tried title/)
  }
  for (const name of ['', 'x', 'a'.repeat(14_000)])
    assert.equal((await open(`${url}/~site/try/${name}`, manager)).status, 404)
})

test('the title and the links of the header lead to addresses outside of the site', async () => {
  const { url, api, params } = await givenPublished(server)
  const settings = await api.getSiteCustomizationById({ params })
  const shop = { title: 'Shop', to: { kind: 'url' as const, url: 'https://shop.example.com/' }, links: [] }
  const primaryLink = { kind: 'url' as const, url: 'https://example.com/start' }
  const header = { ...settings.header, primaryLink, links: [shop] }
  await api.updateSiteCustomizationById({ params, body: { ...settings, header } })
  const { text } = await open(url)
  assert.match(text, /class="brand" href="https:\/\/example\.com\/start"/)
  assert.match(text, /href="https:\/\/shop\.example\.com\/"[^>]*>Shop</)
})
