import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ApiFailure, createClient } from './index.ts'
import { shapes } from './test/operations.ts'
import { givenServer, type Scripted } from './test/scripted-server.ts'

test('a refusal says what the server said', async (t) => {
  const failure = await failureFrom(t, {
    status: 409,
    headers: { 'x-own': 'yes', 'retry-after': '2' },
    json: {
      error: {
        code: 409,
        message: 'Name another admin first.',
        reason: 'last_admin',
        details: { admins: 1 },
        requestId: 'request1',
      },
    },
  })
  assert.equal(failure.message, 'Name another admin first.')
  assert.equal(failure.name, 'ApiFailure')
  assert.equal(failure.status, 409)
  assert.equal(failure.reason, 'last_admin')
  assert.deepEqual(failure.details, { admins: 1 })
  assert.equal(failure.requestId, 'request1')
  assert.equal(failure.retryAfterSeconds, 2)
  assert.equal(failure.headers.get('x-own'), 'yes')
})

test('a body with only a code and a message is enough', async (t) => {
  const failure = await failureFrom(t, {
    status: 404,
    headers: { 'x-request-id': 'request2' },
    json: { error: { code: 404, message: 'There is no such user.' } },
  })
  assert.equal(failure.message, 'There is no such user.')
  assert.equal(failure.reason, undefined)
  assert.equal(failure.details, undefined)
  assert.equal(failure.requestId, 'request2')
  assert.equal(failure.retryAfterSeconds, undefined)
})

test('a reason that this client does not know is left out', async (t) => {
  const error = { code: 418, message: 'No.', reason: 'toString' }
  assert.equal((await failureFrom(t, { status: 418, json: { error } })).reason, undefined)
})

test('the page of a proxy is still a failure that helps', async (t) => {
  const failure = await failureFrom(t, { status: 502, text: '<h1>Bad\n  gateway</h1>' })
  assert.equal(failure.status, 502)
  assert.match(
    failure.message,
    /^The server answered 502 Bad Gateway, .* It said: <h1>Bad gateway<\/h1> Check/,
  )
})

for (const text of ['', 'null', '"no"', '{"error":null}', '{"error":{"message":7}}', '{"half":']) {
  test(`a refusal with the body ${text || '(none)'} is still a failure`, async (t) => {
    const failure = await failureFrom(t, { status: 400, text })
    assert.equal(failure.status, 400)
    assert.match(failure.message, /400 Bad Request/)
  })
}

test('a success that is not JSON is a failure', async (t) => {
  const failure = await failureFrom(t, { status: 200, text: '<h1>Welcome</h1>' })
  assert.equal(failure.status, 200)
  assert.match(failure.message, /Welcome.*endpoint/)
})

test('a redirect is not followed, and its target is named', async (t) => {
  const failure = await failureFrom(t, { status: 301, headers: { location: 'https://docs.example/v1' } })
  assert.equal(failure.status, 301)
  assert.match(failure.message, /It points to https:\/\/docs\.example\/v1\./)
})

async function failureFrom(t: TestContext, scripted: Scripted): Promise<ApiFailure> {
  const { endpoint } = await givenServer(t, scripted)
  const client = createClient({ endpoint, operations: shapes, retries: 0 })
  const failure = await client.createUser({ body: { displayName: 'Ada' } }).catch((error: unknown) => error)
  assert.ok(failure instanceof ApiFailure)
  return failure
}
