import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Site, SiteSearch } from '@stemma/contract'
import { type AudienceSite, givenAudienceSite, visitorOf } from '../../../test/audience-site.ts'
import { givenUser, startServer } from '../../../test/harness.ts'
import { indexNow } from '../../../test/indexing.ts'
import { refusalOf } from '../../../test/recorded.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

async function givenFoundSite(visibility?: Site['visibility']) {
  const site = await givenAudienceSite(server, visibility)
  for (const { spaceId } of Object.values(site.places)) await indexNow(server, site.organizationId, spaceId)
  return site
}

type Reader = ReturnType<typeof server.as>

const everywhere = { scope: { mode: 'all' } } as const

async function found(reader: Reader, { params }: AudienceSite, query: string, where: object = everywhere) {
  const body = { query, ...where } as SiteSearch
  const { items, count } = await reader.searchSiteContent({ params, body, query: { limit: 50 } })
  return { count, found: items.map(({ title, pages }) => [title, pages.map((one) => one.title).sort()]) }
}

test('a visitor finds the pages that the site shows them, and counts no others', async () => {
  const site = await givenFoundSite()
  const [anybody, pro] = [await visitorOf(server, site), await visitorOf(server, site, { plan: 'pro' })]
  const open = ['below none', 'none']
  assert.deepEqual(await found(anybody, site, 'text'), { count: 1, found: [['none', open]] })
  const more = [...open, 'below true', 'true'].sort()
  const { count, found: all } = await found(pro, site, 'text')
  assert.deepEqual(
    [count, all.sort()],
    [
      2,
      [
        ['none', more],
        ['true', more],
      ].sort(),
    ],
  )
  const shown = await found(server.as(site.admin), site, 'text')
  assert.equal(shown.count, 4)
})

test('a word that only hidden pages have finds as much as a word that no page has', async () => {
  const site = await givenFoundSite()
  const anybody = await visitorOf(server, site)
  for (const query of ['true', 'below true', '"true"', 'unknown', 'xyzzy'])
    assert.deepEqual(
      (await found(anybody, site, query)).found.flatMap(([, pages]) => pages ?? []).filter(isHidden),
      [],
      query,
    )
  assert.deepEqual(await found(anybody, site, 'unknown'), await found(anybody, site, 'xyzzy'))
})

function isHidden(title: string): boolean {
  return /true|false|unknown/.test(title)
}

test('a search goes to the site spaces it names, in the words of older clients too', async () => {
  const site = await givenFoundSite()
  const api = server.as(site.admin)
  const { items } = await api.listSiteSpaces({ params: site.params })
  const [first, second] = items
  const titles = async (where: object) =>
    (await found(api, site, 'text', where)).found.map(([title]) => title)
  const only = { siteSpaceIds: [second?.id ?? ''] }
  assert.deepEqual(await titles({ scope: { mode: 'specific', ...only } }), [second?.title])
  assert.deepEqual(await titles(only), [second?.title])
  assert.equal((await titles({ scope: { mode: 'default', currentSiteSpace: first?.id } })).length, 4)
  const near = { mode: 'default', currentSiteSpace: first?.id }
  assert.deepEqual(await titles({ scope: { ...near, restrictTo: 'currentSiteSpace' } }), [first?.title])
  const others = await titles({ scope: { ...near, restrictTo: 'otherSiteSpaces' } })
  assert.deepEqual([others.length, others.includes(first?.title ?? '')], [3, false])
  assert.equal((await titles({ mode: 'current', siteSpaceId: first?.id ?? '' })).length, 4)
  assert.equal((await titles({ mode: 'all' })).length, 4)
  assert.deepEqual(await titles({ siteSpaceIds: ['034xwZTZOaDQub1NCAekYQ'] }), [])
  const hidden = items.find(({ title }) => title === 'true')
  const anybody = await visitorOf(server, site)
  const named = await found(anybody, site, 'text', { siteSpaceIds: [hidden?.id ?? ''] })
  assert.deepEqual(named, { count: 0, found: [] })
  const { details } = await refusalOf(found(anybody, site, ' '))
  assert.deepEqual(details, [{ pointer: '/body/query', message: 'must contain words and no U+0000' }])
})

test('nobody searches a site that is not for them, and no longer when it is not published', async () => {
  const site = await givenFoundSite('visitor-auth')
  const [anybody, stranger] = [await visitorOf(server, site, {}), server.as(await givenUser(server))]
  assert.equal((await refusalOf(found(stranger, site, 'text'))).status, 404)
  await server.as(site.admin).unpublishSite({ params: site.params })
  assert.equal((await refusalOf(found(anybody, site, 'text'))).status, 404)
  assert.equal((await found(server.as(site.admin), site, 'text')).count, 4)
})
