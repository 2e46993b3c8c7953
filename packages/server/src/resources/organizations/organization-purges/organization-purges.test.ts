import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '../../../db/transaction.ts'
import type { JobContext } from '../../../jobs/jobs.ts'
import { type serve, startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { givenTenant, givenWorld, type Tenant } from '../../../test/world.ts'
import { givenWrittenSpace, page } from '../../../test/writing.ts'
import { purgeContent } from '../../content/content/jobs.ts'
import { purgeOrganization } from './jobs.ts'
import * as purge from './store.ts'

const server = await startServer()
type Server = Awaited<ReturnType<typeof serve>>
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()

test('after the purge, no table has a row of the organization, and another has all of its own', async () => {
  const { ours, theirs } = await givenWorld(server)
  const others = await rowsOf(server, theirs)
  const contents = await contentsOf(server, ours.organizationId)
  assert.ok(others.length > 50 && contents.length > 2)
  await deleteOrganization(ours)
  const lines: string[] = []
  await purgeAll(server, ours.organizationId, {
    log: { info: (_: object, text: string) => lines.push(text) },
  })
  assert.deepEqual(await rowsOf(server, ours), [])
  assert.deepEqual(await rowsOf(server, theirs), others)
  for (const { contentId } of contents) await runIn(server, (context) => purgeContent({ contentId }, context))
  for (const { contentId } of contents) {
    for (const table of ['content_objects', 'stored_files'] as const) {
      const rows = await server.db
        .selectFrom(table)
        .select('space_id')
        .where('space_id', '=', contentId)
        .execute()
      assert.deepEqual(rows, [], table)
    }
  }
  assert.deepEqual(lines, ['organization purged'])
  const told = await server.db
    .selectFrom('events')
    .select('body')
    .where('organization_id', '=', ours.admin.id)
    .where('type', '=', 'organization.purged')
    .executeTakeFirstOrThrow()
  assert.equal((told.body as { organizationId: string }).organizationId, ours.organizationId)
})

test('names of a purged organization stay reserved as if it had given them up', async () => {
  const tenant = await givenTenant(server)
  await deleteOrganization(tenant)
  await purgeAll(server, tenant.organizationId)
  const names = await server.db
    .selectFrom('released_names')
    .select('name')
    .where('organization_id', '=', tenant.organizationId)
    .execute()
  assert.ok(names.some(({ name }) => name === tenant.site.siteId))
})

test('a purge that is killed anywhere is continued, in steps of a limited number of rows', async () => {
  const tenant = await givenTenant(server)
  await deleteOrganization(tenant)
  const { organizationId } = tenant
  let steps = 0
  for (let left = 1; left > 0; steps++) {
    await runIn(server, async ({ db }) => {
      left = 3 - (await purge.purgeWorkspace(db, organizationId, 3)).left
    })
    const killed = runIn(server, async (context) => {
      await purgeOrganization({ organizationId }, { ...context, now: inDays(15) })
      throw new Error('killed')
    })
    await assert.rejects(killed, /killed/)
  }
  assert.ok(steps > 10)
  await purgeAll(server, organizationId)
  assert.deepEqual(await rowsOf(server, tenant), [])
})

test('before its time is over, and after it was restored, nothing is removed', async () => {
  const tenant = await givenTenant(server)
  const { organizationId } = tenant
  const spaces = await contentsOf(server, organizationId)
  await runIn(server, (context) => purgeOrganization({ organizationId }, { ...context, now: inDays(15) }))
  await deleteOrganization(tenant)
  await runIn(server, (context) => purgeOrganization({ organizationId }, { ...context, now: inDays(13) }))
  assert.deepEqual(await contentsOf(server, organizationId), spaces)
  await server.as(tenant.admin).restoreOrganizationById({ params: { organizationId } })
  await runIn(server, (context) => purgeOrganization({ organizationId }, { ...context, now: inDays(15) }))
  assert.deepEqual(await contentsOf(server, organizationId), spaces)
})

test('content that a space of another organization shares stays, with its files', async () => {
  const { organization, admin, spaceId } = await givenWrittenSpace(server, page('Guide'))
  const { id: other } = await server.as(admin).createOrganization({ body: { title: 'Other' } })
  const copy = await server.as(admin).duplicateSpace({ params: { spaceId } })
  await server.as(admin).transferSpace({ params: { spaceId: copy.id }, body: { organization: other } })
  const [content] = await contentsOf(server, organization.id)
  await sql`insert into stored_files (space_id, hash, organization_id, size, state, until)
    values (${content?.contentId}, ${Buffer.alloc(32)}, ${organization.id}, 7, 'kept', now())`.execute(
    server.db,
  )
  await server.db
    .updateTable('organizations')
    .set({ deleted_at: inDays(0), restorable_until: inDays(0) })
    .where('id', '=', organization.id)
    .execute()
  await purgeAll(server, organization.id)
  await runIn(server, (context) => purgeContent({ contentId: content?.contentId ?? '' }, context))
  const { pages } = await server.as(admin).listPages({ params: { spaceId: copy.id } })
  assert.deepEqual(
    pages.map(({ title }) => title),
    ['Guide'],
  )
  const storage = await server.as(admin).getOrganizationStorage({ params: { organizationId: other } })
  assert.equal(storage.bytes, 7)
})

async function deleteOrganization({ organizationId, admin }: Tenant) {
  await server.as(admin).deleteOrganizationById({ params: { organizationId } })
}

/** Runs the job until it finds nothing more to do. */
async function purgeAll(on: Server, organizationId: string, more: object = {}) {
  for (let run = 0; run < 100; run++) {
    const found = await runIn(on, async (context) => {
      await purgeOrganization({ organizationId }, { ...context, ...more, now: inDays(15) })
      return purge.findDeleted(context.db, organizationId)
    })
    if (found === undefined) break
  }
  await runIn(on, (context) => purgeOrganization({ organizationId }, context))
}

function runIn<T>(on: Server, work: (context: JobContext) => Promise<T>): Promise<T> {
  return inTransaction(on.db, { repeatable: true }, (db) =>
    work({ ...jobSettings, ...on, db, now: new Date().toISOString() }),
  )
}

async function contentsOf({ db }: Server, organizationId: string) {
  const spaces = db.selectFrom('spaces').select(['id', 'content_id as contentId'])
  return spaces.where('organization_id', '=', organizationId).orderBy('id').execute()
}

/** How many rows each table of the catalogue has with the ID of an organization or one of its spaces. */
async function rowsOf({ db }: Server, { organizationId, spaceId, shownSpaceId, deletedSpaceId }: Tenant) {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'
      and (c.column_name like '%organization_id' or c.column_name = 'space_id'
        or c.table_name in ('organizations', 'spaces') and c.column_name = 'id')
    order by 1, 2`.execute(db)
  const ids = [organizationId, spaceId, shownSpaceId, deletedSpaceId]
  const found: string[] = []
  for (const { table, column } of columns) {
    // Names stay reserved for a while, and the bytes of content are removed by a job of their own.
    if (['released_names', 'content_objects', 'stored_files'].includes(table)) continue
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
      where ${sql.ref(column)} = any (${ids}::text[])`.execute(db)
    if (rows[0]?.count) found.push(`${table}.${column}: ${rows[0].count}`)
  }
  return found
}
