import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Worker } from '../../../jobs/shifts.ts'
import { givenAudienceSite, visitorToken } from '../../../test/audience-site.ts'
import { startServer } from '../../../test/harness.ts'
import { readPDF } from '../../../test/pdf-reading.ts'
import { givenPublished } from '../../../test/published-site.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import { givenSpec } from '../../../test/world-openapi.ts'
import { page } from '../../../test/writing.ts'
import { prunePDFs } from '../../content/pdfs/jobs.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
let worker: Worker
before(async () => {
  worker = await startQuietWorker(server)
})
after(() => worker.stop())

test('a visitor has a PDF of a page made, waits for it on a page, and downloads it', async () => {
  const { url, pages } = await givenGuide()
  const { body } = await open(`${url}/guide`)
  const link = /href="([^"]+\/~site\/pdf\/[^"]+)"/.exec(body)?.[1] ?? ''
  assert.equal(link, `${new URL(url).pathname}/~site/pdf/${pages.Guide}`)
  const choice = await open(link)
  assert.equal(choice.statusCode, 200)
  assert.match(choice.body, /name="of" value="page"/)
  assert.match(choice.body, /name="of" value="pages"/)
  assert.match(choice.body, /content="noindex"/)
  assert.equal(choice.headers.refresh, undefined)
  const { place, waited } = await waitFor(url, pages.Guide, 'page')
  assert.equal(waited.headers.refresh, `0; url=${place}/file`)
  assert.equal(waited.headers['cache-control'], 'no-store')
  const file = await open(`${place}/file`)
  assert.equal(file.headers['content-type'], 'application/pdf')
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="Guide\.pdf"/)
  assert.match(String(file.headers['cache-control']), /private/)
  const { text } = await readPDF(file.rawPayload)
  assert.match(text, /How it works/)
  assert.doesNotMatch(text, /Every setting|Hidden words/)
})

test('with the pages below it, and for the home page with all pages of the space', async () => {
  const { url, pages } = await givenGuide()
  const below = await textOf(url, pages.Guide, 'pages')
  assert.match(below, /How it works.*Every setting/s)
  assert.doesNotMatch(below, /Welcome words/)
  const all = await textOf(url, pages.Welcome, 'pages')
  assert.match(all, /Welcome words.*How it works.*Every setting/s)
  assert.doesNotMatch(all, /Hidden words/)
})

test('an operation of an API has a PDF of its own, and its API one with all of them', async () => {
  const description = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://api.example/v1' }],
    paths: {
      '/pets': {
        get: {
          operationId: 'listPets',
          summary: 'List pets',
          description: 'Newest first.',
          responses: { 200: { description: 'Pets.' } },
        },
        post: {
          operationId: 'createPet',
          summary: 'Create a pet',
          description: 'Needs a name.',
          responses: {},
        },
      },
    },
  }
  const site = await givenPublished(server)
  const { specSlug } = await givenSpec(server, site.organization.id, description)
  const markdown = `---\nopenapi: ${specSlug}\n---\n\nHow to call us.\n`
  const { changes } = await site.write(page('API', { document: { markdown } }))
  const [created] = changes
  const pageId = created?.operation === 'created_page' ? created.page.id : ''
  const { body } = await open(`${site.url}/api/create-pet`)
  const link = /href="([^"]+\/~site\/pdf\/[^"]+)"/.exec(body)?.[1] ?? ''
  assert.equal(link, `${new URL(site.url).pathname}/~site/pdf/${pageId}~create-pet`)
  const choice = await open(link)
  assert.deepEqual([choice.statusCode, choice.body.includes('value="pages"')], [200, false])
  const one = await textOf(site.url, `${pageId}~create-pet`, 'page')
  assert.match(one, /Create a pet.*POST https:\/\/api\.example\/v1\/pets.*Needs a name/s)
  assert.doesNotMatch(one, /Newest first|How to call us/)
  const list = await textOf(site.url, pageId, 'page')
  assert.match(list, /How to call us.*GET \/pets.*List pets.*POST \/pets/s)
  assert.doesNotMatch(list, /Newest first/)
  const all = await textOf(site.url, pageId, 'pages')
  assert.match(all, /How to call us.*Newest first.*Needs a name/s)
  assert.equal((await open(`${new URL(site.url).pathname}/~site/pdf/${pageId}~gone`)).statusCode, 404)
})

