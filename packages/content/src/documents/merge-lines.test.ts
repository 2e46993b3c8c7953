import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mergeLines } from './merge-lines.ts'

const texts = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', ''), fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 8 })
  .map((lines) => lines.flat().join(''))

test('where one side changed no line, the other one stays byte for byte', () => {
  fc.assert(
    fc.property(texts, texts, (base, other) => {
      assert.equal(mergeLines(base, other, base), other)
      assert.equal(mergeLines(base, base, other), other)
      assert.equal(mergeLines(base, other, other), other)
    }),
    { numRuns: 500 },
  )
})

test('changes of neighbouring lines are both made', () => {
  assert.equal(mergeLines('a\nb', 'A\nb', 'a\nB'), 'A\nB')
  assert.equal(mergeLines('a\nb\nc', 'a\nc', 'a\nb\nC'), 'a\nC')
  assert.equal(mergeLines('a\nb', 'a\nB', 'a\nb\nc'), 'a\nB\nc')
  assert.equal(mergeLines('a\nb', 'a\nb\nc', 'z\na\nb'), 'z\na\nb\nc')
})

test('more lines than a call can have arguments are merged', () => {
  const many = 'x\n'.repeat(200_000)
  assert.equal(mergeLines('a\nb\nc', `a\n${many}b\nc`, 'a\nb\nC'), `a\n${many}b\nC`)
})

test('equal changes are made once, beside others', () => {
  assert.equal(mergeLines('a\nb\nc', 'A\nb\nc\nd', 'A\nb\nc'), 'A\nb\nc\nd')
})

test('different lines at one place do not merge', () => {
  assert.equal(mergeLines('a\nb', 'A\nb', 'aa\nb'), undefined)
  assert.equal(mergeLines('a\nb', 'a\nours\nb', 'a\ntheirs\nb'), undefined)
  assert.equal(mergeLines('a\nb\nc', 'a\nc', 'a\nB\nc'), undefined)
})

test('other line breaks are a change of their own', () => {
  assert.equal(mergeLines('a\nb\nc', 'a\r\nb\r\nc', 'a\nB\nc'), 'a\r\nB\nc')
  assert.equal(mergeLines('a\r\nb', 'a\r\nb\r\nc', 'A\r\nb'), 'A\r\nb\r\nc')
})
