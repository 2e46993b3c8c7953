import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeMarkdown } from './entities.ts'
import { parseDocument } from './parse.ts'

const inlines = [
  ...[
    'word ',
    'é',
    '漢字',
    '😀',
    '👩‍👩‍👧',
    'שלום ',
    'مرحبا',
    '\u00A0',
    '\u2028',
    '\f',
    '&amp;',
    '\\*',
    '*',
    '**',
    '_',
  ],
  ...[
    '`',
    '``',
    '~~',
    '[x](y)',
    '[x](<y z> "t")',
    '![i](s)',
    '[a]',
    '[^1]',
    'http://a.b',
    '$$',
    '<b>',
    '</b>',
  ],
  ...['<br>', ':smile:', '"', '|', '<img src="i">', '<a href="q">z</a>', '{% x %}', '\\', '\uFEFF'],
]
const starts = [
  ...[
    '# ',
    '## ',
    '> ',
    '- ',
    '* ',
    '1. ',
    '- [ ] ',
    '    ',
    '  ',
    '\t',
    '```',
    '~~~',
    '---',
    '===',
    '[a]: b',
  ],
  ...['[^1]: ', '| a | b |\n|---|---|\n', '| c | d |', '<div>', '</div>', '<details>', '</details>', '$$'],
  ...['<summary>S</summary>', '<!-- c -->', '<!-- ', '<? x ?>', '<figure><img src="a.png"></figure>'],
  ...['<p align="center">x</p>', '<table><tr><td>', '</td></tr></table>', '<p align="right">', '</p>'],
  ...['{% hint style="info" %}', '{% endhint %}', '{% tabs %}', '{% tab title="A" %}', '{% endtab %}'],
  ...['{% endtabs %}', '{% embed url="http://e" %}', '{% endembed %}', '{% code %}', '{% endcode %}'],
]
const breaks = ['\n', '\n\n', '\r\n', '\r\n\r\n', '\r', '  \n', '\\\n', '\n \t\n']

const pieces = fc.oneof(fc.constantFrom(...inlines), fc.constantFrom(...starts), fc.constantFrom(...breaks))
const heads = fc.constantFrom('', '\uFEFF', '---\ntitle: x\n---\n', '---\r\na: [\r\n---\r\n\r\n', '---\n')
const documents = fc
  .tuple(heads, fc.array(pieces, { maxLength: 40 }))
  .map(([head, parts]) => head + parts.join(''))

test('blocks and the blank gaps between them are exactly the document', () => {
  fc.assert(
    fc.property(documents, fc.boolean(), (markdown, page) => {
      const { blocks } = parseDocument(markdown, { page })
      let [joined, at] = ['', 0]
      for (const { start, end } of blocks) {
        assert.ok(start >= at && end > start)
        const gap = markdown.slice(at, start)
        assert.equal(gap.trim(), '')
        joined += gap + markdown.slice(start, end)
        at = end
      }
      assert.equal(markdown.slice(at).trim(), '')
      assert.equal(joined + markdown.slice(at), markdown)
    }),
    { numRuns: Number(process.env.RUNS ?? 1_000) },
  )
})

test('every link lies in its block and says what is written there', () => {
  fc.assert(
    fc.property(documents, (markdown) => {
      const { blocks, links } = parseDocument(markdown)
      for (const { start, end, block, destination } of links) {
        const home = blocks.find(({ key }) => key === block)
        assert.ok(home !== undefined && start >= home.start && end <= home.end)
        const written = markdown.slice(start, end)
        assert.ok(destination.endsWith(written) || destination.endsWith(decodeMarkdown(written)))
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 500) },
  )
})

test('a text of one block at the top is that block and its indent', () => {
  const sources = [
    'a\n  b',
    '# a #',
    'a\n---',
    '- a\n\n  b\n- c',
    '> a\nb',
    '```\na\n\n```',
    '    a\n\n    b',
    '<div>\na\n</div>',
    '{% hint %}\n\na\n\n{% endhint %}',
    '| a |\n|---|\n| b |',
    '[a]: b\n"c"',
    '[^a]: b\n\n    c',
    '$$\na\n\nb\n$$',
    '<details>\n\na\n\n</details>',
    '- a\n\n  {% hint %}\n  b\n  {% endhint %}',
    '> <? a ?>',
    '- <!-- a -->',
  ]
  for (const source of sources) {
    for (const end of ['\n', '\r\n', '\r']) {
      const written = source.replaceAll('\n', end)
      const markdown = `${end}😀 é${end}${end}${written}${end}${end}---${end}`
      const [, block] = parseDocument(markdown).blocks
      assert.equal(markdown.slice(block?.start, block?.end), written)
    }
  }
})

test('a heading below a definition begins behind it', () => {
  for (const [markdown, text] of [
    ['[a]: b\n*c*\nd\n===\n', '*c*\nd\n==='],
    ['[a]: b\n[c]: d\n e\n---', 'e\n---'],
  ] as const) {
    const heading = parseDocument(markdown).blocks.at(-1)
    assert.match(heading?.type ?? '', /^heading/)
    assert.equal(markdown.slice(heading?.start, heading?.end), text)
  }
  const [quote] = parseDocument('> [a]: b\n> c\n> ===\n').tree.nodes
  assert.deepEqual(
    quote?.nodes?.map((node) => (node.object === 'block' ? node.type : '')),
    ['raw', 'heading-1'],
  )
})

test('a block ends before the line break, even if another one follows without a gap', () => {
  for (const first of ['- a\n\n  <? b ?>', '1. <!-- c -->', '> <div>', '- ```\n  a\n  ```', '{% hint %}']) {
    for (const end of ['\n', '\r\n']) {
      const markdown = `${first}\n* c\n`.replaceAll('\n', end)
      const [block] = parseDocument(markdown).blocks
      assert.equal(markdown.slice(block?.start, block?.end), first.replaceAll('\n', end))
    }
  }
})

test('a byte order mark belongs to no block', () => {
  const { blocks } = parseDocument('\uFEFF# a\n')
  assert.deepEqual(
    blocks.map(({ start, end }) => [start, end]),
    [[1, 4]],
  )
})
