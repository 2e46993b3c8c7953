import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SiteEventAggregation } from '@stemma/contract'
import { sql } from 'kysely'
import { givenMember, startServer } from '../../../test/harness.ts'
import { indexNow } from '../../../test/indexing.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { refusalOf } from '../../../test/recorded.ts'
import { openInsight } from './counting.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000, insightSeconds: 0.05 })
const open = openerFor(server)

/** Groups with equal counts are in any order. */
function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
}

async function givenSite() {
  const site = await givenPublished(server)
  const { api, params, spaceId, url } = site
  const idOf = async (pagePath: string) => (await api.getPageByPath({ params: { spaceId, pagePath } })).id
  const query = async (column: string, ...types: string[]) => {
    const body: SiteEventAggregation = {
      range: 'last7Days',
      select: [{ column }, { column: 'eventsCount' }],
      where: [{ column: 'eventType', values: types }],
    }
    const { columns } = await api.aggregateSiteEvents({ params, body })
    const [values = [], counts = []] = columns.map((one) => one.values)
    return values.map((value, index) => [value, counts[index]])
  }
  /** What is counted is stored a moment later. */
  const eventually = async (column: string, types: string[], expected: readonly unknown[]) => {
    let seen: unknown
    for (let times = 0; times < 200; times++) {
      seen = (await query(column, ...types)).toSorted(byText)
      if (JSON.stringify(seen) === JSON.stringify(expected.toSorted(byText))) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    assert.deepEqual(seen, expected.toSorted(byText))
  }
  const answer = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: `${new URL(url).pathname}/~site/feedback`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(form).toString(),
    })
  const settings = await api.getSiteCustomizationById({ params })
  await api.updateSiteCustomizationById({ params, body: { ...settings, feedback: { enabled: true } } })
  return { ...site, settings, idOf, query, eventually, answer }
}

test('views of pages are counted: drawn, from memory, and those that the browser has', async () => {
  const { url, idOf, eventually, spaceId } = await givenSite()
  const [install, operate] = [await idOf('install'), await idOf('operate')]
  const { headers } = await open(`${url}/install`)
  await open(`${url}/install`)
  const again = await open(`${url}/install`, { 'if-none-match': String(headers.etag) })
  assert.equal(again.status, 304)
  await open(`${url}/operate`)
  await eventually(
    'page',
    ['page_view'],
    [
      [{ page: install, space: spaceId }, 3],
      [{ page: operate, space: spaceId }, 1],
    ],
  )
})

test('what nobody looks at is not counted', async () => {
  const { url, idOf, eventually, spaceId } = await givenSite()
  await open(`${url}/install`, { 'sec-purpose': 'prefetch' })
  await server.app.inject({ method: 'HEAD', url: `${new URL(url).pathname}/install` })
  await open(`${url}/~site/search?fragment=1&q=inst`)
  await open(`${url}/operate`)
  const page = { page: await idOf('operate'), space: spaceId }
  await eventually('page', ['page_view', 'search_type_query'], [[page, 1]])
})

test('searches are counted by their words, and those without results also by themselves', async () => {
  const { url, eventually, organization, spaceId } = await givenSite()
  await indexNow(server, organization.id, spaceId)
  for (const q of ['install', ' Install ', 'xylophone']) {
    await open(`${url}/~site/search?q=${encodeURIComponent(q)}`)
    await open(`${url}/~site/search?fragment=1&settled=1&q=${encodeURIComponent(q)}`)
  }
  await eventually(
    'eventSearchQuery',
    ['search_type_query'],
    [
      ['install', 4],
      ['xylophone', 2],
    ],
  )
  await eventually('eventSearchQuery', ['search_no_results'], [['xylophone', 2]])
})

test('paths that lead nowhere are counted', async () => {
  const { url, eventually } = await givenSite()
  for (const path of ['gone', 'gone', 'never/there']) assert.equal((await open(`${url}/${path}`)).status, 404)
  await eventually(
    'urlPath',
    ['page_view'],
    [
      ['/gone', 2],
      ['/never/there', 1],
    ],
  )
})

test('readers say whether a page helped, with a plain form and without an identity', async () => {
  const { url, idOf, eventually, answer } = await givenSite()
  const { text } = await open(`${url}/install`)
  const { pathname } = new URL(url)
  assert.match(text, new RegExp(`<form class="feedback" method="post" action="${pathname}/~site/feedback"`))
  assert.match(text, /<textarea id="feedback-comment" name="comment" rows="3" maxlength="500"/)
  const page = await idOf('install')
  const from = { referer: `${url}/install`, host: new URL(url).host }
  const sent = await answer({ page, answer: 'yes' }, from)
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, `${pathname}/install#feedback-thanks`])
  await answer({ page, answer: 'no' })
  await answer({ page, answer: 'no', comment: ' Where is the key? ' })
  await eventually(
    'eventPageFeedbackRating',
    ['page_post_feedback'],
    [
      ['bad', 2],
      ['good', 1],
    ],
  )
  await eventually('eventPageFeedbackRating', ['page_post_feedback_comment'], [['bad', 1]])
  await eventually('eventPageFeedbackComment', ['page_post_feedback_comment'], [['Where is the key?', 1]])
})

