import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ApiFailure, ConnectionFailure, createClient } from './index.ts'
import { sleepFor } from './send.ts'
import { ada, shapes } from './test/operations.ts'
import { givenServer, refusal, type Scripted } from './test/scripted-server.ts'

const params = { userId: 'ada' }
const body = { displayName: 'Ada' }
const ok = { status: 200, json: ada }
const limited = { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '7' } }

test('Retry-After is respected', async (t) => {
  const { client, waits } = await given(t, limited, limited, ok)
  assert.equal((await client.getUser({ params })).id, 'ada')
  assert.deepEqual(waits, [7000, 7000])
})

test('Retry-After may be a date, and half a minute is the longest wait', async (t) => {
  const headers = { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }
  const past = { 'retry-after': new Date(Date.now() - 3_600_000).toUTCString() }
  const { client, waits } = await given(
    t,
    { ...limited, headers },
    { ...limited, headers: past },
    { ...limited, headers: { 'retry-after': '31' } },
    ok,
  )
  await client.getUser({ params })
  assert.deepEqual(waits, [30_000, 0, 30_000])
})

test('otherwise the waits double from a tenth of a second, with jitter', async (t) => {
  const { client, waits } = await given(t, ...Array(3).fill(refusal(503, 'unavailable')), ok)
  await client.getUser({ params })
  assert.equal(waits.length, 3)
  for (const [index, ms] of waits.entries()) {
    const least = 100 * 2 ** index
    assert.ok(ms >= least && ms < 2 * least, `wait ${index} was ${ms} ms`)
  }
})

test('the retries of a write carry the key of its first attempt', async (t) => {
  const created = { status: 201, json: ada }
  const inUse = refusal(409, 'idempotency_key_in_use')
  const { client, seen } = await given(t, limited, 'hang up', inUse, created, created)

  await client.createUser({ body })
  await client.createUser({ body })

  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  assert.match(String(keys[0]), /^[0-9a-f-]{36}$/)
  assert.equal(new Set(keys.slice(0, 4)).size, 1)
  assert.notEqual(keys[4], keys[0])
  assert.ok(seen.every((request) => request.body === '{"displayName":"Ada"}'))
})

test('a key that was given is the one that is sent', async (t) => {
  const { client, seen } = await given(t, limited, { status: 201, json: ada })
  await client.createUser({ body }, { idempotencyKey: 'mine' })
  assert.deepEqual(
    seen.map(({ headers }) => headers['idempotency-key']),
    ['mine', 'mine'],
  )
})

for (const line of ['hang up', 'break off'] as const) {
  test(`a connection that fails (${line}) is tried again`, async (t) => {
    const { client, seen } = await given(t, line, ok, line, { status: 205 }, line, { status: 204 })
    assert.equal((await client.getUser({ params })).id, 'ada')
    await client.deleteUser({ params })
    await client.joinUser({ params })
    assert.deepEqual(
      seen.map(({ method }) => method),
      ['GET', 'GET', 'DELETE', 'DELETE', 'PUT', 'PUT'],
    )
  })
}

test('a connection that keeps failing is reported with its cause', async (t) => {
  const { client, seen, endpoint } = await given(t, 'hang up', 'hang up', 'hang up', 'hang up', ok)
  await assert.rejects(client.getUser({ params }), (failure) => {
    assert.ok(failure instanceof ConnectionFailure)
    assert.equal(failure.message, `No answer from ${endpoint}: other side closed.`)
    assert.ok(failure.cause instanceof TypeError)
    return true
  })
  assert.equal(seen.length, 4)
})

test('the last refusal is thrown when the retries are used up', async (t) => {
  const { client, seen } = await given(t, limited, limited, limited, limited, ok)
  await assert.rejects(client.getUser({ params }), { status: 429, retryAfterSeconds: 7 })
  assert.equal(seen.length, 4)
})

test('the number of retries can be set, to none as well', async (t) => {
  const { endpoint, seen } = await givenServer(t, limited, ok)
  const client = createClient({ endpoint, operations: shapes, retries: 0 })
  await assert.rejects(client.getUser({ params }), ApiFailure)
  assert.equal(seen.length, 1)
})

const final = [
  [400, 'invalid_request'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [409, 'last_admin'],
  [412, 'precondition_failed'],
  [422, 'idempotency_key_reused'],
  [500, 'internal'],
] as const
for (const [status, reason] of final) {
  test(`${status} ${reason} is final`, async (t) => {
    const { client, seen, waits } = await given(t, refusal(status, reason), ok)
    await assert.rejects(client.createUser({ body }), { name: 'ApiFailure', status, reason })
    assert.equal(seen.length, 1)
    assert.deepEqual(waits, [])
  })
}

test('a call can be stopped while it waits for its next attempt', async (t) => {
  const { endpoint, seen } = await givenServer(t, limited, ok)
  const stop = new AbortController()
  const client = createClient({
    endpoint,
    operations: shapes,
    sleep: (ms, signal) => {
      const sleeping = sleepFor(ms, signal)
      stop.abort(new Error('Enough.'))
      return sleeping
    },
  })
  const started = performance.now()
  await assert.rejects(client.getUser({ params }, { signal: stop.signal }), /Enough/)
  assert.ok(performance.now() - started < 5000, 'the seven seconds are not waited for')
  assert.equal(seen.length, 1)
})

test('a call that was stopped is not tried again', async (t) => {
  const { client, seen, waits } = await given(t, ok)
  await assert.rejects(client.getUser({ params }, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  assert.equal(seen.length, 0)
  assert.deepEqual(waits, [])
})

async function given(t: TestContext, ...script: Scripted[]) {
  const { endpoint, seen } = await givenServer(t, ...script)
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  return { client: createClient({ endpoint, operations: shapes, sleep }), seen, waits, endpoint }
}
