import assert from 'node:assert/strict'
import { test } from 'node:test'
import { respell } from './respell.ts'

test('an edit is carried over to wrapped lines and other markers', () => {
  const was = 'one *two* three four'
  assert.equal(respell(was, 'one *two* thirty four', 'one _two_\nthree four', '\n'), 'one _two_\nthirty four')
})

test('what nobody edited keeps its spelling', () => {
  assert.equal(respell('- a\n- b', '- a\n- c', '*   a\n*   b', '\n'), '*   a\n*   c')
})

test('where the edit meets another spelling, only that place is printed', () => {
  assert.equal(respell('a *b* c _d_', 'a **b** c _d_', 'a _b_ c __d__', '\n'), 'a **b** c __d__')
})

test('new lines end like the lines of the text', () => {
  assert.equal(respell('- a\n- b', '- a\n- b\n- c', '* a\r\n* b', '\r\n'), '* a\r\n* b\r\n- c')
})

test('a text without an edit is its own spelling', () => {
  assert.equal(respell('a b', 'a b', 'a\n  b ##', '\n'), 'a\n  b ##')
})
