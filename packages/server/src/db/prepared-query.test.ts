import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../test/database.ts'
import { runPrepared } from './prepared-query.ts'

const { url, drop } = await createTestDatabase()
const client = new pg.Client({ connectionString: url, pipeline: true })
await client.connect()
after(async () => {
  await client.end()
  await drop()
})

let described = 0
const { connection } = client as unknown as { connection: { describe(portal: unknown): void } }
const describe = connection.describe.bind(connection)
connection.describe = (portal) => {
  described++
  describe(portal)
}

const everything = `select $1::text as "a b", null::text as nothing, 3::int8 as many, 1.5::float8 as part,
  true as yes, '{a,NULL}'::text[] as list, '{"a":[1]}'::jsonb as body, '\\xff00'::bytea as bytes,
  '2026-11-15 03:22:20+00'::timestamptz as at, 'x' as twice, 'y' as twice`

test('rows are what pg makes of them, described or not', async () => {
  const { rows: expected } = await client.query({ text: everything, values: ['it'] })
  for (let time = 0; time < 3; time++) {
    const { rows, rowCount } = await runPrepared(client, { name: 'every', text: everything, values: ['it'] })
    assert.deepEqual(rows.map(Object.entries), expected.map(Object.entries))
    assert.equal(rowCount, 1)
  }
})

test('a connection learns once what the rows of a statement are', async () => {
  for (const [name, text] of [
    ['rows', 'select n from generate_series(1, $1::int) n'],
    ['none', 'create temporary table if not exists one (n int)'],
  ] as const) {
    const values = text.includes('$1') ? [2] : []
    const before = described
    for (let time = 0; time < 3; time++) await runPrepared(client, { name, text, values })
    assert.equal(described - before, 1, name)
  }
})

test('who asks for the same before it is known gets the same', async () => {
  const text = 'select $1::int as n'
  const all = await Promise.all(
    [1, 2, 3].map((n) => runPrepared(client, { name: 'same', text, values: [n] })),
  )
  assert.deepEqual(
    all.map(({ rows }) => rows),
    [[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]],
  )
})

test('a statement that fails fails alone, and tells who asked', async () => {
  const divide = (by: number) =>
    runPrepared(client, { name: 'divide', text: 'select 6 / $1::int as n', values: [by] })
  const [first, failed, last] = await Promise.allSettled([divide(2), divide(0), divide(3)])
  assert.deepEqual(first.status === 'fulfilled' && first.value.rows, [{ n: 3 }])
  assert.deepEqual(last.status === 'fulfilled' && last.value.rows, [{ n: 2 }])
  assert.ok(failed.status === 'rejected')
  assert.equal(failed.reason.code, '22012')
  assert.match(failed.reason.stack, /prepared-query\.test\.ts/)
})
