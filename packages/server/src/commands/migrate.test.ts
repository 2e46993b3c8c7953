import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { readMigrations } from '../db/migrate.ts'
import { createEmptyDatabase } from '../test/database.ts'
import { stemmaServer } from '../test/process.ts'

const names = (await readMigrations()).map(({ name }) => name)

test('an empty database is brought up to date once, whoever comes first of two', async (t) => {
  const { url, drop } = await createEmptyDatabase()
  t.after(drop)
  const migrate = () => stemmaServer(['migrate', '--json'], { DATABASE_URL: url })
  const outcomes = await Promise.all([migrate(), migrate()])
  for (const { code, stderr } of outcomes) assert.deepEqual([code, stderr], [0, ''])
  const applied = outcomes.map(({ stdout }) => JSON.parse(stdout).applied)
  assert.deepEqual(
    applied.sort((a, b) => a.length - b.length),
    [[], names],
  )

  const again = await stemmaServer(['migrate'], { DATABASE_URL: url })
  assert.deepEqual(again, { code: 0, stdout: 'The database is up to date.\n', stderr: '' })
})

test('without the migrations nothing starts, and it is said which command helps', async (t) => {
  const { url, drop } = await createEmptyDatabase()
  t.after(drop)
  for (const args of [
    ['serve'],
    ['work'],
    ['init', '--email', 'ada@example.com', '--organization', 'Acme'],
  ]) {
    const { code, stdout, stderr } = await stemmaServer(args, { DATABASE_URL: url, STEMMA_PORT: '0' })
    assert.match(
      stderr,
      /^The database .* lacks \d+ migrations \(0001-\S+\.sql, .*Run stemma-server migrate first\.\n$/,
    )
    assert.deepEqual([code, stdout], [1, ''])
  }
  const { code, stdout } = await stemmaServer(['migrate'], { DATABASE_URL: url })
  assert.deepEqual([code, stdout], [0, names.map((name) => `${name}\n`).join('')])
})

test('a database of a newer version is left alone', async (t) => {
  const { url, drop } = await createEmptyDatabase()
  t.after(drop)
  await stemmaServer(['migrate'], { DATABASE_URL: url })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("insert into migrations values ('9999-future.sql', 'x', now())")
  await client.end()
  for (const command of ['migrate', 'serve']) {
    const { code, stderr } = await stemmaServer([command], { DATABASE_URL: url, STEMMA_PORT: '0' })
    assert.match(stderr, /^The database has the migration 9999-future\.sql, .*Run a newer Stemma\.\n$/)
    assert.equal(code, 1)
  }
})

test('a database that cannot be reached is told in a sentence, without its password', async () => {
  const { code, stdout, stderr } = await stemmaServer(['migrate'], {
    DATABASE_URL: 'postgres://stemma:hunter2@127.0.0.1:1/stemma',
  })
  assert.match(stderr, /^The database can't be reached \(ECONNREFUSED\)\. Check DATABASE_URL, .*\.\n$/)
  assert.ok(!stderr.includes('hunter2'))
  assert.deepEqual([code, stdout], [1, ''])
})
