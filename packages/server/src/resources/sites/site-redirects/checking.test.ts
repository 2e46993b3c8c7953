import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteRedirectInputDestination } from '@stemma/contract'
import { startServer } from '../../../test/harness.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const open = openerFor(server)

async function givenSite() {
  const site = await givenPublished(server)
  const { api, params, url, spaceId } = site
  const { organizationId } = params
  /** Where a text leads: a path of this site as a URL, or a URL elsewhere. */
  const to = (text: string): SiteRedirectInputDestination => ({
    kind: 'external',
    url: text.startsWith('/') ? `${url}${text}` : text,
  })
  const create = (source: string, text: string, more: object = {}) =>
    api.createSiteRedirect({ params, body: { source, destination: to(text), ...more } })
  const refused = (answer: Promise<unknown>) => assertRefused(server, organizationId, answer, 'conflict')
  const sources = async (query: object = {}) =>
    (await api.listSiteRedirects({ params, query: { orderBy: 'source', ...query } })).items.map(
      ({ source }) => source,
    )
  const pageId = async (pagePath: string) => (await api.getPageByPath({ params: { spaceId, pagePath } })).id
  return { ...site, to, create, refused, sources, pageId }
}

test('a redirect that leads back to itself, directly or through others, is refused', async () => {
  const { create, refused, api, params, to, sources } = await givenSite()
  await refused(create('/a', '/a'))
  const first = await create('/a', '/b')
  await create('/b', '/c')
  await refused(create('/c', '/a'))
  await refused(create('/c*', '/a'))
  await create('/c', 'https://example.com/')
  const at = { params: { ...params, siteRedirectId: first.id } }
  await refused(api.updateSiteRedirectById({ ...at, body: { source: '/c/d', destination: to('/c/d') } }))
  await api.updateSiteRedirectById({ ...at, body: { source: '/d', permanent: true } })
  assert.deepEqual(await sources(), ['/b', '/c', '/d'])
  await create('/old/*', '/older', { captureWildcard: true })
  await refused(create('/older/*', '/old', { captureWildcard: true }))
})

test('a draft may lead back, and is refused when it becomes live', async () => {
  const { create, refused, api, params } = await givenSite()
  await create('/a', '/b')
  const { id } = await create('/b', '/a', { draft: true })
  const at = { params: { ...params, siteRedirectId: id } }
  await refused(api.updateSiteRedirectById({ ...at, body: { draft: false } }))
  const publish = { redirects: [{ source: '/b', intent: 'publish' as const }] }
  const { results } = await api.bulkUpsertSiteRedirects({ params, body: publish })
  assert.deepEqual(
    results.map(({ status, error }) => [status, error?.includes('leads back to itself')]),
    [['error', true]],
  )
})

test('in bulk, each redirect is checked against those before it', async () => {
  const { api, params, to } = await givenSite()
  const redirects = [
    { source: '/a', destination: to('/b') },
    { source: '/b', destination: to('/a') },
    { source: '/a', destination: null },
    { source: '/b', destination: to('/a') },
    { source: '/install', destination: to('/b') },
  ]
  const { results } = await api.bulkUpsertSiteRedirects({ params, body: { redirects } })
  assert.deepEqual(
    results.map(({ status }) => status),
    ['created', 'error', 'deleted', 'created', 'error'],
  )
})

test('a source where everyone sees a page is refused', async () => {
  const { create, refused, write, pageId, api, params, sources } = await givenSite()
  const there = 'https://example.com/'
  for (const source of ['/install', '/%69nstall', '/welcome']) await refused(create(source, there))
  await create('/install', there, { draft: true })
  await create('/install/*', there)
  await create('/install*', there)
  const { id } = await create('/elsewhere', there)
  const at = { params: { ...params, siteRedirectId: id } }
  await refused(api.updateSiteRedirectById({ ...at, body: { source: '/operate' } }))
  const condition = 'visitor.claims.plan == "pro"'
  await write({ operation: 'update_page', page: await pageId('operate'), condition })
  await create('/operate', there)
  await write({ operation: 'delete_page', page: await pageId('install') })
  await create('/install', there)
  assert.deepEqual(await sources(), ['/elsewhere', '/install', '/install*', '/install/*', '/operate'])
})

test('redirects are imported from a CSV file, and follow the pages that they name', async () => {
  const { api, params, url, write, pageId, create } = await givenSite()
  await create('/changed', 'https://example.com/before')
  const csv = [
    '\uFEFFdestination,source,permanent,captureWildcard',
    '/install,/setup,true,',
    '"https://example.com/a,b",/away,,',
    '',
    'https://example.com/new,/docs/*,false,true',
    '/,/start,,',
    'https://example.com/after,/changed,,',
  ].join('\r\n')
  const answer = await api.request('importSiteRedirects', { params, body: { csv } })
  assert.deepEqual(answer.data, { created: 4, updated: 1 })
  const events = await recorded(server, params.organizationId, answer)
  assert.deepEqual(
    Object.entries(Object.groupBy(events, ({ type }) => type)).map(([type, some]) => [type, some?.length]),
    [
      ['site.redirect_created', 4],
      ['site.redirect_updated', 1],
    ],
  )
  await write({ operation: 'update_page', page: await pageId('install'), slug: 'begin' })
  const expected: Readonly<Record<string, readonly [number, string]>> = {
    '/setup': [308, `${url}/begin`],
    '/away': [307, 'https://example.com/a,b'],
    '/docs/x/y': [307, 'https://example.com/new/x/y'],
    '/start': [307, url],
    '/changed': [307, 'https://example.com/after'],
  }
  for (const [path, target] of Object.entries(expected)) {
    const { status, headers } = await open(`${url}${path}`)
    assert.deepEqual([status, headers.location], target, path)
  }
})

test('a file with errors imports nothing and names every line that has one', async () => {
  const { api, params, url, sources } = await givenSite()
  const send = (csv: string) => refusalOf(api.importSiteRedirects({ params, body: { csv } }))
  const csv = [
    'source,destination,permanent',
    '/fine,https://example.com/',
    'no-path,https://example.com/',
    '/a,/no-such-page',
    '"/b","ftp://example.com/\n"',
    '/fine,https://example.com/again',
    '/c,https://example.com/,perhaps',
    '/install,https://example.com/',
    `/d,${url}/e`,
    `/e,${url}/d`,
    '/f',
  ].join('\n')
  const refusal = await send(csv)
  assert.equal(refusal.status, 400)
  assert.match(refusal.message, /^8 lines have errors, so nothing was imported\./)
  assert.deepEqual(
    (refusal.details as { readonly line: number }[]).map(({ line }) => line),
    [3, 4, 5, 7, 8, 9, 11, 12],
  )
  assert.deepEqual(await sources(), [])
  for (const wrong of ['', 'source\n/a', 'source,destination', 'source,destination,more\n/a,/install,1'])
    assert.match(JSON.stringify((await send(wrong)).details), /"line":1,"message":"must /, wrong)
  const many = Array.from({ length: 1001 }, (_, index) => `/${index},https://example.com/`)
  assert.equal((await send(['source,destination', ...many].join('\n'))).status, 400)
})
