import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesIn, patternOf } from './pattern.ts'

test('words mean themselves, also if they have characters of a pattern', () => {
  for (const words of ['a.b', '(x)', '[1]', 'C++', '$&', '\\d', 'a/b', '{% hint %}', 'x-y', '^'])
    assert.deepEqual(found(words, `Before ${words} after axb`), [words])
})

test('letters match in both cases, unless their case counts', () => {
  assert.deepEqual(found('straße', 'Straße STRASSE straße'), ['Straße', 'straße'])
  assert.deepEqual(found('ПРИВЕТ', 'Привет привет'), ['Привет', 'привет'])
  assert.deepEqual(found('api', 'API api', { isCaseKept: true }), ['api'])
})

test('a whole word has no letter, digit or accent beside it, in any script', () => {
  assert.deepEqual(starts('log', 'log, login; blog-log'), [0, 17])
  assert.deepEqual(starts('мир', 'мир миру Владимир'), [0])
  assert.deepEqual(starts('cafe', 'cafe\u0301 cafe'), [6])
  // Nothing can be beside what is no letter itself.
  assert.deepEqual(starts('++', 'C++ and D++'), [1, 9])
})

test('nothing is looked for without words', () => {
  assert.equal(patternOf({ words: '', isCaseKept: false, isWhole: false }), undefined)
})

function found(words: string, text: string, { isCaseKept = false } = {}): readonly string[] {
  const pattern = patternOf({ words, isCaseKept, isWhole: false }) ?? /$^/g
  return matchesIn(text, pattern).map(({ from, to }) => text.slice(from, to))
}

function starts(words: string, text: string): readonly number[] {
  const pattern = patternOf({ words, isCaseKept: false, isWhole: true }) ?? /$^/g
  return matchesIn(text, pattern).map(({ from }) => from)
}
