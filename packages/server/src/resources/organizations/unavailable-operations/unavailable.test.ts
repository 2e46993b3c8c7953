import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, unavailableOperations } from '@stemma/contract'
import { startServer } from '../../../test/harness.ts'

const server = await startServer()

test('operations that need a language model say that there is none, and what to do', async () => {
  for (const { method, path } of Object.values(unavailableOperations)) {
    const url = path.replaceAll(/\{\w+\}/g, 'x')
    const payload = method === 'POST' ? { question: 'Why?' } : undefined
    const answer = await server.app.inject({ method, url, ...(payload && { payload }) })
    const { error } = answer.json()
    assert.deepEqual([answer.statusCode, error.code, error.reason], [501, 501, 'ai_unavailable'], url)
    assert.match(error.message, /search/)
  }
})

test('no operation is both there and unavailable', () => {
  const there = new Set<string>(Object.keys(operations))
  assert.deepEqual(
    Object.keys(unavailableOperations).filter((name) => there.has(name)),
    [],
  )
})
