import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PoolOptions, threadPool } from './pool.ts'

/** A thread that echoes after a delay. `break` ends it; `last words` ends it after the response. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', ({ name, ms }) => {
      if (name === 'break') process.exit(1)
      const begun = Date.now()
      setTimeout(() => parentPort.postMessage({ name, threadId, begun, ended: Date.now() }), ms)
      if (name === 'last words') setTimeout(() => process.exit(1), ms + 50)
    })`)}`,
)

interface Answer {
  readonly name: string
  readonly threadId: number
  readonly begun: number
  readonly ended: number
}

const poolOf = (options: Partial<PoolOptions> = {}) =>
  threadPool<{ name: string; ms: number }, Answer>(program, {
    sizeOf: () => 2,
    answerMs: 20_000,
    startMs: 0,
    waitingMax: 16,
    waitingPerOwnerMax: 16,
    ...options,
  })

test('never are more threads than allowed, and they are used again', async () => {
  const pool = poolOf()
  const names = Array.from({ length: 8 }, (_, at) => String(at))
  const answers = await Promise.all(names.map((name) => pool.ask('a', { name, ms: 30 })))
  assert.deepEqual(
    answers.map(({ name }) => name),
    names,
  )
  assert.equal(new Set(answers.map(({ threadId }) => threadId)).size, 2)
})

test('owners take turns, so one with many questions does not delay another', async () => {
  const pool = poolOf({ sizeOf: () => 1 })
  const order: string[] = []
  const ask = async (owner: string, name: string) => {
    await pool.ask(owner, { name, ms: 5 })
    order.push(name)
  }
  const many = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name))
  await Promise.all([...many, ask('b', 'b1'), ask('c', 'c1')])
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

test('when too many wait, of one owner or of all, the next is refused with 503', async () => {
  const refusal = { reason: 'unavailable', status: 503, retryAfterSeconds: 10 }
  const pool = poolOf({ sizeOf: () => 1, waitingMax: 3, waitingPerOwnerMax: 2 })
  const asked = ['a', 'a', 'a', 'b'].map((owner) => pool.ask(owner, { name: owner, ms: 20 }))
  await assert.rejects(pool.ask('c', { name: 'c', ms: 1 }), refusal)
  assert.equal((await Promise.all(asked)).length, 4)
  const own = ['a', 'a', 'a'].map((owner) => pool.ask(owner, { name: owner, ms: 20 }))
  await assert.rejects(pool.ask('a', { name: 'a', ms: 1 }), refusal)
  assert.equal((await pool.ask('b', { name: 'b', ms: 1 })).name, 'b')
  await Promise.all(own)
})

test('a thread that breaks or takes too long is replaced, and others are still answered', async () => {
  const pool = poolOf({ sizeOf: () => 1, answerMs: 2000 })
  const broken = assert.rejects(pool.ask('a', { name: 'break', ms: 0 }), { name: 'ThreadFailed' })
  const late = assert.rejects(pool.ask('a', { name: 'late', ms: 60_000 }), { name: 'ThreadFailed' })
  const last = pool.ask('b', { name: 'last', ms: 1 })
  await Promise.all([broken, late])
  assert.equal((await last).name, 'last')
})

test('a thread that ends while nobody asks it is replaced before the next question', async () => {
  const pool = poolOf({ sizeOf: () => 1, answerMs: 5_000 })
  const first = await pool.ask('a', { name: 'last words', ms: 0 })
  await sleep(500)
  const second = await pool.ask('a', { name: 'next', ms: 0 })
  assert.notEqual(second.threadId, first.threadId)
})
