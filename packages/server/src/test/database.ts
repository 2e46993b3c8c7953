import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../db/database.ts'
import { migrate, readMigrations } from '../db/migrate.ts'

/** The PostgreSQL server on which tests create their databases. */
export const testServer = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * Creates a database for one test file by copying a migrated template, which takes a fraction of a second.
 */
export async function createTestDatabase() {
  const template = await prepareTemplate()
  const name = `stemma_test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${template}`)
  // No test simulates a power failure, so asynchronous commits are safe, and faster.
  await administer(`alter database ${name} set synchronous_commit = off`)
  const url = urlOf(name)
  const db = openDatabase({ url, connectionsMax: 10, statementTimeoutMs: 30_000 })
  const drop = () => db.destroy().then(() => administer(`drop database if exists ${name} with (force)`))
  return { db, url, drop }
}

/** An empty database without migrations. */
export async function createEmptyDatabase() {
  const name = `stemma_test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  return { url: urlOf(name), drop: () => administer(`drop database if exists ${name} with (force)`) }
}

/**
 * The name contains a hash of the migrations, so a stale template is never used. A lock ensures that it is
 * built only once.
 */
async function prepareTemplate() {
  const hash = createHash('sha256')
  for (const { checksum } of await readMigrations()) hash.update(checksum)
  const template = `stemma_template_${hash.digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: testServer })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (rows.length === 0) {
      const building = `stemma_building_${randomUUID().replaceAll('-', '')}`
      await client.query(`create database ${building}`)
      await migrate(urlOf(building))
      await client.query(`alter database ${building} rename to ${template}`)
    }
  } finally {
    await client.end()
  }
  return template
}

/** Runs a statement that creates, changes or drops databases, outside of any test database. */
export async function administer(sql: string, server = testServer) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The deadlocks of all connections that have ended: each tells PostgreSQL about its own when it does. */
export async function countDeadlocks(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.deadlocks)
  } finally {
    await client.end()
  }
}

function urlOf(database: string) {
  const url = new URL(testServer)
  url.pathname = `/${database}`
  return url.href
}
