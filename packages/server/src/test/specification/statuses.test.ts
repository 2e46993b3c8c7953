import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Operation,
  openApiDocument,
  operations,
  reasons,
  refusalsOf,
  statusesOf,
} from '@stemma/contract'
import { operationAt, requireDeclared } from '../answers.ts'

// Every test that calls the server through the client compares the status and reason of each response with
// the contract (test/answers.ts). These tests show that the comparison works, and that OpenAPI agrees.

const document = openApiDocument(operations, { version: '0' })
const all = Object.entries(operations as Record<string, Operation>)

test('spec 293: every delete declares its own status and the 204 of a repeated delete', () => {
  for (const [id, operation] of all.filter(([, { method }]) => method === 'DELETE')) {
    const declared = Object.keys(responsesOf(operation))
    assert.ok(declared.includes(String(operation.status)) && declared.includes('204'), id)
    assert.ok([204, 205].includes(operation.status), id)
    assert.equal(operation.returns, undefined, id)
  }
})

test('OpenAPI declares every status that an operation can answer with, and no other', () => {
  for (const [id, operation] of all) {
    const declared = Object.keys(responsesOf(operation)).map(Number)
    const needed = refusalsOf(operation).map((reason) => reasons[reason])
    assert.deepEqual(
      needed.filter((status) => !declared.includes(status)),
      [],
      id,
    )
    assert.deepEqual(
      declared.filter((status) => !statusesOf(operation).includes(status)),
      [],
      id,
    )
  }
})

test('an answer that is not declared fails the test that got it', () => {
  const route = operationAt('POST', '/v1/spaces/a/duplicate')
  assert.doesNotThrow(() => requireDeclared(route, 201))
  assert.throws(() => requireDeclared(route, 200), /duplicateSpace answers 200/)
  assert.throws(() => requireDeclared(route, 409, 'last_admin'), /duplicateSpace is refused for last_admin/)
})

function responsesOf({ path, method }: Operation): object {
  const item = document.paths[path]?.[method.toLowerCase()] as { readonly responses: object } | undefined
  return item?.responses ?? {}
}
