import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTransaction } from '../../../db/transaction.ts'
import { givenOrganization, type Person, startServer } from '../../../test/harness.ts'
import { indexNow } from '../../../test/indexing.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import { join } from '../../../test/world.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'
import { indexSome } from './indexing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const { db } = server

test('a merged change is found within two seconds, by its new words and no longer by the old', async (t) => {
  await startJobs(t)
  const { organization, admin, editor, spaceId } = await givenWrittenSpace(server, page('Lantern'))
  const [{ id = '' } = {}] = (await server.as(admin).listPages({ params: { spaceId } })).pages
  await untilFound(admin, organization.id, 'lantern', ['Lantern'])
  const { params, write } = await givenChangeRequest(server, spaceId, editor)
  await write({ operation: 'update_page', page: id, title: 'Kettle', document: { markdown: 'Tea.\n' } })
  assert.deepEqual(await found(admin, organization.id, 'kettle'), [], 'a draft is not found')
  await server.as(admin).mergeChangeRequest({ params })
  await untilFound(admin, organization.id, 'kettle tea', ['Kettle'])
  assert.deepEqual(await found(admin, organization.id, 'text'), [])
})

test('deleted pages are not found, restored revisions are, and moved pages have their new path', async () => {
  const { organization, admin, spaceId, write, firstRevision } = await givenWrittenSpace(server)
  const above = await write(page('Above'))
  const parent = above.changes[0]?.page as { id: string }
  await write(page('Anchor', { into: parent.id }))
  await indexNow(server, organization.id, spaceId)
  assert.deepEqual(await paths(admin, spaceId, 'anchor'), ['above/anchor'])
  await write({ operation: 'update_page', page: parent.id, slug: 'beyond' })
  await indexNow(server, organization.id, spaceId)
  assert.deepEqual(await paths(admin, spaceId, 'anchor'), ['beyond/anchor'])
  const { revision } = await write({ operation: 'delete_page', page: parent.id })
  await indexNow(server, organization.id, spaceId)
  assert.deepEqual(await paths(admin, spaceId, 'anchor'), [])
  const { items } = await server.as(admin).listRevisions({ params: { spaceId } })
  const before = items.find(({ id }) => id !== revision && id !== firstRevision)?.id ?? ''
  await server.as(admin).restoreRevision({ params: { spaceId, revisionId: before } })
  await indexNow(server, organization.id, spaceId)
  assert.deepEqual(await paths(admin, spaceId, 'anchor'), ['beyond/anchor'])
})

test('only pages that changed are written again', async () => {
  const { organization, admin, spaceId, write } = await givenWrittenSpace(server, page('One'), page('Two'))
  await indexNow(server, organization.id, spaceId)
  const before = await versions(spaceId)
  const [{ id = '' } = {}] = (await server.as(admin).listPages({ params: { spaceId } })).pages
  await write({ operation: 'update_page', page: id, document: { markdown: 'Other words.\n' } })
  await indexNow(server, organization.id, spaceId)
  const now = await versions(spaceId)
  assert.deepEqual(
    [...now].filter(([page, version]) => before.get(page) !== version).map(([page]) => page),
    [id],
  )
})

test('a large space is indexed in several runs, and loses nothing that happens meanwhile', async () => {
  const titles = ['Anvil', 'Basket', 'Cradle', 'Dagger', 'Easel']
  const { organization, admin, spaceId, write } = await givenWrittenSpace(
    server,
    ...titles.map((one) => page(one)),
  )
  const key = { organizationId: organization.id, spaceId }
  const run = () => inTransaction(db, { repeatable: true }, (one) => indexSome(one, key, { pagesMax: 2 }))
  assert.equal(await run(), 'more')
  const pages = (await server.as(admin).listPages({ params: { spaceId } })).pages
  const first = pages.find(({ title }) => title === 'Anvil')?.id ?? ''
  await write(
    { operation: 'update_page', page: first, title: 'Hammer', document: { markdown: 'Nail.\n' } },
    page('Funnel'),
  )
  await assert.rejects(
    inTransaction(db, { repeatable: true }, async (one) => {
      await indexSome(one, key, { pagesMax: 2 })
      throw new Error('a crash')
    }),
    /a crash/,
  )
  let runs = 0
  while ((await run()) === 'more') assert.ok(runs++ < 20)
  for (const title of [...titles.slice(1), 'Hammer', 'Funnel']) {
    assert.deepEqual(await found(admin, organization.id, title), [title])
  }
  assert.deepEqual(await found(admin, organization.id, 'anvil'), [])
})

