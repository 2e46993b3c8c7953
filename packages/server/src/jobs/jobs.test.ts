import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import { filesystemBlobs } from '../files/filesystem-blobs.ts'
import { guardedClient } from '../outside/guarded-fetch.ts'
import { administer, createTestDatabase } from '../test/database.ts'
import { jobSettings } from '../test/job-settings.ts'
import { testSeals } from '../test/secret-keys.ts'
import { jobs, startWorker } from '../worker.ts'
import { enqueue } from './enqueue.ts'
import type { JobName } from './jobs.ts'

const { db, url, drop } = await createTestDatabase()
const blobs = await filesystemBlobs({ folder: await mkdtemp(join(tmpdir(), 'stemma-files-')) })
const outside = guardedClient({ userAgent: 'test' })
const kept = { ...jobSettings, blobs, outside, seals: testSeals }
after(drop)

test('answers older than a day are forgotten, and younger ones are kept', async (t) => {
  await startLogged(t)
  const hour = 60 * 60 * 1000
  for (const [key, hours] of [
    ['old', 25],
    ['older', 100],
    ['young', 23],
    ['new', 0],
  ] as const) {
    const created_at = new Date(Date.now() - hours * hour).toISOString()
    const place = { organization_id: 'caller', key, created_at }
    await db
      .insertInto('idempotency_keys')
      .values({ ...place, fingerprint: Buffer.from(key), status: 200, headers: '{}' })
      .execute()
  }
  await enqueue(db, 'prune_idempotency_keys', {})
  await untilDone()
  const kept = await db.selectFrom('idempotency_keys').select('key').orderBy('key').execute()
  assert.deepEqual(
    kept.map(({ key }) => key),
    ['new', 'young'],
  )
})

test('a job runs if the transaction that asked for it is kept, and never if not', async (t) => {
  const lines = await startLogged(t)
  const ask = (fails: boolean) =>
    inTransaction(db, { repeatable: false }, async (transaction) => {
      await enqueue(transaction, 'prune_idempotency_keys', {})
      if (fails) throw new Error('no')
    })
  await assert.rejects(ask(true), /no/)
  await sleep(300)
  assert.equal(completed(lines).length, 0)
  await ask(false)
  await untilDone()
  assert.equal(completed(lines).length, 1)
})

test('a job that fails is tried again, ten times at most', async (t) => {
  const lines = await startLogged(t)
  await sql`alter table idempotency_keys rename to hidden`.execute(db)
  await enqueue(db, 'prune_idempotency_keys', {})
  const first = await untilJob(({ attempts, lockedAt }) => attempts === 1 && lockedAt === null)
  assert.match(first.lastError ?? '', /idempotency_keys/)
  assert.equal(first.attemptsMax, 10)
  assert.ok(Date.parse(first.runAt) > Date.now(), 'not at once')
  assert.match(JSON.stringify(lines), /"error".*prune_idempotency_keys/)

  await reschedule(first.id, 1)
  await untilJob(({ attempts, lockedAt }) => attempts === 2 && lockedAt === null)
  await reschedule(first.id, 9)
  await untilJob(({ attempts, lockedAt }) => attempts === 10 && lockedAt === null)
  await reschedule(first.id, 10)
  await sql`alter table hidden rename to idempotency_keys`.execute(db)
  await sleep(500)
  assert.equal((await jobsLeft())[0]?.attempts, 10, 'given up: an operator decides')

  await reschedule(first.id, 3)
  await untilDone()
})

test('a job that runs when the worker is stopped is finished first', async (t) => {
  const worker = await startWorker({ db, url: `${url}?application_name=stopping`, log: logTo([]), ...kept })
  const release = await holdKeys(t)
  await enqueue(db, 'prune_idempotency_keys', {})
  await untilJob(({ lockedAt }) => lockedAt !== null)
  let isStopped = false
  const stopped = worker.stop().then(() => {
    isStopped = true
  })
  await sleep(200)
  assert.equal(isStopped, false)
  await release()
  await stopped
  assert.deepEqual(await jobsLeft(), [])
  for (let tries = 0; (await connectionsOf('stopping')) > 0; tries++) {
    assert.ok(tries < 100, 'its connections are closed')
    await sleep(20)
  }
})

test('a worker that lost the database at the end of a job comes back, and does the job', async (t) => {
  const lines = await startLogged(t)
  const release = await holdKeys(t)
  await enqueue(db, 'prune_idempotency_keys', {})
  await untilJob(({ lockedAt }) => lockedAt !== null)
  const { database } = await closeDatabase()
  t.after(() => administer(`alter database ${database} allow_connections true`))
  await release()
  while (!lines.some(({ message }) => message === 'worker does not start yet')) await sleep(20)
  await administer(`alter database ${database} allow_connections true`)
  await untilDone()
  assert.ok(lines.some(({ message }) => message === 'worker ended, starting another'))
})

