import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillGaps } from './gaps.ts'
import { readMarkdown } from './markdown-tree.ts'
import type { Parsing } from './parsing.ts'

test('what no block covers is a block too, and no block covers what another does', () => {
  const source = 'a\n\n b \n\nc\nd\n'
  const blocks = [
    { block: { object: 'block' as const, type: 'paragraph' }, start: 0, end: 1 },
    { block: { object: 'block' as const, type: 'paragraph' }, start: 8, end: 9 },
    { block: { object: 'block' as const, type: 'paragraph' }, start: 7, end: 11 },
  ]
  const filled = fillGaps(parsingOf(source), blocks, 0)
  assert.deepEqual(
    filled.map(({ block, start, end }) => [block.type, source.slice(start, end)]),
    [
      ['paragraph', 'a'],
      ['raw', 'b'],
      ['paragraph', 'c'],
      ['raw', 'd'],
    ],
  )
})

function parsingOf(source: string): Parsing {
  const tree = readMarkdown(source, 0)
  const found = { hidden: [], definitions: new Map(), links: [], headings: [] }
  return { source, tree, ...found, isKeyed: true, nodesLeft: 100 }
}
