import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type ApiFailure, createClient } from '@stemma/client'
import pg from 'pg'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import { killAll, startServe } from '../../packages/server/src/test/process.ts'
import { startPostgres } from '../../tools/dev/postgres.ts'
import { makeAccount } from './stage.ts'

// Needs its own PostgreSQL, because `synchronous_standby_names` applies to the whole server.
const folder = await mkdtemp(join(tmpdir(), 'stemma-hazard-'))
// If we run as root, PostgreSQL runs as another user, who must be able to enter the folder.
await chmod(folder, 0o755)
const postgres = await startPostgres(folder, { embedded: false }).catch((error: Error) => error)
const skip = postgres instanceof Error && `no PostgreSQL can be started here: ${postgres.message}`
after(async () => {
  killAll()
  if (!(postgres instanceof Error)) {
    await setStandby('')
    await postgres.stop()
  }
  await rm(folder, { recursive: true, force: true })
})

test('a commit that is cancelled while it waits for its standby is acknowledged to nobody', {
  skip,
}, async () => {
  const { api, organizationId } = await given()
  const create = (title: string, idempotencyKey?: string) =>
    api
      .request(
        'createSpace',
        { params: { organizationId }, body: { title } },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      )
      .then(
        ({ status }) => status,
        (error: ApiFailure) => ({ status: error.status, retryAfter: error.retryAfterSeconds }),
      )
  await setStandby('nobody')
  const told = { status: 503, retryAfter: 1 }

  const without = create('Without a key')
  await cancelCommit()
  assert.deepEqual(await without, told)

  const first = create('With a key', 'k1')
  await cancelCommit()
  assert.deepEqual(await first, told)

  // The change is committed locally, but no standby has it: a repeated request must wait for one, too.
  const repeated = create('With a key', 'k1')
  await cancelCommit()
  assert.deepEqual(await repeated, told)

  const last = create('With a key', 'k1')
  assert.equal(await Promise.race([last, pause(500, 'it waits')]), 'it waits')
  await setStandby('')
  assert.equal(await last, 201)
  const { items } = await api.listSpacesInOrganizationById({ params: { organizationId } })
  assert.deepEqual(items.map(({ title }) => title).sort(), ['With a key', 'Without a key'])
})

async function given() {
  await ask(`alter database stemma set synchronous_commit = 'on'`)
  await migrate(urlOf())
  const settings = { DATABASE_URL: urlOf(), STEMMA_FILES_FOLDER: folder, STEMMA_JOBS: 'off' }
  const { organizationId, token } = await makeAccount(settings)
  const { address } = await startServe(settings)
  return { api: createClient({ endpoint: address, token, retries: 0 }), organizationId }
}

function urlOf(): string {
  if (postgres instanceof Error) throw postgres
  return postgres.url
}

/** Makes every commit wait until this standby has it. */
async function setStandby(name: string) {
  await ask(`alter system set synchronous_standby_names = '${name}'`)
  await ask('select pg_reload_conf()')
  while (!(await ask(`select 1 where current_setting('synchronous_standby_names') = '${name}'`)))
    await pause(20)
}

/** Does what a driver does when it gives up, or a well-meaning operator. There may be no commit waiting. */
async function cancelCommit() {
  const latest = Date.now() + 10_000
  const waiting = `select pg_cancel_backend(pid) from pg_stat_activity
    where wait_event = 'SyncRep' and query = 'commit'`
  while (!(await ask(waiting)) && Date.now() < latest) await pause(20)
}

/** Returns the number of rows. */
async function ask(sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: urlOf() })
  await client.connect()
  try {
    return (await client.query(sql)).rowCount ?? 0
  } finally {
    await client.end()
  }
}