test('a job that is taken while it is asked for again is followed by another', async (t) => {
  const spec = { organizationId: 'none', specId: 'none' }
  const ask = () => enqueue(db, 'process_openapi_spec', spec, { key: 'spec' })
  await ask()
  await slowInserts(t)
  const asked = ask()
  await sleep(100)
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'`.execute(db)
  await asked
  assert.deepEqual(await keysLeft(), ['spec', null])
  await sql`select graphile_worker.force_unlock_workers(array['gone'])`.execute(db)
  await startLogged(t)
  while ((await keysLeft()).includes('spec')) await sleep(20)
  assert.deepEqual(await keysLeft(), [null], 'the one that lost its worker is given up')
  await enqueue(db, 'forget_replaced_jobs', {})
  await untilDone()
})

test('each job that can be enqueued is performed by one resource', () => {
  const all: Record<JobName, true> = {
    prune_idempotency_keys: true,
    number_events: true,
    prune_presences: true,
    forget_replaced_jobs: true,
    prune_saml_logins: true,
    prune_oidc_logins: true,
    end_deleted_account: true,
    purge_organization: true,
    purge_space: true,
    purge_content: true,
    purge_integration_images: true,
    process_openapi_spec: true,
    make_pdf: true,
    make_site_pdf: true,
    delete_pdf: true,
    prune_pdfs: true,
    check_email_domain: true,
    prune_sign_ins: true,
    prune_invitations: true,
    prune_released_names: true,
    collect_files: true,
    deliver_webhook: true,
    send_mail: true,
    mail_password_reset: true,
    resume_mails: true,
    prune_mails: true,
    notify: true,
    prune_notifications: true,
    mail_notifications: true,
    resume_notification_mails: true,
    find_conflicts: true,
    resume_webhooks: true,
    prune_webhook_deliveries: true,
    prune_events: true,
    prune_imports: true,
    continue_import: true,
    index_space: true,
    refresh_search_index: true,
  }
  assert.deepEqual(jobs.map(({ name }) => name).sort(), Object.keys(all).sort())
})

interface Line {
  readonly level: string
  readonly message: string
}

/** The real worker with a real database, until the test ends. */
async function startLogged(t: { after: (work: () => Promise<void>) => void }): Promise<Line[]> {
  const lines: Line[] = []
  const worker = await startWorker({ db, url: `${url}?application_name=worker`, log: logTo(lines), ...kept })
  t.after(() => worker.stop())
  return lines
}

function logTo(lines: Line[]) {
  const at = (level: string) => (_fields: object, message: string) => void lines.push({ level, message })
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }
}

const completed = (lines: readonly Line[]) => lines.filter(({ message }) => /^Completed task/.test(message))

interface Job {
  readonly id: string
  readonly attempts: number
  readonly attemptsMax: number
  readonly lastError: string | null
  readonly runAt: string
  readonly lockedAt: string | null
}

async function jobsLeft(): Promise<readonly Job[]> {
  const { rows } = await sql<Job>`select id::text, attempts, max_attempts as "attemptsMax",
    last_error as "lastError", run_at as "runAt", locked_at as "lockedAt" from graphile_worker.jobs`.execute(
    db,
  )
  return rows
}

async function untilJob(fits: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const [job] = await jobsLeft()
    if (job && fits(job)) return job
    await sleep(20)
  }
}

async function untilDone() {
  while ((await jobsLeft()).length > 0) await sleep(20)
}

async function keysLeft(): Promise<readonly (string | null)[]> {
  const { rows } = await sql<{
    key: string | null
  }>`select key from graphile_worker.jobs order by key`.execute(db)
  return rows.map(({ key }) => key)
}

/** Delays inserts, so that others can act between the two statements with which the library adds a job. */
async function slowInserts(t: { after: (work: () => Promise<void>) => void }) {
  const [jobs, wait] = [sql.table('graphile_worker._private_jobs'), sql.ref('graphile_worker.wait')]
  await sql`create function ${wait}() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return new; end $$`.execute(db)
  await sql`create trigger wait before insert on ${jobs} for each row execute function ${wait}()`.execute(db)
  t.after(async () => void (await sql`drop function ${wait} cascade`.execute(db)))
}

async function connectionsOf(name: string): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity where application_name = ${name}`.execute(db)
  return rows.length
}

/** Makes a job due now, with this many attempts. */
async function reschedule(id: string, attempts: number) {
  await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(),
    attempts => ${attempts})`.execute(db)
}

/** Blocks the job until it is released. */
async function holdKeys(t: { after: (work: () => Promise<void>) => void }) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query('lock table idempotency_keys')
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await client.end()
  }
  t.after(release)
  return release
}

/** Ends the worker's connections and allows no new ones. Other open connections remain. */
async function closeDatabase() {
  const database = new URL(url).pathname.slice(1)
  await administer(`alter database ${database} allow_connections false`)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'worker'`.execute(db)
  return { database }
}