test('while nobody makes it, the page loads itself again and says how many are before', async () => {
  const { url, pages } = await givenGuide()
  await worker.stop()
  try {
    await ask(url, pages.Welcome, 'page')
    await ask(url, pages.Guide, 'page')
    const waiting = await open(`${new URL(url).pathname}/~site/pdf/${pages.Guide}/page`)
    assert.equal(waiting.statusCode, 200)
    assert.equal(waiting.headers.refresh, '2')
    assert.match(waiting.body, /One other PDF is made first/)
    const early = await open(`${new URL(url).pathname}/~site/pdf/${pages.Guide}/page/file`)
    assert.equal(early.statusCode, 303)
  } finally {
    worker = await startQuietWorker(server)
  }
})

test('opening its address has nothing made, and another site can have nothing made', async () => {
  const { url, pages, spaceId } = await givenGuide()
  const place = `${new URL(url).pathname}/~site/pdf/${pages.Guide}/page`
  assert.equal((await open(place)).statusCode, 200)
  assert.equal((await open(`${place}/file`)).statusCode, 303)
  const elsewhere = await ask(url, pages.Guide, 'page', { 'sec-fetch-site': 'cross-site' })
  assert.equal(elsewhere.statusCode, 403)
  assert.equal(await countOf(spaceId), 0)
})

test('no more are made of a space at a time than its share', async () => {
  const { url, pages, spaceId, params } = await givenGuide()
  const asked = {
    space_id: spaceId,
    site_id: params.siteId,
    state: 'waiting',
    asked_at: new Date().toISOString(),
  }
  const rows = Array.from({ length: 10 }, (_, index) => ({ ...asked, key: Buffer.alloc(32, index + 1) }))
  await server.db.insertInto('pdfs').values(rows).execute()
  const busy = await ask(url, pages.Guide, 'page')
  assert.equal(busy.statusCode, 429)
  assert.match(busy.body, /Too many PDFs are being made/)
  await server.db.deleteFrom('pdfs').where('space_id', '=', spaceId).execute()
  assert.equal((await ask(url, pages.Guide, 'page')).statusCode, 303)
})

test('a merge ends a PDF, and a site that offers none has none', async () => {
  const { url, pages, api, params, write } = await givenGuide()
  const { place } = await waitFor(url, pages.Guide, 'page')
  await write({ operation: 'update_page', page: pages.Guide, document: { markdown: 'Another text\n' } })
  assert.equal((await open(`${place}/file`)).statusCode, 303)
  assert.equal((await open(place)).headers.refresh, undefined)
  const settings = await api.getSiteCustomizationById({ params })
  await api.updateSiteCustomizationById({ params, body: { ...settings, pdf: { enabled: false } } })
  assert.equal((await open(`${place}/file`)).statusCode, 404)
  assert.equal((await ask(url, pages.Guide, 'page')).statusCode, 404)
})

test('each visitor gets what they see: the same address is another PDF for another visitor', async () => {
  const site = await givenAudienceSite(server)
  await writeBlocks(site)
  const { pathname } = new URL(site.address)
  const pro = { cookie: `stemma_visitor=${await visitorToken(site.privateKey, { plan: 'pro' })}` }
  const listed = await server.as(site.admin).listPages({ params: { spaceId: site.places.none.spaceId } })
  const idOf = (title: string) => listed.pages.find((one) => one.title === title)?.id ?? ''
  const home = idOf('none')
  const seen = await textOf(site.address, home, 'pages', pro)
  assert.match(seen, /For everybody.*Only on pro/s)
  assert.doesNotMatch(seen, /Never/)
  assert.equal((await open(`${pathname}/~site/pdf/${home}/pages/file`)).statusCode, 303)
  const others = await textOf(site.address, home, 'pages')
  assert.match(others, /For everybody/)
  assert.doesNotMatch(others, /Only on pro|Never|below true/)
  assert.equal((await open(`${pathname}/~site/pdf/${idOf('true')}`)).statusCode, 404)
  assert.equal((await ask(site.address, idOf('true'), 'page')).statusCode, 404)
  assert.equal((await open(`${pathname}/~site/pdf/${idOf('true')}`, pro)).statusCode, 200)
})

