import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadEmojis } from '@stemma/content/documents'
import { emojiChoices } from './emoji-choices.ts'

const all = await loadEmojis()

test('the emoji of that name comes first, then names that begin with the words, then meanings', () => {
  const named = (words: string) => emojiChoices(all, words).map(({ name }) => name)
  assert.deepEqual(named('tada'), ['tada'])
  assert.equal(named('heart')[0], 'heart')
  assert.ok(named('heart').every((name) => name.includes('heart')))
  assert.ok(emojiChoices(all, 'hooray').some(({ emoji }) => emoji === '🎉'))
  assert.equal(named('+1')[0], '+1')
})

test('no list is too long to read, and unknown words have none', () => {
  assert.equal(emojiChoices(all, 'fa').length, 8)
  assert.deepEqual(emojiChoices(all, 'nosuchname'), [])
})
