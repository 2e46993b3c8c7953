import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageSize } from 'image-size'
import { givenAudienceSite, visitorToken } from '../../../test/audience-site.ts'
import { startServer } from '../../../test/harness.ts'
import { givenPublished } from '../../../test/published-site.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('a page names a picture of itself, which is a PNG that others may keep', async () => {
  const site = await givenPublished(server, [
    page('Welcome'),
    page('安装服务器', { slug: 'install' }),
    page('تثبيت الخادم', { slug: 'setup' }),
  ])
  for (const path of ['', '/install', '/setup']) {
    const { body } = await open(`${site.url}${path}`)
    const [, url = ''] = /property="og:image" content="([^"]+)"/.exec(body) ?? []
    assert.match(url, /^https?:\/\/.*\/~site\/picture\/[\w-]+-[\w-]{12}\.png$/)
    const picture = await open(url)
    assert.equal(picture.statusCode, 200, picture.body)
    assert.equal(picture.headers['content-type'], 'image/png')
    assert.match(String(picture.headers['cache-control']), /^public, max-age=/)
    const { width, height } = imageSize(picture.rawPayload)
    assert.deepEqual({ width, height }, { width: 1200, height: 630 })
  }
})

test('an address with another hash shows the picture of now, and is kept by nobody', async () => {
  const site = await givenPublished(server)
  const { pages } = await site.api.listPages({ params: { spaceId: site.spaceId } })
  const url = `${site.url}/~site/picture/${pages[0]?.id}-aaaaaaaaaaaa.png`
  const picture = await open(url)
  assert.equal(picture.statusCode, 200)
  assert.equal(picture.headers['cache-control'], 'private, no-cache')
})

test('whoever does not see a page gets no picture of it', async () => {
  const site = await givenAudienceSite(server)
  const pro = { cookie: `stemma_visitor=${await visitorToken(site.privateKey, { plan: 'pro' })}` }
  const { pages } = await server.as(site.admin).listPages({ params: { spaceId: site.places.none.spaceId } })
  const idOf = (title: string) => pages.find((one) => one.title === title)?.id ?? ''
  const urlOf = (title: string) => `${site.address}/~site/picture/${idOf(title)}-aaaaaaaaaaaa.png`
  assert.equal((await open(urlOf('none'))).statusCode, 200)
  assert.equal((await open(urlOf('true'))).statusCode, 404)
  assert.equal((await open(urlOf('true'), pro)).statusCode, 200)
  assert.equal((await open(urlOf('false'), pro)).statusCode, 404)
  await server.db
    .updateTable('sites')
    .set({ visibility: 'share-link' })
    .where('id', '=', site.siteId)
    .execute()
  assert.equal((await open(urlOf('none'))).statusCode, 404)
})

test('a site with a picture of its own keeps that', async () => {
  const site = await givenPublished(server)
  const settings = await site.api.getSiteCustomizationById({ params: site.params })
  const socialPreview = { url: 'https://example.com/own.png' }
  await site.api.updateSiteCustomizationById({ params: site.params, body: { ...settings, socialPreview } })
  const { body } = await open(site.url)
  assert.match(body, /property="og:image" content="https:\/\/example.com\/own.png"/)
})

function open(url: string, headers: Readonly<Record<string, string>> = {}) {
  return server.app.inject({ url: new URL(url).pathname, headers })
}
