import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schema } from '@stemma/editing'
import { countWords, wordsIn } from './words.ts'

test('words are counted in languages with and without spaces, and signs are none', () => {
  assert.equal(countWords('It doesn’t stop — not even at 3.5 km.'), 8)
  assert.equal(countWords('Ἐν ἀρχῇ ἦν ὁ λόγος'), 5)
  assert.equal(countWords('我们喜欢读书'), 3)
  assert.equal(countWords('… — !'), 0)
})

test('a group has the words of its blocks, without code; a part of it those that are inside', () => {
  const group = schema.node('group', null, [
    schema.node('paragraph', null, [schema.text('One two '), schema.text('three', [schema.mark('bold')])]),
    schema.node('code_block', null, [schema.text('const four = 4')]),
    schema.node('blockquote', null, [schema.node('paragraph', null, [schema.text('five six')])]),
  ])
  assert.equal(wordsIn(group), 5)
  assert.equal(wordsIn(group, { from: 5, to: 100 }), 4)
  assert.equal(wordsIn(group, { from: 1, to: 4 }), 1)
})
