import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@stemma/contract'
import { pageSizeMax } from './collect.ts'
import { idPattern } from './ids.ts'
import { roles } from './roles.ts'

test('what the command knows without loading the contract is what the contract says', () => {
  assert.equal(pageSizeMax, contract.limitMax)
  assert.equal(idPattern, (contract.Id as { pattern?: string }).pattern)
  assert.deepEqual(roles, contract.roles)
})
