import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase } from '../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { CommitUncertain, CommitUnreplicated, codeOf } from './driver.ts'
import { prepared, sendAhead } from './prepared.ts'
import { inTransaction } from './transaction.ts'

const { db, url, drop } = await createTestDatabase()
after(() => drop())
const once = { repeatable: false }
const again = { repeatable: true }

before(async () => {
  const name = sql.id(new URL(url).pathname.slice(1))
  await sql`alter database ${name} set deadlock_timeout to '20ms'`.execute(db)
  await sql`create table marks (id serial primary key, name text unique, at_commit text)`.execute(db)
  await sql`create sequence deaths`.execute(db)
  await sql`create function at_commit() returns trigger language plpgsql as $$
    begin
      case new.at_commit
        when 'warn' then raise warning 'the standby did not answer';
        when 'die once' then
          perform pg_terminate_backend(pg_backend_pid()) where nextval('deaths') = 1;
        when 'notice' then raise notice 'by the way';
        when 'warn in another language' then raise notice 'Warnung' using errcode = '01000';
        when 'disk full' then raise exception 'no space left' using errcode = '53100';
        when 'die' then perform pg_terminate_backend(pg_backend_pid());
        when 'fail' then raise exception 'refused at the end' using errcode = '23514';
        else null;
      end case;
      return null;
    end $$`.execute(db)
  await sql`create constraint trigger at_commit after insert on marks
    deferrable initially deferred for each row execute function at_commit()`.execute(db)
})

test('a commit that ends with a warning is neither believed nor run again', async (t) => {
  const { own, marks } = await given(t)
  let [attempts, pid] = [0, 0]
  const work = inTransaction(own, again, async (trx) => {
    attempts++
    pid = await pidOf(trx)
    await mark(trx, 'warn')
    return 'done'
  })
  await assert.rejects(work, (error) => error instanceof CommitUnreplicated && /standby/.test(error.message))
  assert.equal(attempts, 1)
  assert.equal(await marks(), 1)
  assert.notEqual(await pidOf(own), pid, 'the connection came back')
})

test('a warning is known by its code, and not by a word', async (t) => {
  const { own } = await given(t)
  const work = inTransaction(own, once, (trx) => mark(trx, 'warn in another language'))
  await assert.rejects(work, CommitUnreplicated)
})

test('a commit at which PostgreSQL breaks down leaves the outcome unknown', async (t) => {
  const { own } = await given(t)
  const pid = await pidOf(own)
  const work = inTransaction(own, once, (trx) => mark(trx, 'disk full'))
  await assert.rejects(work, CommitUncertain)
  assert.notEqual(await pidOf(own), pid, 'the connection came back')
})

test('a commit of unknown outcome is run again where the request can be repeated', async (t) => {
  const { own, marks } = await given(t)
  let attempts = 0
  await inTransaction(own, again, async (trx) => {
    attempts++
    await mark(trx, 'die once')
  })
  assert.deepEqual([attempts, await marks()], [2, 1])
})

test('a connection that is lost during the commit leaves the outcome unknown', async (t) => {
  const { own } = await given(t)
  let attempts = 0
  const work = inTransaction(own, once, async (trx) => {
    attempts++
    await mark(trx, 'die')
  })
  await assert.rejects(work, CommitUncertain)
  assert.equal(attempts, 1)
})

test('notices, and warnings before the commit, mean nothing', async (t) => {
  const { own, marks } = await given(t)
  await inTransaction(own, once, async (trx) => {
    await sql`do $$ begin raise warning 'look out'; end $$`.execute(trx)
    await mark(trx, 'notice')
  })
  assert.equal(await marks(), 1)
})

test('a commit that is refused changed nothing, and is not run again', async (t) => {
  const { own, marks } = await given(t)
  let attempts = 0
  const work = inTransaction(own, again, async (trx) => {
    attempts++
    await mark(trx, 'fail')
  })
  await assert.rejects(work, { code: '23514' })
  assert.deepEqual([attempts, await marks()], [1, 0])
})

test('a session that is ended before the commit is replaced, and the work done once', async (t) => {
  const { own, marks } = await given(t)
  const pids: number[] = []
  await inTransaction(own, once, async (trx) => {
    pids.push(await pidOf(trx))
    await mark(trx, 'nothing')
    if (pids.length === 1) await terminate(pids[0])
    await mark(trx, 'nothing more')
  })
  assert.equal(new Set(pids).size, 2)
  assert.equal(await marks(), 2)
})

test('a session that is ended between the last statement and the commit is replaced, too', async (t) => {
  const { own, marks } = await given(t)
  let attempts = 0
  await inTransaction(own, once, async (trx) => {
    await mark(trx, 'nothing')
    if (++attempts === 1) await terminate(await pidOf(trx))
    // The termination takes a moment to arrive.
    await sleep(50)
  })
  assert.deepEqual([attempts, await marks()], [2, 1])
})

test('a connection that broke does not come back', async (t) => {
  const { own } = await given(t)
  const pid = await pidOf(own)
  assert.equal(await pidOf(own), pid)
  const dying = sql`select pg_terminate_backend(pg_backend_pid())`.execute(own)
  await assert.rejects(dying, { code: '57P01' })
  assert.notEqual(await pidOf(own), pid)
})