test('two who index a space at once do it one after the other', async () => {
  const { organization, admin, spaceId } = await givenWrittenSpace(server, page('Marble'), page('Needle'))
  await Promise.all([1, 2, 3].map(() => indexNow(server, organization.id, spaceId)))
  assert.deepEqual(await found(admin, organization.id, 'needle'), ['Needle'])
})

test('a duplicate is found; a purged space and one that was given away leave nothing', async (t) => {
  await startJobs(t)
  const { organization, admin, spaceId } = await givenWrittenSpace(server, page('Orchard'))
  const copy = await server.as(admin).duplicateSpace({ params: { spaceId } })
  await untilFound(admin, organization.id, 'orchard', ['Orchard', 'Orchard'])
  const there = await givenOrganization(server)
  await join(server, there.id, admin.id, 'create')
  const body = { organization: there.id }
  await server.as(admin).transferSpace({ params: { spaceId: copy.id }, body })
  await untilFound(admin, there.id, 'orchard', ['Orchard'])
  assert.deepEqual(await found(admin, organization.id, 'orchard'), ['Orchard'])
  await untilNothing(organization.id, copy.id)
  await server.as(admin).deleteSpaceById({ params: { spaceId } })
  await sql`update spaces set deleted_at = '2020-01-01' where id = ${spaceId}`.execute(db)
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
    where task_identifier = 'purge_space'), run_at => now())`.execute(db)
  await untilNothing(organization.id, spaceId)
})

test('another language of a space gives its words other stems', async () => {
  const { organization, admin, spaceId } = await givenWrittenSpace(server, page('Parties'))
  await indexNow(server, organization.id, spaceId)
  assert.deepEqual(await found(admin, organization.id, 'partying'), [])
  await server.as(admin).updateSpaceById({ params: { spaceId }, body: { language: 'en' } })
  await indexNow(server, organization.id, spaceId)
  assert.deepEqual(await found(admin, organization.id, 'party'), ['Parties'])
})

test('after an upgrade that writes the index in another way, a job has it made again', async (t) => {
  const { organization, admin, spaceId } = await givenWrittenSpace(server, page('Quartz'))
  await indexNow(server, organization.id, spaceId)
  await sql`update search_spaces set edition = 0 where space_id = ${spaceId}`.execute(db)
  await sql`delete from search_sections where space_id = ${spaceId}`.execute(db)
  assert.deepEqual(await found(admin, organization.id, 'quartz'), [])
  await startJobs(t)
  await sql`select graphile_worker.add_job('refresh_search_index')`.execute(db)
  await untilFound(admin, organization.id, 'quartz', ['Quartz'])
})

async function startJobs(t: { after: (work: () => Promise<void>) => void }) {
  const worker = await startQuietWorker(server)
  t.after(() => worker.stop())
}

async function found(person: Person, organizationId: string, query: string): Promise<string[]> {
  const input = { params: { organizationId }, query: { query, limit: 50 } }
  const { items } = await server.as(person).searchOrganizationContent(input)
  return items.flatMap(({ pages }) => pages.map(({ title }) => title))
}

async function paths(person: Person, spaceId: string, query: string): Promise<string[]> {
  const input = { params: { spaceId }, query: { query, limit: 50 } }
  return (await server.as(person).searchSpaceContent(input)).items.map(({ path }) => path)
}

async function untilFound(person: Person, organizationId: string, query: string, titles: readonly string[]) {
  const started = performance.now()
  for (;;) {
    const seen = await found(person, organizationId, query)
    if (seen.length === titles.length) return assert.deepEqual(seen, titles)
    assert.ok(performance.now() - started < 30_000, `${query} leads to ${seen} after 30 seconds`)
    await sleep(20)
  }
}

async function untilNothing(organizationId: string, spaceId: string) {
  for (let tries = 0; ; tries++) {
    if ((await rowsOf(organizationId, spaceId)) === 0) return
    assert.ok(tries < 200, 'rows are left')
    await sleep(20)
  }
}

async function rowsOf(organizationId: string, spaceId: string): Promise<number> {
  let count = 0
  for (const table of ['search_spaces', 'search_pages', 'search_sections', 'search_words']) {
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(db)
    count += rows.length
  }
  return count
}

async function versions(spaceId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ page: string; version: string }>`select page_id as page,
      string_agg(xmin::text, ' ') as version
    from search_sections where space_id = ${spaceId} group by 1`.execute(db)
  return new Map(rows.map(({ page: id, version }) => [id, version]))
}
