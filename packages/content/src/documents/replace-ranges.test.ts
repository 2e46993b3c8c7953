import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeText } from '../changes/page-text.ts'
import { memoryStore } from '../memory-store.ts'
import { quickestMs } from '../test/cpu-time.ts'
import { parseDocument } from './parse.ts'
import { replaceRanges } from './replace-ranges.ts'

test('parts are replaced in any order, and the rest stays', () => {
  assert.equal(replaceRanges('abcdef', []), 'abcdef')
  const [first, last] = [
    { start: 0, end: 1, text: '' },
    { start: 4, end: 6, text: 'long' },
  ]
  assert.equal(replaceRanges('abcdef', [last, first]), 'bcdlong')
  assert.equal(replaceRanges('abc', [{ start: 1, end: 1, text: '-' }]), 'a-bc')
})

test('taking in a page with twenty thousand links by name costs about what parsing it costs', async () => {
  const markdown = '[a](./name.md) is a link\n\n'.repeat(20_000)
  const refs = new Map([['name', { kind: 'page' as const, id: 'p1' }]])
  const parsing = quickestMs(() => parseDocument(markdown, { page: true }), 10_000)
  const started = process.cpuUsage()
  const { hash } = await takeText(memoryStore(), { markdown }, refs as never)
  const { user, system } = process.cpuUsage(started)
  assert.ok(hash)
  assert.ok((user + system) / 1000 < 3 * parsing, `${user + system} µs against ${parsing} ms`)
})
