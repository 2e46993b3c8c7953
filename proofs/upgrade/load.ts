import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../../packages/server/src/app.ts'
import { newSecret, secretHash, secretPrefix } from '../../packages/server/src/auth/secrets.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import { migrate, readMigrations } from '../../packages/server/src/db/migrate.ts'
import { testSecretKeys } from '../../packages/server/src/test/secret-keys.ts'
import { dropDatabase, newDatabase } from './stage.ts'

export interface LoadOutcome {
  readonly requests: number
  readonly slowestMs: number
  readonly faults: readonly string[]
}

/**
 * Applies the last migrations while a server handles requests and a long transaction reads all tables. Every
 * request that succeeded before must also succeed during the migrations and after them.
 */
export async function tryUnderLoad(filesFolder: string): Promise<LoadOutcome> {
  const names = (await readMigrations()).map(({ name }) => name)
  const database = await newDatabase()
  const last = names.filter((name) => !identifying.some((one) => name.startsWith(one))).slice(-lastCount)
  await migrate(
    database.url,
    names.filter((name) => !last.includes(name)),
  )
  const db = openDatabase({ url: database.url, connectionsMax: 10, statementTimeoutMs: 30_000 })
  const settings = { DATABASE_URL: database.url, STEMMA_SECRET_KEYS: testSecretKeys }
  const config = { ...readConfig(settings), filesFolder, rateLimitPerMinute: 10_000_000 }
  const app = await buildApp({ config, db, logStream: { write() {} } })
  try {
    const secret = await givenAdmin(database.url)
    const probes = await answered(app, secret)
    const load = startLoad(app, secret, probes)
    await pause(500)
    const held = await hold(database.url)
    const migrated = migrate(database.url)
    await pause(heldMs)
    await held.end()
    const applied = await migrated
    await pause(500)
    const outcome = await load.stop()
    const faults =
      applied.length === lastCount ? outcome.faults : [...outcome.faults, `applied: ${applied.join()}`]
    return { ...outcome, faults }
  } finally {
    await app.close()
    await db.destroy()
    await dropDatabase(database)
  }
}

/** How many migrations are tried under load. */
const lastCount = 3

/** This version identifies callers by columns that these add, so it can't stand for the one before them. */
const identifying = ['0074', '0075', '0078']

/** Longer than a migration waits for a lock. */
const heldMs = 2_500

async function givenAdmin(url: string): Promise<string> {
  const secret = newSecret()
  await asked(url, async (client) => {
    await client.query(`insert into users (id, display_name, email, created_at, updated_at)
      values ('ada', 'Ada', 'ada@example.com', now(), now());
      insert into organizations (id, title, created_at, updated_at) values ('acme', 'Acme', now(), now());
      insert into members (organization_id, user_id, role, joined_at) values ('acme', 'ada', 'admin', now())`)
    await client.query(
      `insert into tokens (id, user_id, label, prefix, secret_hash, created_at, expires_at)
       values ('token', 'ada', 'upgrade', $1, $2, now(), '2099-01-01')`,
      [secretPrefix(secret), secretHash(secret)],
    )
  })
  return secret
}

interface Probe {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly url: string
  readonly body?: object
}

const all: readonly Probe[] = [
  { method: 'GET', url: '/v1/user' },
  { method: 'GET', url: '/v1/orgs/acme' },
  { method: 'GET', url: '/v1/orgs/acme/spaces' },
  { method: 'GET', url: '/v1/orgs/acme/openapi' },
  { method: 'GET', url: '/v1/orgs/acme/sites' },
  { method: 'POST', url: '/v1/orgs/acme/spaces', body: { title: 'One' } },
  { method: 'POST', url: '/v1/orgs/acme/teams', body: { title: 'Writers' } },
  { method: 'PATCH', url: '/v1/users/ada', body: { displayName: 'Ada' } },
]

/** Returns the probes that succeed before the migration; the previous version may not support the others. */
async function answered(app: FastifyInstance, secret: string): Promise<readonly Probe[]> {
  const known: Probe[] = []
  for (const probe of all) if ((await send(app, secret, probe)) < 300) known.push(probe)
  return known
}

async function send(app: FastifyInstance, secret: string, { method, url, body }: Probe): Promise<number> {
  const headers = { authorization: `Bearer ${secret}` }
  const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) })
  return answer.statusCode
}

function startLoad(app: FastifyInstance, secret: string, probes: readonly Probe[]) {
  const faults: string[] = []
  let [requests, slowestMs, isStopped] = [0, 0, false]
  const loop = async (from: number) => {
    for (let step = from; !isStopped; step++) {
      const probe = probes[step % probes.length] as Probe
      const begun = performance.now()
      const status = await send(app, secret, probe)
      requests++
      slowestMs = Math.max(slowestMs, performance.now() - begun)
      if (status >= 300) faults.push(`${probe.method} ${probe.url} answered ${status}`)
      await pause(10)
    }
  }
  const loops = Promise.all([0, 2, 4, 6].map(loop))
  return {
    async stop(): Promise<LoadOutcome> {
      isStopped = true
      await loops
      return {
        requests,
        slowestMs,
        faults: probes.length > 5 ? faults : [...faults, 'too little is answered'],
      }
    },
  }
}

async function hold(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ names: string }>(
    "select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public'",
  )
  await client.query('begin')
  await client.query(`lock table ${rows[0]?.names} in access share mode`)
  return client
}

async function asked<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
