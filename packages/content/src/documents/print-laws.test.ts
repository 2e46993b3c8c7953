import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { comparable } from '../test/compare-trees.ts'
import { trees } from '../test/trees.ts'
import { parseDocument } from './parse.ts'
import { printDocument } from './print.ts'

test('a tree that is printed and parsed is the tree that it was', () => {
  fc.assert(
    fc.property(trees(), (tree) => {
      const printed = printDocument(tree)
      const parsed = comparable(parseDocument(printed).tree, { anchors: false })
      assert.deepEqual(parsed, comparable(tree, { anchors: false }), printed)
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  )
})
