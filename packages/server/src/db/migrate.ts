import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { codeOf } from './driver.ts'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Applies pending migrations, forward only. If several processes start it, one works and the others wait.
 * `only` limits it to the migrations of a backup.
 */
export async function migrate(url: string, only?: readonly string[]): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('stemma migrations'))")
    const pending = (await pendingIn(client)).filter(({ name }) => only?.includes(name) ?? true)
    for (const migration of pending) await apply(client, migration)
    await migrateJobs(url)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Uses its own connections with a lock timeout, and closes them at the end. */
async function migrateJobs(url: string) {
  const pgPool = new pg.Pool({ connectionString: url, max: 2, lock_timeout: 10_000 })
  // A broken connection fails its statement. Without a listener, the error would also end the process.
  pgPool.on('error', () => {}).on('connect', (client) => void client.on('error', () => {}))
  try {
    await runMigrations({ pgPool })
  } finally {
    await pgPool.end()
  }
}

/** The pending migrations. Throws if another version migrated the database. */
export async function pendingMigrations(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await pendingIn(client)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export async function readMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function pendingIn(client: pg.Client): Promise<Migration[]> {
  const known = await readMigrations()
  const applied = await appliedIn(client)
  for (const [name, checksum] of applied) {
    const migration = known.find((one) => one.name === name)
    if (migration === undefined) {
      throw new Error(
        `The database has the migration ${name}, which this version does not know. Run a newer Stemma.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `The migration ${name} is not the one that was applied. Restore the file; add a new one instead.`,
      )
    }
  }
  return known.filter(({ name }) => !applied.has(name))
}

async function appliedIn(client: pg.Client): Promise<Map<string, string>> {
  const { rows: tables } = await client.query(
    "select 1 from pg_tables where schemaname = 'public' and tablename = 'migrations'",
  )
  if (tables.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/**
 * While a migration waits for a table lock, all later statements wait behind it. So it uses a short lock
 * timeout and retries.
 */
async function apply(client: pg.Client, migration: Migration) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, migration)
    } catch (error) {
      const isLocked = codeOf((error as Error).cause) === lockNotAvailable
      if (!isLocked || attempt >= attemptsMax) throw error
      await sleep(Math.min(attempt * pauseMs, pauseMsMax))
    }
  }
}

const lockNotAvailable = '55P03'
/** Retries for several minutes. */
const [attemptsMax, pauseMs, pauseMsMax] = [60, 250, 5_000]

async function applyOnce(client: pg.Client, { name, sql, checksum }: Migration) {
  await client.query('begin')
  try {
    await client.query("set local lock_timeout to '1s'")
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null)`)
    await client.query("comment on table migrations is 'local: what was applied to this database'")
    await client.query(sql)
    await client.query('insert into migrations values ($1, $2, now())', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed and changed nothing.`, { cause: error })
  }
}

/** Names only the first pending migrations, because an empty database has too many to list. */
export function missingMigrations(pending: readonly string[]): string {
  const named = pending.slice(0, 3).join(', ')
  return pending.length > 3 ? `it lacks ${pending.length} migrations (${named}, …)` : `it lacks ${named}`
}
