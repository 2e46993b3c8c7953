import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../common/ids.ts'
import { type AudienceSite, givenAudienceSite } from '../../../test/audience-site.ts'
import { startServer } from '../../../test/harness.ts'
import { refusalOf } from '../../../test/recorded.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const browser = server.as(undefined)

const session = { visitorId: 'v', sessionId: 's', cookies: { a: 'b' }, userAgent: 'u', language: 'en' }

function view(space: string, page: string | null, type = 'page_view') {
  const location = { url: 'https://example.com/a', siteSection: null, siteSpace: null, space, page }
  return { type, session, location, timestamp: new Date().toISOString() }
}

async function viewsOf({ siteId, organizationId }: AudienceSite) {
  return server.db
    .selectFrom('site_page_views')
    .select(['day', 'page_id as page', 'views'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .orderBy('day')
    .execute()
}

async function firstPage({ admin, places }: AudienceSite) {
  const { pages } = await server.as(admin).listPages({ params: { spaceId: places.none.spaceId } })
  return pages[0]?.id ?? ''
}

test('views of pages are counted by day, by anyone and without anything about them', async () => {
  const site = await givenAudienceSite(server, 'visitor-auth')
  const { spaceId } = site.places.none
  const page = await firstPage(site)
  const track = (...events: object[]) =>
    browser.trackEventsInSiteById({ params: site.params, body: { events: events as never } })
  try {
    server.time.now = '2026-03-01T23:59:59.000Z'
    await track(view(spaceId, page), view(spaceId, page), view(spaceId, page, 'search_open'))
    await track(view(spaceId, page))
    server.time.now = '2026-03-02T00:00:00.000Z'
    await track(view(spaceId, page))
    assert.deepEqual(await viewsOf(site), [
      { day: '2026-03-01', page, views: 3 },
      { day: '2026-03-02', page, views: 1 },
    ])
    server.time.now = '2027-04-06T00:00:00.000Z'
    await track()
    assert.deepEqual(await viewsOf(site), [{ day: '2026-03-02', page, views: 1 }], 'kept for 400 days')
  } finally {
    server.time.now = undefined
  }
})

test('pages that the site does not show are not counted, and nobody is told', async () => {
  const [site, other] = [await givenAudienceSite(server), await givenAudienceSite(server)]
  const { spaceId } = site.places.none
  const foreign = await firstPage(other)
  const events = [
    view(spaceId, newId()),
    view(spaceId, foreign),
    view(spaceId, '~x'.repeat(1000)),
    view(spaceId, null),
    view(other.places.none.spaceId, foreign),
    { type: 'page_view' },
  ]
  await browser.trackEventsInSiteById({ params: site.params, body: { events } })
  assert.deepEqual(await viewsOf(site), [])
  assert.deepEqual(await viewsOf(other), [])
})

test('a site that does not exist or is not published counts nothing', async () => {
  const site = await givenAudienceSite(server)
  const { params, organizationId } = site
  const events = [view(site.places.none.spaceId, await firstPage(site))]
  const track = (siteId: string, organization = organizationId) =>
    browser.trackEventsInSiteById({ params: { organizationId: organization, siteId }, body: { events } })
  const other = await givenAudienceSite(server)
  for (const id of [newId(), other.siteId]) assert.equal((await refusalOf(track(id))).status, 404)
  await server.as(site.admin).unpublishSite({ params })
  assert.equal((await refusalOf(track(params.siteId))).status, 404)
  assert.deepEqual(await viewsOf(site), [])
})

test('more than a hundred events at once are refused', async () => {
  const site = await givenAudienceSite(server)
  const events = Array.from({ length: 101 }, () => ({ type: 'page_view' }))
  const answer = browser.trackEventsInSiteById({ params: site.params, body: { events } })
  assert.equal((await refusalOf(answer)).status, 400)
})

test('concurrent views are all counted', async () => {
  const site = await givenAudienceSite(server)
  const events = [view(site.places.none.spaceId, await firstPage(site))]
  await Promise.all(
    Array.from({ length: 20 }, () =>
      browser.trackEventsInSiteById({ params: site.params, body: { events } }),
    ),
  )
  assert.deepEqual(
    (await viewsOf(site)).map(({ views }) => views),
    [20],
  )
})
