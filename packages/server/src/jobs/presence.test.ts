import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase } from '../test/database.ts'
import { enqueue } from './enqueue.ts'
import { bePresent } from './presence.ts'

const { db, url, drop } = await createTestDatabase()
after(drop)

test('jobs of a worker that is gone are free within seconds, those of a living one are not', async (t) => {
  const living = bePresent({ url, id: 'living', log })
  t.after(() => living.end())
  await untilHeld('living')
  await givenJobOf('living')
  await givenJobOf('killed')
  const other = bePresent({ url, id: 'other', log })
  t.after(() => other.end())
  while ((await lockers()).includes('killed')) await sleep(50)
  await sleep(2_500)
  assert.deepEqual(await lockers(), ['living'])
  await living.end()
  while ((await lockers()).length > 0) await sleep(50)
})

test('a worker that lost its session is seen again', async (t) => {
  const present = bePresent({ url, id: 'unlucky', log })
  t.after(() => present.end())
  await untilHeld('unlucky')
  const lost = await holderOf('unlucky')
  await sql`select pg_terminate_backend(${lost})`.execute(db)
  while ([undefined, lost].includes(await holderOf('unlucky'))) await sleep(20)
})

const log = { warn() {} }

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
