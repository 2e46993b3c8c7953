import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultIn } from './fault-in.ts'

test('an expression that can be read has no fault', async () => {
  for (const source of [
    'space.vars.name',
    'visitor.claims.plan == "pro" && !visitor.claims.beta',
    ' a?.b ?? 1 ',
  ])
    assert.equal(await faultIn(source), undefined)
})

test('the first fault is said in words', async () => {
  assert.match((await faultIn('  ')) ?? '', /Write an expression/)
  assert.match((await faultIn('a == ')) ?? '', /ends too early/)
  assert.match((await faultIn('a b')) ?? '', /Only one expression/)
  assert.match((await faultIn('(a ]')) ?? '', /^\] is unexpected/)
  assert.match((await faultIn('a = 1')) ?? '', /Compare with ==/)
  assert.match((await faultIn('"%}"')) ?? '', /ends its tag/)
  assert.match((await faultIn('a'.repeat(1025))) ?? '', /at most 1024/)
})
