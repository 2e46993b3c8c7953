import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../db/database.ts'
import { migrate, readMigrations } from '../db/migrate.ts'

/** The PostgreSQL server that tests make their databases on. */
export const testServer = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * A database of its own for one test file: a copy of a migrated template, which takes a fraction of
 * a second.
 */
export async function createTestDatabase() {
  const template = await prepareTemplate()
  const name = `stemma_test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${template}`)
  // No test pulls the plug: not waiting for the disk makes them all quicker, and changes no answer.
  await administer(`alter database ${name} set synchronous_commit = off`)
  const url = urlOf(name)
  const db = openDatabase({ url, connectionsMax: 10, statementTimeoutMs: 30_000 })
  const drop = () => db.destroy().then(() => administer(`drop database if exists ${name} with (force)`))
  return { db, url, drop }
}

/** An empty database that was never migrated. */
export async function createEmptyDatabase() {
  const name = `stemma_test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  return { url: urlOf(name), drop: () => administer(`drop database if exists ${name} with (force)`) }
}

/**
 * The name holds a hash of the migrations, so a stale template is never used; a lock, so it is built
 * once.
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

/** One statement about databases, which none of them can say of itself. */
export async function administer(sql: string, server = testServer) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function urlOf(database: string) {
  const url = new URL(testServer)
  url.pathname = `/${database}`
  return url.href
}
