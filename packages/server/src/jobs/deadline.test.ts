import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import { inTransaction } from '../db/transaction.ts'
import { createTestDatabase } from '../test/database.ts'
import { DeadlineExceeded, untilAborted, withDeadline } from './deadline.ts'

const { db, drop } = await createTestDatabase()
after(drop)
await sql`create table marks (name text)`.execute(db)
const mark = prepared<{ name: string }, unknown>(({ name }) => sql`insert into marks values (${name})`)

test('work that exceeds its deadline is undone, and whatever it writes later is refused', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<unknown>()
  const work = withDeadline('late', 100, (signal) =>
    inTransaction(db, { repeatable: true }, (transaction) => {
      const slow = async () => {
        await mark(transaction, { name: 'before' })
        await sql`select pg_sleep(0.3)`.execute(transaction)
        resolve(await mark(transaction, { name: 'after' }).catch((error: unknown) => error))
      }
      return untilAborted(signal, slow())
    }),
  )
  await assert.rejects(
    work,
    (error) => error instanceof DeadlineExceeded && /late.*0\.1 s/.test(error.message),
  )
  assert.ok((await ended) instanceof Error, 'the statement was refused')
  const { rows } = await sql`select * from marks`.execute(db)
  assert.deepEqual(rows, [])
})

test('work within its deadline is kept, and leaves no timer behind', async () => {
  const begun = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  assert.equal(
    await withDeadline('quick', 60_000, (signal) => untilAborted(signal, sleep(1, 'done'))),
    'done',
  )
  const left = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  assert.ok(left <= begun)
})
