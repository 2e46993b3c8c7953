import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rangeOf } from './byte-range.ts'

test('one part of the bytes is understood in each of its three forms', () => {
  for (const [header, range] of [
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=2-5', { first: 2, last: 5 }],
    ['bytes=2-', { first: 2, last: 9 }],
    ['bytes=2-99', { first: 2, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
  ] as const) {
    assert.deepEqual(rangeOf(header, 10), range, header)
  }
})

test('what is no such part is ignored', () => {
  const headers = [undefined, '', 'bytes', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2']
  for (const header of [...headers, 'bytes=a-b', 'bytes=0x1-2', `bytes=${'9'.repeat(40)}-`]) {
    assert.equal(rangeOf(header, 10), undefined, header)
  }
})

test('of nothing, no part can be had', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) {
    assert.equal(rangeOf(header, 0), 'unsatisfiable', header)
  }
})

test('whatever is asked for, a part lies within the file', () => {
  const number = fc.oneof(fc.constant(''), fc.nat(30))
  fc.assert(
    fc.property(number, number, fc.nat(20), (from, to, size) => {
      const range = rangeOf(`bytes=${from}-${to}`, size)
      if (range === undefined || range === 'unsatisfiable') return
      assert.ok(0 <= range.first && range.first <= range.last && range.last < size)
    }),
  )
})
