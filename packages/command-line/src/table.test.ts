import assert from 'node:assert/strict'
import { test } from 'node:test'
import { table } from './table.ts'

test('a table has as many rows as there are, more than a call can have arguments', () => {
  const text = table(
    { row: (row: number) => row },
    Array.from({ length: 200_000 }, (_, row) => row),
  )
  assert.equal(text.split('\n').length, 200_002)
  assert.ok(text.startsWith('ROW\n0\n1\n'))
})
