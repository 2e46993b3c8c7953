import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentChange, SiteSearch } from '@stemma/contract'
import { type AudienceSite, givenAudienceSite, visitorOf } from '../../../test/audience-site.ts'
import { givenUser, startServer } from '../../../test/harness.ts'
import { indexNow } from '../../../test/indexing.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

type Reader = ReturnType<typeof server.as>

const pro = 'visitor.claims.plan === "pro"'
const text = `Openly written words.

## Limits

Everybody has throttling.

{% if ${pro} %}
Wombats are unlimited.

### Wallabies

Kookaburras too.
{% else if visitor.claims.lost %}
Platypuses.
{% else %}
Echidnas.
{% endif %}

## Inside

A sentence with {% if !(${pro}) %}bandicoots{% endif %} inside.
`

async function givenIndexedPage(...more: string[]) {
  const site = await givenAudienceSite(server)
  const { organizationId, admin, places } = site
  const { spaceId } = places.none
  const changes = [text, ...more].map((markdown, at) => page(`Guide ${at}`, { document: { markdown } }))
  await server.as(admin).updateSpaceContent({ params: { spaceId }, body: { changes } })
  await indexNow(server, organizationId, spaceId)
  return { site, spaceId }
}

async function find(reader: Reader, { params }: AudienceSite, query: string) {
  const body = { query, scope: { mode: 'all' } } as SiteSearch
  const answer = await reader.searchSiteContent({ params, body, query: { limit: 50 } })
  return {
    ...answer,
    sections: answer.items.flatMap(({ pages }) => pages.flatMap(({ sections }) => sections)),
  }
}

test('a visitor finds words of the blocks that they see, and no others', async () => {
  const { site } = await givenIndexedPage()
  const readers = {
    anybody: await visitorOf(server, site),
    stranger: server.as(await givenUser(server)),
    free: await visitorOf(server, site, { plan: 'free' }),
    pro: await visitorOf(server, site, { plan: 'pro' }),
    member: server.as(site.admin),
  }
  const words = ['throttling', 'wombats', 'wallabies', 'kookaburras', 'platypuses', 'echidnas', 'bandicoots']
  const foundBy = async (reader: Reader) => {
    const found: string[] = []
    for (const word of words) {
      const { count, items, sections } = await find(reader, site, word)
      assert.equal(count, items.length)
      if (count === 0) continue
      assert.ok(JSON.stringify(sections).toLowerCase().includes(word))
      found.push(word)
    }
    return found
  }
  assert.deepEqual(await foundBy(readers.anybody), ['throttling'])
  assert.deepEqual(await foundBy(readers.stranger), ['throttling'])
  assert.deepEqual(await foundBy(readers.free), ['throttling', 'bandicoots'])
  assert.deepEqual(await foundBy(readers.pro), ['throttling', 'wombats', 'wallabies', 'kookaburras'])
  assert.deepEqual(await foundBy(readers.member), words)
})

test('what is found shows nothing of the blocks that are hidden', async () => {
  const { site } = await givenIndexedPage()
  const free = await visitorOf(server, site, { plan: 'free' })
  for (const query of ['limits', 'throttling', 'inside', 'guide', 'sentence']) {
    const { items } = await find(free, site, query)
    const shown = JSON.stringify(items)
    assert.ok(shown.includes('Guide'), query)
    assert.ok(!/wombat|wallab|kookaburra|platypus|echidna|claims|\{%/i.test(shown), `${query}: ${shown}`)
  }
})

test('a word that only hidden blocks have corrects no misspelling, and changes no ranking', async () => {
  const { site } = await givenIndexedPage('Wombatz live here.\n', 'Wombat is a word.\n')
  const free = await visitorOf(server, site, { plan: 'free' })
  const paying = await visitorOf(server, site, { plan: 'pro' })
  assert.equal((await find(free, site, 'kookaburas')).count, 0)
  assert.equal((await find(paying, site, 'kookaburras')).count, 1)
  const { items } = await find(free, site, 'wombats')
  assert.ok(items.flatMap(({ pages }) => pages).every(({ title }) => title !== 'Guide 0'))
  assert.deepEqual(await find(free, site, 'kookaburras live'), await find(free, site, 'xyzzyxyzzy live'))
})

test('conditions of texts can ask for variables of the space, each space for its own', async () => {
  const { site } = await givenIndexedPage('{% if space.vars.stage !== "alpha" %}\nQuokkas\n{% endif %}\n')
  assert.equal((await find(await visitorOf(server, site), site, 'quokkas')).count, 0)
  assert.equal((await find(await visitorOf(server, site, { plan: 'free' }), site, 'quokkas')).count, 1)
})

test('a page that gets a condition, or comes below one, is hidden from the next search', async () => {
  const { site, spaceId } = await givenIndexedPage('Numbats.\n', 'Above.\n')
  const [anybody, paying] = [await visitorOf(server, site), await visitorOf(server, site, { plan: 'pro' })]
  const api = server.as(site.admin)
  const idOf = async (path: string) => (await api.getPageByPath({ params: { spaceId, pagePath: path } })).id
  const [found, above] = [await idOf('guide-1'), await idOf('guide-2')]
  const write = (change: object) =>
    api.updateSpaceContent({ params: { spaceId }, body: { changes: [change as ContentChange] } })
  const counts = async () => [
    (await find(anybody, site, 'numbats')).count,
    (await find(paying, site, 'numbats')).count,
  ]
  assert.deepEqual(await counts(), [1, 1])
  await write({ operation: 'update_page', page: found, condition: pro })
  assert.deepEqual(await counts(), [0, 1])
  await write({ operation: 'update_page', page: found, condition: '' })
  assert.deepEqual(await counts(), [1, 1])
  await write({ operation: 'update_page', page: above, condition: pro })
  await write({ operation: 'update_page', page: found, into: above })
  assert.deepEqual(await counts(), [0, 1])
  await write({ operation: 'delete_page', page: above })
  assert.deepEqual(await counts(), [0, 0])
})

test('visitors find rows without conditions of an older release once they are made again', async () => {
  const { site, spaceId } = await givenIndexedPage()
  const { organizationId, admin } = site
  const anybody = await visitorOf(server, site)
  const counts = async () => [
    (await find(anybody, site, 'openly')).count,
    (await find(server.as(admin), site, 'openly')).count,
  ]
  assert.deepEqual(await counts(), [1, 1])
  const rows = server.db.updateTable('search_sections').set({ guard: 'unread', conditions: null })
  await rows.where('organization_id', '=', organizationId).execute()
  const key = { organization_id: organizationId, space_id: spaceId }
  await server.db
    .updateTable('search_spaces')
    .set({ edition: 0 })
    .where('organization_id', '=', key.organization_id)
    .where('space_id', '=', key.space_id)
    .execute()
  assert.deepEqual(await counts(), [0, 1])
  await indexNow(server, organizationId, spaceId)
  assert.deepEqual(await counts(), [1, 1])
})
