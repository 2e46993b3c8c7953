import assert from 'node:assert/strict'
import { test } from 'node:test'
import { begunIn, toDraft, toMarkdown, withMention } from './mentions.ts'

const ben = { id: 'abcdefghijklmnopqrstuv', displayName: 'Ben Okafor' }

test('a mention begins with an @ that begins a word', () => {
  assert.deepEqual(begunIn('Ask @be', 7), { from: 4, words: 'be' })
  assert.deepEqual(begunIn('@Ben O', 6), { from: 0, words: 'Ben O' })
  assert.equal(begunIn('mail me@example', 15), undefined)
  assert.equal(begunIn('Ask @be now or', 14), undefined)
})

test('a chosen person stands in the text by name, and is sent as a link', () => {
  const { draft, cursor } = withMention({ text: 'Ask @be, please' }, { from: 4, words: 'be' }, ben)
  assert.equal(draft.text, 'Ask @Ben Okafor , please')
  assert.equal(cursor, 'Ask @Ben Okafor '.length)
  assert.equal(toMarkdown(draft), `Ask [@Ben Okafor](/users/${ben.id}) , please`)
})

test('a name that nobody chose stays as it is typed', () => {
  assert.equal(toMarkdown({ text: 'Ask @Ben Okafor' }), 'Ask @Ben Okafor')
})

test('a comment that its author changes is sent as it was', () => {
  const markdown = `[@Ben Okafor](/users/${ben.id}) and a@b, [x](/users/y)`
  assert.equal(toDraft(markdown).text, '@Ben Okafor and a@b, [x](/users/y)')
  assert.equal(toMarkdown(toDraft(markdown)), markdown)
})
