import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument } from '@stemma/content/documents'
import { blockFrom, nodeFrom } from '@stemma/editing'
import fc from 'fast-check'
import { comparable } from '../../packages/content/src/test/compare-trees.ts'
import { corpusDocuments } from '../../packages/content/src/test/corpus.ts'
import { trees } from '../../packages/content/src/test/trees.ts'

test('every block of the corpus becomes a valid node, and the node becomes the block again', (t) => {
  let [blocks, opaque] = [0, 0]
  for (const { name, markdown } of corpusDocuments().filter((one) => !one.name.startsWith('large-'))) {
    const { tree, anchored } = parseDocument(markdown)
    for (const block of tree.nodes) {
      const node = nodeFrom(block, anchored)
      node.check()
      assert.deepEqual(
        comparable(blockFrom(node), { anchors: false }),
        comparable(block, { anchors: false }),
        name,
      )
      node.descendants((inner) => void (/opaque/.test(inner.type.name) && opaque++))
      if (node.type.name === 'opaque') opaque++
      blocks++
    }
  }
  t.diagnostic(`${blocks} blocks, ${opaque} opaque`)
})

test('every generated tree becomes valid nodes and the same tree again', () => {
  const law = fc.property(trees(), ({ nodes }) => {
    for (const block of nodes) {
      const node = nodeFrom(block, new Set())
      node.check()
      assert.deepEqual(comparable(blockFrom(node)), comparable(block))
    }
  })
  fc.assert(law, { numRuns: Number(process.env.RUNS ?? 300) })
})
