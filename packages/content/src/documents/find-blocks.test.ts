import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksByKey, hasBlock } from './find-blocks.ts'
import { parseDocument } from './parse.ts'

function blocksIn(markdown: string) {
  return blocksByKey(parseDocument(markdown, { page: true }).tree)
}

test('every block is found by its key, inside of lists, tables and tabs too', () => {
  const blocks = blocksIn(
    '# Title\n\nText\n\n* one\n  * two\n\n{% hint style="info" %}\nInside\n{% endhint %}\n',
  )
  const types = [...blocks.values()].map(({ type }) => type).sort()
  const lists = ['list-item', 'list-item', 'list-unordered', 'list-unordered']
  assert.deepEqual(types, ['hint', ...lists, 'paragraph', 'paragraph', 'paragraph', 'paragraph'])
  for (const [key, block] of blocks) assert.equal(block.key, key)
})

test('a block is there while its text is, wherever it stands, and of equal ones while one is', () => {
  const [first = '', second = ''] = blocksIn('Same.\n\nSame.\n').keys()
  assert.notEqual(first, second)
  for (const key of [first, second]) {
    assert.ok(hasBlock(blocksIn('Other.\n\nSame.\n'), key))
    assert.ok(!hasBlock(blocksIn('Other.\n\nSame!\n'), key))
  }
})
