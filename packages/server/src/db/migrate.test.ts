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

/** The migrator with migrations of its own, beside the real ones. */
async function givenCopy(t: TestContext) {
  const home = await mkdtemp(join(tmpdir(), 'stemma-migrations-'))
  t.after(() => rm(home, { recursive: true }))
  const server = fileURLToPath(new URL('../..', import.meta.url))
  const folder = join(home, 'migrations')
  await cp(join(server, 'migrations'), folder, { recursive: true })
  await cp(join(server, 'package.json'), join(home, 'package.json'))
  await cp(join(server, 'src/db/migrate.ts'), join(home, 'src/db/migrate.ts'))
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

/** The first column of the answer. */
async function query(url: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.map(([first]) => first)
  } finally {
    await client.end()
  }
}
