import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../test/database.ts'
import { openDatabase, openPool, together } from './database.ts'
import { isConnectionLost, isPoolExhausted } from './driver.ts'
import { prepared } from './prepared.ts'

const { db, url, drop } = await createTestDatabase()
after(() => drop())

test('times are ISO 8601 in UTC with three decimals, however they were kept', async () => {
  for (const [kept, shown] of [
    ['2026-11-15 03:22:20.1+00', '2026-11-15T03:22:20.100Z'],
    ['2026-11-15 03:22:20+00', '2026-11-15T03:22:20.000Z'],
    ['2026-11-15 03:22:20.123456+00', '2026-11-15T03:22:20.123Z'],
    ['2026-11-15 05:22:20+02', '2026-11-15T03:22:20.000Z'],
    ['0999-01-01 00:00:00+00', '0999-01-01T00:00:00.000Z'],
  ]) {
    const { rows } = await sql`select ${kept}::timestamptz as at`.execute(db)
    assert.deepEqual(rows, [{ at: shown }])
  }
  assert.deepEqual((await sql`select null::timestamptz as at`.execute(db)).rows, [{ at: null }])
})

test('counts are numbers', async () => {
  assert.deepEqual((await sql`select count(*) from users`.execute(db)).rows, [{ count: 0 }])
})

test('a statement is prepared once for each text', async (t) => {
  const seen: string[] = []
  const onStatement = (text: string) => void seen.push(text)
  const own = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 1000, onStatement })
  t.after(() => own.destroy())
  for (const id of ['a', 'b', 'c']) await own.selectFrom('users').select('id').where('id', '=', id).execute()
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
    where statement like 'select "id" from%'`.execute(own)
  assert.equal(rows.length, 1)
  assert.equal(seen.filter((text) => text === rows[0]?.statement).length, 3)
})

test('no statement is compiled, however much work PostgreSQL thinks it is', async () => {
  assert.deepEqual((await sql`show jit`.execute(db)).rows, [{ jit: 'off' }])
})

test('of what is asked together one fails, and the connection comes back when all is answered', async (t) => {
  const own = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 5000 })
  t.after(() => own.destroy())
  const divide = prepared<{ by: number }, object>(({ by }) => sql`select 6 / ${by}::int as n`)
  const wait = prepared<object, object>(() => sql`select 1 as waited from pg_sleep(0.2)`)
  const ask = together(own, (one) => Promise.all([divide(one, { by: 0 }), wait(one, {})]))
  const begun = performance.now()
  await assert.rejects(ask, { code: '22012' })
  assert.ok(performance.now() - begun > 190)
  assert.deepEqual(await divide(own, { by: 2 }), [{ n: 3 }])
})

test('a connection that ends before anybody uses it does not end the process', async (t) => {
  const pool = openPool({ url, connectionsMax: 1, statementTimeoutMs: 5000 })
  t.after(() => pool.end())
  const client = await pool.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await sql`select pg_terminate_backend(${rows[0].pid}::int)`.execute(db)
  await ended
  client.release(true)
})

test('a statement that takes too long is given up', async (t) => {
  const own = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 50 })
  t.after(() => own.destroy())
  await assert.rejects(sql`select pg_sleep(10)`.execute(own), { code: '57014' })
})

test('who finds every connection busy is told so, instead of waiting for ever', async (t) => {
  const own = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 10_000 })
  t.after(() => own.destroy())
  const busy = sql`select pg_sleep(3)`.execute(own)
  await assert.rejects(sql`select 1`.execute(own), isPoolExhausted)
  await busy
})

test('a PostgreSQL that falls silent is given up, and asked over another connection', async (t) => {
  const { between, silence } = await startMiddleman(t)
  const own = openDatabase({ url: between, connectionsMax: 1, statementTimeoutMs: 100, answerTimeoutMs: 100 })
  t.after(() => own.destroy())
  await sql`select 1`.execute(own)
  silence()
  await assert.rejects(sql`select 2`.execute(own), isConnectionLost)
  assert.deepEqual((await sql`select 3 as three`.execute(own)).rows, [{ three: 3 }])
})

/** A proxy in front of PostgreSQL that can freeze its open connections. */
async function startMiddleman(t: TestContext) {
  const target = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    sockets.push(near, far)
    for (const socket of [near, far]) socket.on('error', () => {})
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const between = new URL(url)
  between.hostname = '127.0.0.1'
  between.port = String((server.address() as AddressInfo).port)
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return { between: between.href, silence }
}
