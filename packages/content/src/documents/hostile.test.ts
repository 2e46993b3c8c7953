import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quickestMs } from '../test/cpu-time.ts'
import { depthMax, nodesMax } from './bounds.ts'
import type { DocumentNode } from './nodes.ts'
import { parseDocument } from './parse.ts'
import { printDocument } from './print.ts'

/** Maximum CPU time for any of these documents. */
const millisecondsMax = 2_000

const many = (text: string, count: number) => text.repeat(count)
const nested = (levels: number, step: number) =>
  Array.from({ length: levels }, (_, at) => `${many(' ', at * step)}- a`).join('\n')
const growing = (sign: string, count: number) =>
  Array.from({ length: count }, (_, at) => `e${many(sign, at)}`).join('')

const documents: readonly (readonly [string, string])[] = [
  ['quotes in each other', `${many('>', 10_000)} a`],
  ['quotes in each other with space', `${many('> ', 500_000)}a`],
  ['items in each other', `${many('- ', 5_000)}a`],
  ['items in each other on one line', `${many('* ', 200_000)}a`],
  ['numbered items in each other', `${many('1. ', 100_000)}a`],
  ['quotes and items in each other', `${many('> - ', 100_000)}a`],
  ['items in each other by their indent', nested(900, 2)],
  ['items in each other before blank lines', `${nested(300, 2)}\n${many('\n', 300_000)}`],
  ['opening brackets', many('[', 50_000)],
  ['brackets in each other', many('[', 50_000) + many('](a)', 50_000)],
  ['images that never end', many('![[](', 100_000)],
  ['links', many('[a](b) ', 40_000)],
  ['links that never end', many('[a](<b', 50_000)],
  ['definitions', many('[a]: b\n', 50_000)],
  ['stars', many('*a ', 50_000)],
  ['stars and lines', many('***a__ ', 50_000)],
  ['stars and lines over many lines', many('_a__ **b*\n', 30_000)],
  ['emphasis in emphasis', many('*', 50_000) + many('a*', 50_000)],
  ['words of lines', many('_a', 100_000)],
  ['stars between letters beyond ASCII', many('漢*字😀', 60_000)],
  ['entities', many('&amp;', 60_000)],
  ['entities among words', many('a &amp; b\n', 30_000)],
  ['brackets behind an address', `www.a.b/${many(')', 200_000)}a`],
  ['lines behind an address', `http://a.b/${many('_', 200_000)}`],
  ['addresses', many('http://a.b ', 60_000)],
  ['mail addresses', many('a@b.c ', 60_000)],
  ['formulas that never end', growing('$', 1_000)],
  ['footnotes', many('[^a]: b\n', 60_000)],
  ['code that never ends', growing('`', 1_000)],
  [
    'a table of twenty thousand rows',
    `| a | b | c |\n|---|---|---|\n${many('| 1 | **2** | &amp; |\n', 20_000)}`,
  ],
  ['a table of many columns', `${many('|a', 20_000)}\n${many('|-', 20_000)}\n${many('|b\n', 20_000)}`],
  ['a table that is none', `|a|\n|-|-|\n${many('|***a__ _b** |\n', 20_000)}`],
  ['hints that never end', many('{% hint %}\n', 20_000)],
  ['hints on one line', many('{% hint %}', 20_000)],
  ['hints in each other', many('{% hint %}\n', 20_000) + many('{% endhint %}\n', 20_000)],
  ['hints that others end', many('{% hint %}\n', 10_000) + many('{% endtabs %}\n', 10_000)],
  ['tags that never end', many('{% a\n', 60_000)],
  ['tags behind a fence that is none', `<div>\n\`\`\`\n</div>\n\n${many('{% hint %}\n', 20_000)}`],
  ['details that never end', many('<details>', 10_000)],
  ['details in each other', many('<details>\n\n', 10_000) + many('</details>\n\n', 10_000)],
  ['tags in text', `a${many('<b>', 60_000)}${many('</b>', 60_000)}`],
  ['tags in a paragraph of HTML', `<p align="center">${many('<b>', 60_000)}${many('</b>', 60_000)}</p>`],
  ['attributes that never end', `<div>${many('<a b="', 60_000)}`],
  ['rare entities in HTML', `<p align="center">${many('&mdash;&zwnj;', 30_000)}</p>`],
  ['rows of HTML', `<table>${many('<tr><td>a</td></tr>', 40_000)}</table>`],
  ['paragraphs', many('a\n\n', 60_000)],
  ['equal headings', many('# a\n', 30_000)],
  ['spaces', `a: \\* ${many(' ', 500_000)}b\n`],
  ['spaces in what is too deep', `${many('*a ', 120)}${many(' ', 200_000)}b${many('*', 120)}`],
  ['carriage returns', many('\r', 500_000)],
  ['keys of keys', `---\n${many('? ', 20_000)}\n---\n`],
  ['front matters', many('---\n', 50_000)],
]

