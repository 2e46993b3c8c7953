import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { corpusDocuments } from '../test/corpus.ts'
import { trees } from '../test/trees.ts'
import { parseDocument } from './parse.ts'
import { blockPrinter, type PrintableTree, printBlock, printDocument } from './print.ts'

test('the blocks of a document, printed one by one, are what is printed of the whole document', () => {
  fc.assert(
    fc.property(trees(), (tree) => {
      // A printer knows a block by its object, of which generated trees can have one in two places.
      assertSameBytes({ ...tree, nodes: tree.nodes.map((node) => structuredClone(node)) })
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  )
})

test('every block of the corpus is printed alone as in its document, where it is read as it was', (t) => {
  let blocks = 0
  for (const { name, markdown } of corpusDocuments()) {
    const { tree } = parseDocument(markdown)
    blocks += assertSameBytes(tree, name)
  }
  assert.ok(blocks > 40_000)
  t.diagnostic(`${blocks} blocks`)
})

test('a reference to a footnote is printed with the label of the footnote in the document', () => {
  const { tree } = parseDocument('Text[^a] and[^b]\n\n[^a]: One\n\n[^b]: Two\n')
  assert.deepEqual(tree.nodes.map(blockPrinter(tree)), ['Text[^a] and[^b]', '[^a]: One', '[^b]: Two'])
})

test('an anchor is printed only where another heading takes the one that would be derived', () => {
  const { tree } = parseDocument('# Same\n\n# Same <a href="#first" id="first"></a>\n\n# Same\n')
  const kept = ['# Same', '# Same <a href="#first" id="first"></a>', '# Same']
  assert.deepEqual(tree.nodes.map(blockPrinter(tree)), kept)
  const [, , last] = tree.nodes
  assert.ok(last)
  assert.equal(printBlock(last, { nodes: [last] }), '# Same <a href="#same-1" id="same-1"></a>')
})

test('adjacent lists keep their markers apart, whatever empty paragraphs are between them', () => {
  const { tree } = parseDocument('- a\n\n* b\n\n- c\n\ntext\n\n- d\n')
  const empty = { object: 'block', type: 'paragraph', nodes: [] }
  const nodes = tree.nodes.flatMap((node) => [node, empty])
  assert.deepEqual(
    tree.nodes.map((node) => printBlock(node, { nodes })),
    ['- a', '* b', '- c', 'text', '- d'],
  )
})

test('a divider at the very start is printed so that it begins no front matter', () => {
  const { tree } = parseDocument('***\n\ntext\n\n***\n')
  assert.deepEqual(tree.nodes.map(blockPrinter(tree)), ['***', 'text', '---'])
})

test('a block that is not in the document is printed as if it were the last one', () => {
  const { tree } = parseDocument('# Same\n\n- a\n\n[^a]: One\n')
  const [heading, paragraph] = parseDocument('# Same\n\nText[^a]\n\n[^a]: One\n').tree.nodes
  assert.ok(heading && paragraph)
  assert.equal(printBlock(paragraph, tree), 'Text[^a]')
  assert.equal(printBlock({ ...heading, data: {} }, tree), '# Same')
})

/** What is printed of the whole document is its blocks in their order, with blank lines between them. */
function assertSameBytes(tree: PrintableTree, name?: string): number {
  const whole = printDocument(tree)
  const print = blockPrinter(tree)
  let at = 0
  for (const node of tree.nodes) {
    const printed = print(node)
    if (printed === '') continue
    while (at > 0 && whole[at] === '\n' && !whole.startsWith(printed, at)) at++
    assert.ok(whole.startsWith(printed, at), `${name ?? whole}: ${printed.slice(0, 200)}`)
    at += printed.length
  }
  assert.match(whole.slice(at), /^\s*(?:\[\^|$)/, name)
  return tree.nodes.length
}