test('of two transactions in a deadlock both are done in the end', async (t) => {
  const { own, marks } = await given(t, 2)
  await mark(own, 'nothing', 'a')
  await mark(own, 'nothing', 'b')
  let attempts = 0
  const both = barrier(2)
  const rename = (first: string, second: string) =>
    inTransaction(own, once, async (trx) => {
      attempts++
      await touch(trx, first)
      await both()
      await touch(trx, second)
    })
  await Promise.all([rename('a', 'b'), rename('b', 'a')])
  assert.equal(attempts, 3)
  assert.equal(await marks(), 2)
})

test('what fails for a reason that passes is tried five times, anything else once', async (t) => {
  const { own } = await given(t)
  for (const [code, times] of [
    ['40001', 5],
    ['40P01', 5],
    ['23505', 1],
    ['P0001', 1],
  ] as const) {
    let attempts = 0
    const work = inTransaction(own, once, async (trx) => {
      attempts++
      await sql`do ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(trx)
    })
    await assert.rejects(work, (error) => codeOf(error) === code)
    assert.equal(attempts, times, code)
  }
})

test('what is asked at once is done in this order, and undone together', async (t) => {
  const { own, marks } = await given(t)
  const write = prepared<{ name: string }, { count: number }>(
    ({ name }) => sql`insert into marks (name) select ${name}::text || count(*) from marks returning name`,
  )
  const write3 = (names: readonly string[]) =>
    inTransaction(own, once, (trx) => Promise.all(names.map((name) => write(trx, { name }))))
  assert.deepEqual((await write3(['a', 'b', 'c'])).flat(), [{ name: 'a0' }, { name: 'b1' }, { name: 'c2' }])
  await sql`insert into marks (name) values ('e5')`.execute(own)
  await assert.rejects(write3(['d', 'e', 'f']), { code: '23505' })
  assert.equal(await marks(), 4)
})

test('what is sent ahead is done before what follows, and committed with it', async (t) => {
  const { own, marks } = await given(t)
  const seen = await inTransaction(own, once, async (trx) => {
    await sendAhead(trx, named('first'))
    await sendAhead(trx, named('second'))
    const { rows } = await sql<{ name: string }>`select name from marks order by id`.execute(trx)
    await sendAhead(trx, named('third'))
    return rows.map(({ name }) => name)
  })
  assert.deepEqual([seen, await marks()], [['first', 'second'], 3])
})

test('if what was sent ahead fails, the commit fails with its error and changes nothing', async (t) => {
  const { own, marks } = await given(t)
  await mark(own, 'nothing', 'taken')
  let attempts = 0
  const work = inTransaction(own, again, async (trx) => {
    attempts++
    await sendAhead(trx, named('new'))
    await sendAhead(trx, named('taken'))
    await sendAhead(trx, named('newer'))
  })
  await assert.rejects(work, { code: '23505' })
  assert.deepEqual([attempts, await marks()], [1, 1])
  assert.ok(await pidOf(own), 'the connection is usable')
})

test('if what was sent ahead fails, the next statement fails with its error', async (t) => {
  const { own, marks } = await given(t)
  await mark(own, 'nothing', 'taken')
  const work = inTransaction(own, once, async (trx) => {
    await sendAhead(trx, named('taken'))
    await pidOf(trx)
  })
  await assert.rejects(work, { code: '23505' })
  assert.equal(await marks(), 1)
})

test('a connection that is lost with what was sent ahead leaves the outcome unknown', async (t) => {
  const { own } = await given(t)
  const work = inTransaction(own, once, async (trx) => {
    await pidOf(trx)
    await sendAhead(trx, sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await assert.rejects(work, CommitUncertain)
})

test('outside of a transaction, what is sent ahead is done when it returns', async (t) => {
  const { own, marks } = await given(t)
  await sendAhead(own, named('one'))
  assert.equal(await marks(), 1)
  await assert.rejects(sendAhead(own, named('one')), { code: '23505' })
})

test('an error in the work undoes it, and leaves the connection usable', async (t) => {
  const { own, marks } = await given(t)
  const pid = await pidOf(own)
  const work = inTransaction(own, once, async (trx) => {
    await mark(trx, 'nothing')
    throw new Error('changed my mind')
  })
  await assert.rejects(work, /changed my mind/)
  assert.deepEqual([await marks(), await pidOf(own)], [0, pid])
})

/** A separate pool, and an empty table. */
async function given(t: TestContext, connectionsMax = 1) {
  const own = openDatabase({ url, connectionsMax, statementTimeoutMs: 30_000 })
  t.after(() => own.destroy())
  await sql`delete from marks`.execute(db)
  const marks = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from marks`.execute(db)
    return rows[0]?.count
  }
  return { own, marks }
}

async function mark(trx: Database, atCommit: string, name: string | null = null) {
  await sql`insert into marks (name, at_commit) values (${name}, ${atCommit})`.execute(trx)
}

function named(name: string) {
  return sql`insert into marks (name) values (${name})`
}

async function touch(trx: Database, name: string) {
  await sql`update marks set at_commit = 'touched' where name = ${name}`.execute(trx)
}

async function pidOf(trx: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
  return rows[0]?.pid ?? 0
}

/** Terminates a session and waits until it is gone. */
async function terminate(pid: number | undefined) {
  await sql`select pg_terminate_backend(${pid}, 5000)`.execute(db)
}

/** Blocks callers until this many have arrived; later ones pass. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    if (++come === count) resolve()
    return promise
  }
}