for (const [name, markdown] of documents) {
  test(`${name} take no more time than they are worth`, () => {
    const took = quickestMs(() => parseDocument(markdown, { page: true }), millisecondsMax)
    assert.ok(took < millisecondsMax, `${took} ms`)
    const { tree, blocks } = parseDocument(markdown, { page: true })
    const { nodes, depth } = sizeOf(tree.nodes)
    assert.ok(nodes <= nodesMax, `${nodes} nodes`)
    assert.ok(depth <= 2 * depthMax + 4, `${depth} levels`)
    assert.equal(markdown.slice(blocks.at(-1)?.end).trim(), '')
  })
}

test('a heading with a long space before its anchor is printed in no more time than it is worth', () => {
  const text = `a${many(' ', 200_000)}b`
  const leaves = [{ object: 'leaf' as const, text, marks: [] }]
  const nodes = [{ object: 'text', leaves }]
  const block = { object: 'block' as const, type: 'heading-2' as const, data: { id: 'elsewhere' }, nodes }
  const took = quickestMs(() => printDocument({ nodes: [block] }), millisecondsMax)
  assert.ok(took < millisecondsMax, `${took} ms`)
})

test('what is too deep is one block of source', () => {
  const { tree } = parseDocument(`${many('> ', 150)}a\n\nb`)
  let [node, depth]: [DocumentNode | undefined, number] = [tree.nodes[0], 0]
  while (node?.object === 'block' && node.type === 'blockquote') {
    node = node.nodes?.[0]
    depth++
  }
  assert.ok(node?.object === 'block' && node.type === 'raw')
  assert.equal(depth, depthMax + 1)
  assert.equal(node.data?.markdown, `${many('> ', 150 - depth)}a`)
  assert.equal(tree.nodes[1]?.type, 'paragraph')
})

test('what is too much is one block of source at the end', () => {
  const markdown = many('a *b*\n\n', 51_000)
  const { tree, blocks } = parseDocument(markdown)
  const last = blocks.at(-1)
  assert.equal(last?.type, 'raw')
  assert.equal(tree.nodes.at(-1)?.data?.markdown, markdown.slice(last?.start).trimEnd())
  assert.equal(tree.nodes.at(-2)?.type, 'paragraph')
})

test('long texts that cost nothing are parsed as what they are', () => {
  const typesOf = (markdown: string) => [...new Set(parseDocument(markdown).blocks.map(({ type }) => type))]
  const code = many('const a_b = `c` * d_e && http://f.g/_)\n', 5_000)
  assert.deepEqual(typesOf(`\`\`\`\n${code}\`\`\``), ['code'])
  assert.deepEqual(typesOf(`- a\n\n  \`\`\`\n${code.replaceAll(/^/gm, '  ')}\n  \`\`\``), ['list-unordered'])
  assert.deepEqual(typesOf(`| a | b |\n|---|---|\n${many('| **a** | http://b.c |\n', 8_000)}`), ['table'])
  assert.deepEqual(typesOf(many('- **a** _b_ &amp; http://c.d\n', 8_000)), ['list-unordered'])
  assert.deepEqual(typesOf(`![a](data:image/png;base64,${many('iVBORw0KGgo+/', 20_000)}=)`), ['images'])
  assert.deepEqual(typesOf(many('漢字の**文**です。', 500)), ['paragraph'])
})

function sizeOf(tree: readonly DocumentNode[]): { nodes: number; depth: number } {
  const waiting = tree.map((node) => ({ node, depth: 1 }))
  let [nodes, depth] = [0, 0]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    nodes++
    depth = Math.max(depth, next.depth)
    if (next.node.object === 'text') continue
    const fragments = next.node.object === 'fragment' ? [] : (next.node.fragments ?? [])
    for (const node of [...(next.node.nodes ?? []), ...fragments])
      waiting.push({ node, depth: next.depth + 1 })
  }
  return { nodes, depth }
}