test('a PDF is not made for what a site no longer shows, and claims are forgotten', async () => {
  const site = await givenAudienceSite(server)
  const pro = { cookie: `stemma_visitor=${await visitorToken(site.privateKey, { plan: 'pro' })}` }
  const { spaceId } = site.places.none
  const { pages } = await server.as(site.admin).listPages({ params: { spaceId } })
  const home = pages[0]?.id ?? ''
  await worker.stop()
  await ask(site.address, home, 'pages', pro)
  const sites = server.db.updateTable('sites').where('id', '=', site.siteId)
  await sites.set({ adaptive_content: false }).execute()
  worker = await startQuietWorker(server)
  const ended = await rowWhen(spaceId, 'failed')
  assert.equal(ended.claims, null)
  await sites.set({ adaptive_content: true }).execute()
  const { pathname } = new URL(site.address)
  const place = `${pathname}/~site/pdf/${home}/pages`
  assert.match((await open(place, pro)).body, /can’t be made/)
  const later = { db: server.db, now: new Date(Date.now() + 2 * 3_600_000).toISOString() }
  await prunePDFs({}, later as Parameters<typeof prunePDFs>[1])
  assert.equal(await countOf(spaceId), 0)
})

async function givenGuide() {
  const site = await givenPublished(server, [
    page('Welcome', { document: { markdown: 'Welcome words\n' } }),
    page('Guide', { slug: 'guide', document: { markdown: 'How it works\n' } }),
    page('Secret', { hidden: true, document: { markdown: 'Hidden words\n' } }),
  ])
  const guide = await idOf('Guide')
  await site.write(page('Settings', { into: guide, document: { markdown: 'Every setting\n' } }))
  return { ...site, pages: { Guide: guide, Welcome: await idOf('Welcome') } }

  async function idOf(title: string): Promise<string> {
    const { pages } = await site.api.listPages({ params: { spaceId: site.spaceId } })
    return pages.find((one) => one.title === title)?.id ?? ''
  }
}

async function writeBlocks({ admin, places }: Awaited<ReturnType<typeof givenAudienceSite>>) {
  const markdown = [
    'For everybody',
    '{% if visitor.claims.plan === "pro" %}\nOnly on pro\n{% endif %}',
    '{% if visitor.claims.lost %}\nNever\n{% endif %}\n',
  ].join('\n\n')
  const params = { spaceId: places.none.spaceId }
  const { pages } = await server.as(admin).listPages({ params })
  const change = { operation: 'update_page', page: pages[0]?.id ?? '', document: { markdown } } as const
  await server.as(admin).updateSpaceContent({ params, body: { changes: [change] } })
}

type Headers = Readonly<Record<string, string>>

function open(url: string, headers: Headers = {}) {
  return server.app.inject({ url, headers })
}

function ask(url: string, pageId: string, of: 'page' | 'pages', headers: Headers = {}) {
  return server.app.inject({
    method: 'POST',
    url: `${new URL(url).pathname}/~site/pdf`,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ page: pageId, of }).toString(),
  })
}

async function waitFor(url: string, pageId: string, of: 'page' | 'pages', headers: Headers = {}) {
  const asked = await ask(url, pageId, of, headers)
  assert.equal(asked.statusCode, 303, asked.body)
  const place = String(asked.headers.location)
  for (;;) {
    const waited = await open(place, headers)
    assert.equal(waited.statusCode, 200)
    if (waited.headers.refresh !== '2') return { place, waited }
    await new Promise((done) => setTimeout(done, 100))
  }
}

async function textOf(url: string, pageId: string, of: 'page' | 'pages', headers: Headers = {}) {
  const { place } = await waitFor(url, pageId, of, headers)
  const file = await open(`${place}/file`, headers)
  assert.equal(file.statusCode, 200)
  return (await readPDF(file.rawPayload)).text
}

async function countOf(spaceId: string): Promise<number> {
  const rows = await server.db.selectFrom('pdfs').select('key').where('space_id', '=', spaceId).execute()
  return rows.length
}

async function rowWhen(spaceId: string, state: string) {
  for (;;) {
    const [row] = await server.db.selectFrom('pdfs').selectAll().where('space_id', '=', spaceId).execute()
    if (row?.state === state) return row
    await new Promise((done) => setTimeout(done, 100))
  }
}
