import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outlineOf } from '../test/outline.ts'
import { parseDocument } from './parse.ts'

const blocks: readonly (readonly [string, string, readonly string[]])[] = [
  ['a paragraph', 'one\ntwo\n', ['paragraph', '  "one two"']],
  ['a setext heading', 'Ab\n===\n', ['heading-1 {"id":"ab"}', '  "Ab"']],
  ['a deep heading with its level', '##### X', ['heading-3 {"id":"x","level":5}', '  "X"']],
  ['an anchor', '## A *b* <a href="#q" id="q"></a>', ['heading-2 {"id":"q"}', '  "A " "b"[italic]']],
  ['a divider', '---', ['divider']],
  ['a quote', '> a\n>\n> b', ['blockquote', '  paragraph', '    "a"', '  paragraph', '    "b"']],
  [
    'a list with its start',
    '3. a\n4. b',
    [
      'list-ordered {"start":3}',
      '  list-item',
      '    paragraph',
      '      "a"',
      '  list-item',
      '    paragraph',
      '      "b"',
    ],
  ],
  [
    'a loose list',
    '- a\n\n  b\n',
    ['list-unordered', '  list-item', '    paragraph', '      "a"', '    paragraph', '      "b"'],
  ],
  [
    'tasks',
    '- [ ] a\n- [x] b',
    [
      'list-tasks',
      '  list-item {"checked":false}',
      '    paragraph',
      '      "a"',
      '  list-item {"checked":true}',
      '    paragraph',
      '      "b"',
    ],
  ],
  [
    'code',
    '```ts x=1\na\n\n b\n```',
    [
      'code {"syntax":"ts","meta":"x=1"}',
      '  code-line',
      '    "a"',
      '  code-line',
      '    ""',
      '  code-line',
      '    " b"',
    ],
  ],
  ['indented code', '    a\n', ['code', '  code-line', '    "a"']],
  ['a formula', '$$\nx^2\n$$', ['math {"formula":"x^2"}']],
  [
    'an image alone',
    '![a](b.png "c")',
    [
      'images',
      '  image {"ref":{"kind":"url","url":"b.png"},"alt":"a"}',
      '    #caption',
      '      paragraph',
      '        "c"',
    ],
  ],
  ['a footnote', '[^n]: x', ['footnote {"label":"n"}', '  paragraph', '    "x"']],
  ['a definition', '[a]: b "c"', ['raw {"markdown":"[a]: b \\"c\\""}']],
  ['other HTML', '<section>\n x\n</section>', ['html {"markdown":"<section>\\n x\\n</section>"}']],
  [
    'a table',
    '| A *b* | C |\n|---|:-:|\n| 1 | 2 |\n| 3 |',
    [
      `table ${JSON.stringify({
        view: 'grid',
        records: {
          r1: { orderIndex: '000001', values: { c1: 'r1c1', c2: 'r1c2' } },
          r2: { orderIndex: '000002', values: { c1: 'r2c1' } },
        },
        definition: {
          c1: { id: 'c1', type: 'text', title: 'A b' },
          c2: { id: 'c2', type: 'text', title: 'C', textAlignment: 'center' },
        },
      })}`,
      '  #r1c1',
      '    paragraph',
      '      "1"',
      '  #r1c2',
      '    paragraph',
      '      "2"',
      '  #r2c1',
      '    paragraph',
      '      "3"',
    ],
  ],
]

for (const [name, markdown, outline] of blocks) {
  test(`${name} becomes a block`, () => assert.deepEqual(outlineOf(markdown), outline))
}

test('line breaks of all kinds give the same blocks', () => {
  const markdown = '# A\n\none\ntwo  \nthree\n\n- a\n- b\n\n```\nx\ny\n```\n\n{% hint %}\nz\n{% endhint %}\n'
  const outline = outlineOf(markdown)
  assert.equal(outline.at(-1), '    "z"')
  for (const end of ['\r\n', '\r']) assert.deepEqual(outlineOf(markdown.replaceAll('\n', end)), outline)
})

test('anchors are unique, and those that are written are given to nobody else', () => {
  const markdown = '# Same\n\n# Same\n\n## Other <a id="same-1"></a>\n\n> # Same\n\n# Ünï çode\n\n# 漢字\n'
  const ids = parseDocument(markdown).tree.nodes.map(({ data, nodes }) => {
    const [inner] = nodes ?? []
    return data?.id ?? (inner?.object === 'block' ? inner.data?.id : undefined)
  })
  assert.deepEqual(ids, ['same', 'same-2', 'same-1', 'same-3', 'uni-code', ids[5]])
  assert.match(String(ids[5]), /^section-[0-9a-f]{8}$/)
})

test('the title of a page is what the front matter says, or else a heading at the very start', () => {
  const heading = parseDocument('# A **b** :x:\n\ntext', { page: true })
  assert.equal(heading.title, 'A b :x:')
  assert.deepEqual(
    heading.tree.nodes.map(({ type }) => type),
    ['paragraph'],
  )
  assert.deepEqual(
    heading.blocks.map(({ type }) => type),
    ['heading-1', 'paragraph'],
  )

  const front = parseDocument('---\ntitle: B\n---\n\n# A\n', { page: true })
  assert.equal(front.title, 'B')
  assert.deepEqual(front.frontMatter, { title: 'B' })
  assert.deepEqual(
    front.tree.nodes.map(({ type }) => type),
    ['heading-1'],
  )

  const numbered = parseDocument('---\ntitle: 7\n---\n\n# A\n', { page: true })
  assert.equal(numbered.title, 'A')

  const titles = ['x\n\n# A\n', '## A', '# \n\nx', '> # A', ''].map(
    (text) => parseDocument(text, { page: true }).title,
  )
  assert.deepEqual(titles, [undefined, undefined, undefined, undefined, undefined])
  assert.equal(parseDocument('# A').title, undefined)
})

test('the title of a page takes no anchor away from a heading', () => {
  const { tree } = parseDocument('# A\n\n## A\n', { page: true })
  assert.deepEqual(tree.nodes[0]?.data, { id: 'a' })
})

test('a document of nothing is empty', () => {
  for (const markdown of ['', '\n', ' \r\n\t', '\uFEFF']) {
    const { tree, blocks, links } = parseDocument(markdown)
    assert.deepEqual([tree.nodes, blocks, links], [[], [], []])
  }
})

test('source inside of a quote or an item is shown without the marks of those', () => {
  const markdown =
    '> [a]: b\n>   "c"\n>\n> <section>\n> x\n> </section>\n\n- a\n\n  <section>\n    x\n  </section>\n'
  const sources = outlineOf(markdown).filter((line) => /raw|html/.test(line))
  assert.deepEqual(sources, [
    '  raw {"markdown":"[a]: b\\n  \\"c\\""}',
    '  html {"markdown":"<section>\\nx\\n</section>"}',
    '    html {"markdown":"<section>\\n  x\\n</section>"}',
  ])
})
