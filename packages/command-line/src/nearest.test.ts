import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from './nearest.ts'

const names = ['login', 'logout', 'spaces', 'pages', 'cr', 'list', 'merge', 'create']
const cases: readonly (readonly [string, string | undefined])[] = [
  ['spces', 'spaces'],
  ['psaces', 'spaces'],
  ['page', 'pages'],
  ['logn', 'login'],
  ['mrege', 'merge'],
  ['spac', 'spaces'],
  ['x', undefined],
  ['delete', undefined],
  ['', undefined],
]
for (const [typed, meant] of cases) {
  test(`"${typed}" ${meant ? `probably means ${meant}` : 'means nothing that there is'}`, () => {
    assert.equal(nearest(typed, names), meant)
  })
}
