import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, startServer } from '../test/harness.ts'
import { indexNow } from '../test/indexing.ts'
import { stemmaServer } from '../test/process.ts'
import { givenWrittenSpace, page } from '../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const { db } = server
const rebuild = () => stemmaServer(['search', 'rebuild', '--json'], { DATABASE_URL: server.url })

test('the index is made again, whatever it was, and an interrupted run is continued', async () => {
  const first = await givenWrittenSpace(server, page('Lantern'))
  const second = await givenWrittenSpace(server, page('Kettle'))
  await indexNow(server, first.organization.id, first.spaceId)
  await db.updateTable('search_pages').set({ page_id: 'stale' }).execute()
  await db.updateTable('search_sections').set({ page_id: 'stale' }).execute()

  const { code, stdout, stderr } = await stemmaServer(['search', 'rebuild'], { DATABASE_URL: server.url })
  assert.deepEqual([code, stdout], [0, 'Rebuilt the search index of 2 spaces.\n'])
  assert.match(stderr, /^0 of 2 spaces\n(?:1 of 2 spaces\n)?2 of 2 spaces\n$/)
  assert.deepEqual(await found(first.admin, first.organization.id, 'lantern'), ['Lantern'])
  assert.deepEqual(await found(second.admin, second.organization.id, 'kettle'), ['Kettle'])
  const stale = await db.selectFrom('search_pages').select('title').where('page_id', '=', 'stale').execute()
  assert.deepEqual(stale, [])

  const left = db.updateTable('search_spaces').where('space_id', '=', second.spaceId)
  await left.set({ root: null, rebuilding: true }).execute()
  assert.deepEqual(JSON.parse((await rebuild()).stdout), { spaces: 1 })
  assert.deepEqual(JSON.parse((await rebuild()).stdout), { spaces: 2 }, 'and then all of it again')
})

async function found(person: Person, organizationId: string, query: string): Promise<string[]> {
  const input = { params: { organizationId }, query: { query, limit: 50 } }
  const { items } = await server.as(person).searchOrganizationContent(input)
  return items.flatMap(({ pages }) => pages.map(({ title }) => title))
}
