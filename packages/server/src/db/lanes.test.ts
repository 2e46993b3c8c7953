import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase } from '../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { prepared } from './prepared.ts'
import { inTransaction, reading } from './transaction.ts'

const { url, drop } = await createTestDatabase()
const db = openDatabase({ url, connectionsMax: 4, statementTimeoutMs: 10_000 })
after(async () => {
  await db.destroy()
  await drop()
})

interface Answer {
  readonly said: string
  readonly pid: number
}
const say = prepared<{ said: string }, Answer>(
  ({ said }) => sql<Answer>`select ${said}::text as said, pg_backend_pid() as pid`,
)
const wait = prepared<{ seconds: number }, Pick<Answer, 'pid'>>(
  ({ seconds }) => sql<Answer>`select pg_backend_pid() as pid from pg_sleep(${seconds}::float8)`,
)
const divide = prepared<{ by: number }, { result: number }>(
  ({ by }) => sql<{ result: number }>`select 6 / ${by}::int as result`,
)

test('many who ask at once share two connections, and each gets their own answer', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => say(db, { said: String(n) })))
  assert.deepEqual(
    answers.map(([answer]) => answer?.said),
    Array.from({ length: 100 }, (_, n) => String(n)),
  )
  assert.equal(new Set(answers.map(([answer]) => answer?.pid)).size, 2)
})

test('statements of one turn share a connection, and those of the next turn take the other', async () => {
  const turn = (seconds: number) => Promise.all([wait(db, { seconds }), wait(db, { seconds })])
  const first = turn(0.3)
  await nextTurn()
  const pids = (await Promise.all([first, turn(0)])).map((both) => both.map(([answer]) => answer?.pid))
  assert.deepEqual(
    pids.map(([one, other]) => one === other),
    [true, true],
  )
  assert.notEqual(pids[0]?.[0], pids[1]?.[0])
})

test('what fails fails alone, and those who asked with it get their answers', async () => {
  const asked = [6, 0, 2, 0, 3].map((by) => divide(db, { by }))
  const outcomes = await Promise.allSettled(asked)
  assert.deepEqual(
    outcomes.map((one) => (one.status === 'fulfilled' ? one.value[0]?.result : one.reason.code)),
    [1, '22012', 3, '22012', 2],
  )
})

test('in a transaction everything is asked over its own connection', async () => {
  await inTransaction(db, { repeatable: false }, async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    const [answer] = await say(transaction, { said: 'here' })
    assert.equal(answer?.pid, rows[0]?.pid)
  })
})

test('a connection that breaks is replaced, and whoever was waiting asks again', async () => {
  const before = await pidsOf(db)
  await sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) as one (pid)`.execute(db)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => reading(() => say(db, { said: String(n) }))),
  )
  assert.deepEqual(
    answers.map(([answer]) => answer?.said),
    Array.from({ length: 20 }, (_, n) => String(n)),
  )
  for (const pid of await pidsOf(db)) assert.ok(!before.includes(pid))
})

test('where few connections are allowed, none is shared', async (t) => {
  const small = openDatabase({ url, connectionsMax: 2, statementTimeoutMs: 1000 })
  t.after(() => small.destroy())
  assert.equal((await say(small, { said: 'alone' }))[0]?.said, 'alone')
})

async function pidsOf(database: Database): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 100 }, () => say(database, { said: '' })))
  return [...new Set(answers.map(([answer]) => answer?.pid ?? 0))]
}
