import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../../test/harness.ts'
import { indexNow } from '../../../test/indexing.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const open = openerFor(server)

async function givenSite() {
  const site = await givenPublished(server)
  const { spaceId, params, api } = site
  const idOf = async (path: string) => (await api.getPageByPath({ params: { spaceId, pagePath: path } })).id
  return { ...site, idOf, noted: () => indexNow(server, params.organizationId, spaceId) }
}

test('a path that a page had leads to where the page is now', async () => {
  const { url, write, idOf, noted } = await givenSite()
  const install = await idOf('install')
  await write({ operation: 'update_page', page: install, slug: 'set-up' })
  await write({ operation: 'update_page', page: install, slug: 'begin' })
  await noted()
  for (const path of ['install', 'set-up']) {
    const { status, headers } = await open(`${url}/${path}?a=b`)
    assert.deepEqual([status, headers.location], [308, `${new URL(url).pathname}/begin?a=b`], path)
    assert.equal(headers['cache-control'], 'no-cache')
  }
  assert.equal((await open(`${url}/begin`)).status, 200)
})

test('pages below one that is renamed or moved are found by their earlier paths', async () => {
  const { url, write, idOf, noted } = await givenSite()
  await write(page('Deep', { into: await idOf('operate') }))
  await write({ operation: 'update_page', page: await idOf('operate'), slug: 'run' })
  await write({ operation: 'update_page', page: await idOf('run'), into: await idOf('install') })
  await noted()
  const { pathname } = new URL(url)
  for (const path of ['operate/deep', 'run/deep']) {
    const { status, headers } = await open(`${url}/${path}`)
    assert.deepEqual([status, headers.location], [308, `${pathname}/install/run/deep`])
  }
})

test('a path leads to the page that has it, or else to the last that had it and is there', async () => {
  const { url, write, idOf, noted } = await givenSite()
  await write({ operation: 'update_page', page: await idOf('install'), slug: 'first' })
  await write({ operation: 'update_page', page: await idOf('operate'), slug: 'install' })
  await noted()
  assert.match((await open(`${url}/install`)).text, /Text of Operate\./)
  const operate = await idOf('install')
  await write({ operation: 'update_page', page: operate, slug: 'second' })
  await noted()
  const { pathname } = new URL(url)
  assert.equal((await open(`${url}/install`)).headers.location, `${pathname}/second`)
  await write({ operation: 'delete_page', page: operate })
  await noted()
  assert.equal((await open(`${url}/install`)).headers.location, `${pathname}/first`)
  assert.equal((await open(`${url}/operate`)).status, 404)
})

test('nobody is led to a page that they do not see', async () => {
  const { url, write, idOf, noted } = await givenSite()
  const install = await idOf('install')
  const condition = 'visitor.claims.plan == "pro"'
  await write({ operation: 'update_page', page: install, slug: 'secret-plan', condition })
  await noted()
  const { status, headers, text } = await open(`${url}/install`)
  assert.deepEqual([status, headers.location], [404, undefined])
  assert.doesNotMatch(text, /secret-plan/)
})

test('a redirect of the site leads away from paths without a page', async () => {
  const { url, api, params, idOf, write } = await givenSite()
  const { items } = await api.listSiteSpaces({ params })
  const siteSpaceId = items[0]?.id ?? ''
  const toPage = { kind: 'site-page', siteSpaceId, pageId: await idOf('install') } as const
  const outside = { kind: 'external', url: 'https://example.com/new' } as const
  const add = (source: string, destination: typeof toPage | typeof outside, more = {}) =>
    api.createSiteRedirect({ params, body: { source, destination, ...more } })
  await add('/old', toPage, { permanent: true })
  await add('/blog/*', outside, { captureWildcard: true })
  await add('/later', outside)
  await write(page('Later'))
  const old = await open(`${url}/old?a=b`)
  assert.deepEqual([old.status, old.headers.location], [308, `${url}/install?a=b`])
  const blog = await open(`${url}/blog/2026/news`)
  assert.deepEqual([blog.status, blog.headers.location], [307, 'https://example.com/new/2026/news'])
  assert.equal((await open(`${url}/later`)).status, 200, 'a page takes its path back')
  assert.equal((await open(`${url}/blog`)).status, 404)
})

test('a redirect to its own path leads nowhere', async () => {
  const { url, api, params } = await givenSite()
  const destination = { kind: 'external', url: `${url}/around` } as const
  await api.createSiteRedirect({ params, body: { source: '/aroun*', destination } })
  assert.equal((await open(`${url}/around`)).status, 404)
})
