import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callsIn, schemasIn } from './api-parts.ts'

const document = {
  openapi: '3.1.0',
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path' }],
      get: { summary: 'Get a pet' },
      delete: { operationId: 'deletePet' },
    },
    '/pets': { post: {} },
  },
  webhooks: { born: { post: { summary: 'A pet is born' } } },
  components: { schemas: { Pet: {}, Owner: {} } },
}

test('operations have their method, path and summary, and webhooks their name', () => {
  assert.deepEqual(callsIn(document, 'paths'), [
    { method: 'get', name: '/pets/{id}', summary: 'Get a pet' },
    { method: 'delete', name: '/pets/{id}', summary: 'deletePet' },
    { method: 'post', name: '/pets', summary: '' },
  ])
  assert.deepEqual(callsIn(document, 'webhooks'), [
    { method: 'post', name: 'born', summary: 'A pet is born' },
  ])
})

test('schemas are named by documents of every version', () => {
  assert.deepEqual(schemasIn(document), ['Pet', 'Owner'])
  assert.deepEqual(schemasIn({ swagger: '2.0', definitions: { Pet: {} } }), ['Pet'])
  for (const wrong of [null, 'x', [], { components: 'x' }]) assert.deepEqual(schemasIn(wrong), [])
})
