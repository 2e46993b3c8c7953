import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressOn } from './progress.ts'

test('progress is a bar on a terminal and lines elsewhere', () => {
  const bars = shown(true, 20).split('\r\u001b[K')
  assert.equal(bars[11], `[${'#'.repeat(15)}${'-'.repeat(15)}] 10 of 20 spaces`)
  assert.deepEqual(bars.slice(-2), [`[${'#'.repeat(30)}] 20 of 20 spaces`, ''], 'and then nothing is left')
  assert.equal(shown(false, 20).split('\n').length, 12, 'a line for each tenth, and one for the start')
})

test('what has no end yet is counted, elsewhere at each doubling', () => {
  assert.deepEqual(shown(true, undefined).split('\r\u001b[K').slice(-3), ['19 spaces', '20 spaces', ''])
  assert.equal(shown(false, undefined), '0 spaces\n1 spaces\n3 spaces\n7 spaces\n15 spaces\n')
})

function shown(isTTY: boolean, total: number | undefined): string {
  let text = ''
  const progress = progressOn({ isTTY, write: (more) => (text += more) })
  for (let done = 0; done <= 20; done++) progress.show(done, total, 'spaces')
  progress.end()
  return text
}
