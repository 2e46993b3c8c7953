import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { CommitUncertain } from '../../../db/driver.ts'
import { sendScimError } from './errors.ts'

test('after a commit of unknown outcome, a provider is told to repeat the request', async () => {
  const app = fastify()
  app.setErrorHandler(sendScimError)
  app.post('/Users', () => {
    throw new CommitUncertain('lost')
  })
  const answer = await app.inject({ method: 'POST', url: '/Users' })
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '1'])
  const { status, detail } = answer.json<{ status: string; detail: string }>()
  assert.equal(status, '503')
  assert.match(detail, /Send it again.*409.*404/)
  assert.doesNotMatch(detail, /Idempotency-Key/)
})
