import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { createEmptyDatabase } from '../test/database.ts'
import { readCatalogue } from './catalogue.ts'
import { migrate, pendingMigrations, readMigrations } from './migrate.ts'

const names = (await readMigrations()).map(({ name }) => name)

test('an empty database gets every migration in order, and the second time none', async (t) => {
  const url = await givenDatabase(t)
  assert.deepEqual(await pendingMigrations(url), names)
  assert.deepEqual(await migrate(url), names)
  assert.deepEqual(await pendingMigrations(url), [])
  assert.deepEqual(await migrate(url), [])
  assert.deepEqual(await query(url, 'select name from migrations order by name'), names)
})

test('of several processes that migrate at once one works, and the others find nothing to do', async (t) => {
  const url = await givenDatabase(t)
  const done = await Promise.all(Array.from({ length: 4 }, () => migrate(url)))
  assert.deepEqual(done.flat(), names)
})

test('a database of a newer version is refused, and left alone', async (t) => {
  const url = await givenDatabase(t)
  await migrate(url)
  await query(url, "insert into migrations values ('9999-later.sql', 'unknown', now())")
  const refusal = /migration 9999-later.sql, which this version does not know/
  await assert.rejects(migrate(url), refusal)
  await assert.rejects(pendingMigrations(url), refusal)
})

test('a migration that was edited after it was applied is refused', async (t) => {
  const url = await givenDatabase(t)
  await migrate(url)
  await query(url, `update migrations set checksum = 'other' where name = '${names[0]}'`)
  await assert.rejects(migrate(url), new RegExp(`migration ${names[0]} is not the one that was applied`))
})

test('a migration that fails changes nothing; repaired, it is applied', async (t) => {
  const url = await givenDatabase(t)
  const { folder, migrator } = await givenCopy(t)
  await writeFile(join(folder, '9998-good.sql'), 'create table good (id text);')
  for (const [end, cause] of [
    ['select 1 / 0;', /division by zero/],
    ["insert into migrations values ('9999-bad.sql', 'x', now());", /duplicate key/],
  ] as const) {
    await writeFile(join(folder, '9999-bad.sql'), `create table half (id text); ${end}`)
    await assert.rejects(migrator.migrate(url), (error: Error) => {
      assert.equal(error.message, 'The migration 9999-bad.sql failed and changed nothing.')
      assert.match(String(error.cause), cause)
      return true
    })
    assert.deepEqual(await query(url, 'select name from migrations order by name'), [
      ...names,
      '9998-good.sql',
    ])
    assert.ok(!(await tablesIn(url)).includes('half'))
  }

  await writeFile(join(folder, '9999-bad.sql'), 'create table half (id text);')
  assert.deepEqual(await migrator.migrate(url), ['9999-bad.sql'])
  assert.ok((await tablesIn(url)).includes('half'))
  await assert.rejects(migrate(url), /9998-good.sql, which this version does not know/)
})

test('a migration that must wait for a table lets others pass, and is applied in the end', async (t) => {
  const url = await givenDatabase(t)
  await migrate(url)
  const { folder, migrator } = await givenCopy(t)
  await writeFile(join(folder, '9999-slow.sql'), 'alter table users add column nickname text;')
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  reader.on('error', () => {})
  t.after(() => reader.end())
  await reader.query('begin; select 1 from users')

  let isDone = false
  const migrated = migrator.migrate(url).finally(() => {
    isDone = true
  })
  const waits: number[] = []
  const until = Date.now() + 3_500
  while (Date.now() < until) {
    const begun = Date.now()
    await query(`${url}?statement_timeout=3000`, 'select 1 from users limit 1')
    waits.push(Date.now() - begun)
  }
  assert.equal(isDone, false, 'somebody still reads what it changes')
  assert.ok(Math.max(...waits) > 300, 'it waited, and others behind it, but not for long')
  await reader.query('commit')
  assert.deepEqual(await migrated, ['9999-slow.sql'])
})

/** The migrator with additional migrations. */
async function givenCopy(t: TestContext) {
  const home = await mkdtemp(join(tmpdir(), 'stemma-migrations-'))
  t.after(() => rm(home, { recursive: true }))
  const server = fileURLToPath(new URL('../..', import.meta.url))
  const folder = join(home, 'migrations')
  await cp(join(server, 'migrations'), folder, { recursive: true })
  await cp(join(server, 'package.json'), join(home, 'package.json'))
  for (const name of ['migrate.ts', 'driver.ts', 'lanes.ts', 'prepared-query.ts'])
    await cp(join(server, 'src/db', name), join(home, 'src/db', name))
  await symlink(
    fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
    join(home, 'node_modules'),
  )
  const migrator: { migrate: typeof migrate } = await import(
    pathToFileURL(join(home, 'src/db/migrate.ts')).href
  )
  return { folder, migrator }
}

async function givenDatabase(t: TestContext): Promise<string> {
  const { url, drop } = await createEmptyDatabase()
  t.after(drop)
  return url
}

async function tablesIn(url: string): Promise<string[]> {
  return (await readCatalogue(url)).tables.map(({ name }) => name)
}

/** The first column of a query's result. */
async function query(url: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.map(([first]) => first)
  } finally {
    await client.end()
  }
}
