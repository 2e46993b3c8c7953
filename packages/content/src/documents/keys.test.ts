import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DocumentNode } from './nodes.ts'
import { parseDocument } from './parse.ts'

const texts = [
  'one',
  'two *b*',
  'one',
  '- a\n- b\n\n  a',
  '{% hint %}\none\n\ntwo\n{% endhint %}',
  '> one',
  '```\na\na\n```',
  '| a |\n|---|\n| a |\n| a |',
  '<details>\n<summary>x</summary>\n\none\n\n</details>',
  '## 漢字 😀',
  '![a](b "c")',
  '<figure><img src="x"><figcaption>c</figcaption></figure>',
]

test('every block has a key that is its own', () => {
  const documents = fc.array(fc.constantFrom(...texts), { maxLength: 30 })
  fc.assert(
    fc.property(documents, (paragraphs) => {
      const parsed = parseDocument(paragraphs.join('\n\n'))
      const keys = keysIn(parsed.tree.nodes)
      assert.equal(new Set(keys).size, keys.length)
      assert.ok(keys.every((key) => /^[A-Za-z0-9_-]{1,128}$/.test(key)))
      assert.deepEqual(
        parsed.blocks.map(({ key }) => key),
        parsed.tree.nodes.map(({ key }) => key),
      )
    }),
  )
})

test('blocks keep their keys when others are edited, added or taken away', () => {
  const unlike = texts.slice(1)
  const places = fc.nat({ max: unlike.length - 1 })
  fc.assert(
    fc.property(places, fc.constantFrom('', 'edited', '# edited'), (place, edited) => {
      const before = parseDocument(unlike.join('\n\n')).blocks
      const after = parseDocument(unlike.with(place, edited).join('\n\n')).blocks
      const others = before.filter((_, at) => at !== place).map(({ key }) => key)
      const kept = edited === '' ? after : after.filter((_, at) => at !== place)
      assert.deepEqual(
        kept.map(({ key }) => key),
        others,
      )
    }),
  )
})

test('blocks inside keep their keys when others beside them are edited', () => {
  const before = keysIn(parseDocument('> a\n>\n> b\n>\n> - c').tree.nodes)
  const after = keysIn(parseDocument('> A and more\n>\n> b\n>\n> - c').tree.nodes)
  assert.deepEqual(
    before.filter((key) => !after.includes(key)),
    before.slice(0, 2),
  )
  assert.equal(before.length, 6)
})

test('equal blocks are told apart by their number, those at the top first', () => {
  const [first = '', second] = parseDocument('x\n\nx').blocks.map(({ key }) => key)
  assert.equal(second, `${first}-2`)
  assert.match(first, /^[A-Za-z0-9_-]{12}$/)
  assert.equal(parseDocument('> x\n\nx').blocks[1]?.key, first)
})

test('a block of another type has another key, and so has one of another source', () => {
  const keyOf = (markdown: string) => parseDocument(markdown).blocks[0]?.key
  const sources = [
    'x',
    '# x',
    '> x',
    '- x',
    '* x',
    '    x',
    'x\\',
    '[x]: x',
    '<x>',
    '{% x %}',
    '*x*',
    '**x**',
  ]
  assert.equal(new Set(sources.map(keyOf)).size, sources.length)
  assert.equal(keyOf('x'), keyOf('\n\n  x\n'))
  assert.notEqual(keyOf('![x]'), keyOf('![x]\n\n[x]: y'))
})

function keysIn(nodes: readonly DocumentNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.object === 'text') return []
    const below = [...(node.nodes ?? []), ...(node.object === 'fragment' ? [] : (node.fragments ?? []))]
    return [...(node.object === 'block' ? [node.key ?? ''] : []), ...keysIn(below)]
  })
}
