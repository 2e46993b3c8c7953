import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from './harness.ts'
import { waitingOperations } from './held-commits.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('a transaction that one organization holds open delays no writing operation of another', async () => {
  const { held, waiting } = await waitingOperations(server)
  assert.deepEqual(waiting, [])
  assert.ok(held > 100, `only ${held} operations were held`)
})