test('what is stored by a commit of unknown outcome is not counted twice', async () => {
  const { url, idOf, eventually, spaceId } = await givenSite()
  await sql`create function warn() returns trigger language plpgsql as
    $$ begin raise warning 'the standby did not answer'; return null; end $$`.execute(server.db)
  await sql`create constraint trigger warn after insert or update on site_page_views
    deferrable initially deferred for each row execute function warn()`.execute(server.db)
  await open(`${url}/install`)
  const page = { page: await idOf('install'), space: spaceId }
  await eventually('page', ['page_view'], [[page, 1]])
  await sleep(300)
  await sql`drop function warn() cascade`.execute(server.db)
  await open(`${url}/operate`)
  const other = { page: await idOf('operate'), space: spaceId }
  await eventually(
    'page',
    ['page_view'],
    [
      [page, 1],
      [other, 1],
    ],
  )
})

test('whatever strangers send, the rest of what happens is counted', async () => {
  const { url, idOf, eventually, answer } = await givenSite()
  const page = await idOf('install')
  await answer({ page, answer: 'no', comment: 'nothing\0 here 🙈'.padEnd(400, '🙈') })
  for (const path of ['%00', '%ED%A0%80', `${'x'.repeat(900)}`]) await open(`${url}/${path}`)
  await answer({ page, answer: 'yes' })
  await eventually(
    'eventPageFeedbackRating',
    ['page_post_feedback'],
    [
      ['bad', 1],
      ['good', 1],
    ],
  )
})

test('strangers who invent paths on one site leave room for others', async () => {
  const [site, other] = [await givenSite(), await givenSite()]
  const clock = () => new Date()
  const insight = openInsight({ db: server.db, clock, insightSeconds: 1000, insightKeptDays: 30 })
  for (let number = 0; number < 25_000; number++)
    insight.count({ ...site.params, type: 'page_view', detail: `/invented-${number}` })
  insight.count({ ...other.params, type: 'page_view', detail: '/gone' })
  await insight.stop()
  await other.eventually('urlPath', ['page_view'], [['/gone', 1]])
})

test('a day of a site has at most a thousand different comments, and known ones still count', async () => {
  const { params, idOf, spaceId, query } = await givenSite()
  const clock = () => new Date()
  const insight = openInsight({ db: server.db, clock, insightSeconds: 1000, insightKeptDays: 30 })
  const page = { spaceId, pageId: await idOf('install') }
  const say = (detail: string) =>
    insight.count({ ...params, type: 'page_post_feedback_comment', page, rating: 'bad', detail })
  for (let number = 0; number < 1400; number++) say(`Comment ${number}`)
  await insight.flush()
  say('Comment 0')
  say('One more')
  await insight.stop()
  const told = await query('eventPageFeedbackComment', 'page_post_feedback_comment')
  assert.equal(told.length, 1000)
  assert.deepEqual(told[0], ['Comment 0', 2])
})

test('feedback about nothing, from elsewhere, or in floods is refused', async () => {
  const { idOf, answer, query, api, params, settings } = await givenSite()
  const page = await idOf('install')
  const refused = [
    await answer({ page, answer: 'perhaps' }),
    await answer({ page: 'nothing', answer: 'yes' }),
    await answer({ page, answer: 'yes' }, { 'sec-fetch-site': 'cross-site' }),
    await answer({ page, answer: 'yes', comment: 'x'.repeat(9000) }),
  ]
  for (const { statusCode } of refused) assert.ok(statusCode >= 400 && statusCode < 500, String(statusCode))
  const flood = await Promise.all(Array.from({ length: 20 }, () => answer({ page, answer: 'yes' })))
  assert.ok(flood.some(({ statusCode }) => statusCode === 429))
  assert.deepEqual(await query('eventPageFeedbackRating', 'page_post_feedback_comment'), [])
  await api.updateSiteCustomizationById({ params, body: settings })
  assert.equal((await answer({ page, answer: 'yes' })).statusCode, 404, 'nobody was asked')
})

test('readers of the organization query what happened, and others do not', async () => {
  const { params, organization, api, url, eventually, idOf, spaceId } = await givenSite()
  await open(`${url}/install`)
  await eventually('page', ['page_view'], [[{ page: await idOf('install'), space: spaceId }, 1]])
  const body: SiteEventAggregation = {
    range: 'last30Days',
    groupBy: [{ column: 'datetime', interval: 'day' }],
  }
  const reader = server.as(await givenMember(server, organization, 'read'))
  const { columns } = await reader.aggregateSiteEvents({ params, body })
  assert.deepEqual(columns, [
    { column: 'datetime', values: [`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`] },
    { column: 'eventsCount', values: [1] },
  ])
  const guest = server.as(await givenMember(server, organization, null))
  assert.ok([403, 404].includes((await refusalOf(guest.aggregateSiteEvents({ params, body }))).status))
  for (const wrong of [
    { ...body, select: [{ column: 'visitorGeoCountry' }] },
    { ...body, groupBy: [{ column: 'datetime', interval: 'hour' as const }] },
    { ...body, order: { by: { column: 'page' }, direction: 'asc' as const } },
  ])
    assert.equal((await refusalOf(api.aggregateSiteEvents({ params, body: wrong }))).status, 400)
})
