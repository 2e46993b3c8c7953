import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { ApiError } from '../common/errors.ts'
import { CommitUncertain } from '../db/driver.ts'
import { handleErrors } from './error-handler.ts'

const lines: string[] = []
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
const app = Fastify({ logger: { level: 'error', stream } })
handleErrors(app)
const thrown: { error: unknown } = { error: undefined }
app.get('/fail', async () => {
  throw thrown.error
})
after(() => app.close())

test('an error nobody planned answers 500 without a word about itself, and is logged whole', async () => {
  const { answer, error } = await answerTo(new TypeError('the canary is in cage 12'))
  assert.equal(answer.statusCode, 500)
  assert.deepEqual([error.code, error.reason, error.details], [500, 'internal', undefined])
  assert.ok(!answer.body.includes('canary'))
  const logged = JSON.parse(lines.at(-1) ?? '{}')
  assert.match(logged.err.message, /canary/)
  assert.match(logged.err.stack, /error-handler.test.ts/)
  assert.equal(logged.reqId, error.requestId)
})

test('what the database says about a query is told to nobody', async () => {
  const { answer } = await answerTo(
    Object.assign(new Error('column "canary" does not exist'), { code: '42703' }),
  )
  assert.equal(answer.statusCode, 500)
  assert.ok(!answer.body.includes('canary'))
})

test('an error of ours keeps its reason, sentence and details, and is not logged', async () => {
  const count = lines.length
  const ours = new ApiError('conflict', 'Choose another one.', {
    details: { pages: ['a'] },
    retryAfterSeconds: 7,
  })
  const { answer, error } = await answerTo(ours)
  assert.equal(answer.statusCode, 409)
  assert.equal(answer.headers['retry-after'], '7')
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  const { requestId, ...told } = error
  assert.deepEqual(told, {
    ...{ code: 409, message: 'Choose another one.', reason: 'conflict', details: { pages: ['a'] } },
  })
  assert.equal(typeof requestId, 'string')
  assert.equal(lines.length, count)
})

test('who is not known is told how to make themselves known', async () => {
  const { answer } = await answerTo(new ApiError('unauthenticated', 'Send a token.'))
  assert.equal(answer.statusCode, 401)
  assert.equal(answer.headers['www-authenticate'], 'Bearer')
})

test('a unique constraint is a conflict with a sentence of its own; an unknown one is a bug', async () => {
  const violation = (constraint: string) =>
    Object.assign(new Error('duplicate key'), { code: '23505', constraint })
  const { error } = await answerTo(violation('organizations_hostname_key'))
  assert.deepEqual([error.code, error.reason], [409, 'conflict'])
  assert.match(String(error.message), /hostname/)
  assert.equal((await answerTo(violation('spaces_pkey'))).answer.statusCode, 500)
})

test('a unique constraint is known by the message too, which is all that a cluster passes on', async () => {
  const message = 'duplicate key value violates unique constraint "organizations_hostname_key_102009"'
  const { error } = await answerTo(Object.assign(new Error(message), { code: '23505' }))
  assert.deepEqual([error.code, error.reason], [409, 'conflict'])
})

test('a commit of unknown outcome answers 503, and says how to find out', async () => {
  const { answer, error } = await answerTo(new CommitUncertain('lost'))
  assert.deepEqual([error.code, error.reason], [503, 'unavailable'])
  assert.match(String(error.message), /not confirm.*Idempotency-Key/)
  assert.equal(answer.headers['retry-after'], '1')
})

test('a database that does not answer in time gives 503, and says that nothing was changed', async () => {
  const codes = ['57P01', '57014', '55P03', '08006', 'ECONNREFUSED', '25006', '53100', '53300', '40P01']
  for (const code of codes) {
    const { answer, error } = await answerTo(Object.assign(new Error('the canary'), { code }))
    assert.deepEqual([error.code, error.reason], [503, 'unavailable'], code)
    assert.match(String(error.message), /Nothing was changed/)
    assert.equal(answer.headers['retry-after'], '1')
    assert.match(lines.at(-1) ?? '', /canary/)
  }
  for (const message of ['timeout exceeded when trying to connect', 'Query read timeout']) {
    const { error } = await answerTo(new Error(message))
    assert.equal(error.code, 503, message)
  }
})

test('an address that is not served answers 404 in the same shape', async () => {
  const answer = await app.inject({ method: 'POST', url: '/nowhere?secret=canary' })
  assert.equal(answer.statusCode, 404)
  const { error } = answer.json()
  assert.deepEqual([error.code, error.reason], [404, 'not_found'])
  assert.ok(!answer.body.includes('canary'))
})

async function answerTo(error: unknown) {
  thrown.error = error
  const answer = await app.inject({ url: '/fail' })
  return { answer, error: answer.json().error as Record<string, unknown> }
}
