import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, operations } from '@stemma/contract'
import { isRefused, mayCall, reachOf, screens } from './reach.ts'

const all = Object.entries<Operation>(operations)

test('every operation is reached by a screen or a form, except streams and those of other callers', () => {
  const unreached = all.filter(([id, one]) => !['screen', 'form'].includes(reachOf(id, one)))
  for (const [id, { access, streams }] of unreached) {
    const isOthers = access.every((one) => /^(?:installation|audience|shareKey)|audience$|absent$/.test(one))
    assert.equal(streams === true || isOthers, true, id)
  }
  for (const id of Object.keys(screens)) assert.equal(Object.hasOwn(operations, id), true, id)
})

test('admins may call what readers may not, and nobody what is for installations', () => {
  const [admin, reader] = [
    { role: 'admin', spaces: [{ view: true, admin: true }] },
    { role: 'read', spaces: [{ view: true }] },
  ]
  assert.equal(mayCall(operations.deleteSpaceById, admin), true)
  assert.equal(mayCall(operations.deleteSpaceById, reader), false)
  assert.equal(mayCall(operations.getSpaceById, reader), true)
  assert.equal(mayCall({ access: ['installation'] }, admin), false)
  assert.equal(mayCall(operations.getServerStatus, admin), false)
  assert.equal(mayCall(operations.getServerStatus, { ...reader, isOperator: true }), true)
})

test('only the server knows what somebody may do in collections and in deleted spaces', () => {
  const reader = { role: 'read', spaces: [{ view: true }] }
  assert.equal(isRefused(operations.restoreSpace, reader), true)
  assert.equal(isRefused(operations.restoreSpace, { ...reader, isElsewhere: true }), false)
  assert.equal(isRefused(operations.deleteCollectionById, reader), false)
})
