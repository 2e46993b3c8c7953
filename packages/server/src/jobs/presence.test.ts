import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase } from '../test/database.ts'
import { enqueue } from './enqueue.ts'
import { bePresent } from './presence.ts'

const { db, url, drop } = await createTestDatabase()
after(drop)

test('jobs of a worker that is gone are free within seconds, those of a living one are not', async (t) => {
  const living = given(t, 'living')
  await untilHeld('living')
  await givenJobOf('living')
  await givenJobOf('killed')
  given(t, 'other')
  while ((await lockers()).includes('killed')) await sleep(50)
  await sleep(2_500)
  assert.deepEqual(await lockers(), ['living'])
  await living.end()
  while ((await lockers()).length > 0) await sleep(50)
})

test('a worker that lost its session is seen again', async (t) => {
  given(t, 'unlucky')
  await untilHeld('unlucky')
  const lost = await holderOf('unlucky')
  await sql`select pg_terminate_backend(${lost})`.execute(db)
  while ([undefined, lost].includes(await holderOf('unlucky'))) await sleep(20)
})

test('a worker is told of a job when its time has come, and not before', async (t) => {
  await enqueue(db, 'prune_idempotency_keys', {}, { key: 'later' })
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '3 seconds'`.execute(db)
  const { runAt } = await firstJob()
  const ready = Promise.withResolvers<number>()
  given(t, 'asleep', () => ready.resolve(Date.now()))
  assert.ok((await ready.promise) >= Date.parse(runAt))
})

test('jobs of a crew that has left are free, although its process is there', async (t) => {
  const present = bePresent({ url, log })
  t.after(() => present.end())
  const leave = present.enter('left', () => {})
  present.enter('stays', () => {})
  await untilHeld('left')
  await givenJobOf('left')
  await givenJobOf('stays')
  leave()
  while ((await lockers()).includes('left')) await sleep(50)
  assert.deepEqual(await lockers(), ['stays'])
})

const log = { warn() {} }

function given(t: TestContext, id: string, onReady = () => {}) {
  const present = bePresent({ url, log })
  present.enter(id, onReady)
  t.after(() => present.end())
  return present
}

async function firstJob() {
  const { rows } = await sql<{ readonly runAt: string }>`select run_at as "runAt" from graphile_worker.jobs
    `.execute(db)
  assert.ok(rows[0])
  return rows[0]
}

/** A job that a worker took a minute ago. */
async function givenJobOf(worker: string) {
  await enqueue(db, 'prune_idempotency_keys', {}, { key: worker })
  await sql`update graphile_worker._private_jobs set locked_by = ${worker},
    locked_at = now() - interval '1 minute' where key = ${worker}`.execute(db)
}

async function lockers(): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`select locked_by as id from graphile_worker.jobs
    where locked_by is not null order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

async function untilHeld(worker: string) {
  for (;;) {
    const { rows } = await sql<{ readonly free: boolean }>`select pg_try_advisory_xact_lock(
      hashtextextended('stemma worker ' || ${worker}, 0)) as free`.execute(db)
    if (rows[0]?.free === false) return
    await sleep(20)
  }
}

/** The session that holds a worker's lock. Other databases on the server have workers too. */
async function holderOf(worker: string): Promise<number | undefined> {
  const { rows } = await sql<{ readonly pid: number }>`select pid from pg_locks
    join pg_database on pg_database.oid = pg_locks.database and datname = current_database()
    where locktype = 'advisory' and granted and (classid::bigint << 32 | objid::bigint)
      = hashtextextended('stemma worker ' || ${worker}, 0)`.execute(db)
  return rows[0]?.pid
}
