import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type DocumentNode, parseDocument } from '@stemma/content'
import { renderMarkdown } from '../test/render.ts'
import { blockRenderers } from './index.ts'
import { inlineRenderers } from './inlines.ts'

test('every type of block and inline that the parser creates has a renderer', () => {
  const sources = readdirSync(parser).filter(
    (name) => /^(?:parse|inline)[-\w]*\.ts$/.test(name) && !name.includes('.test.'),
  )
  const text = sources.map((name) => readFileSync(new URL(name, parser), 'utf8')).join('\n')
  const written = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, type = '']) => type)
  const blocks = [
    ...written(/\b(?:place|placeContainer|placeSource|placeCaptioned)\(\s*parsing,\s*(?:pair, )?'([\w-]+)'/g),
    ...written(/\btype: '([\w-]+)'/g).filter((type) => !/^(?:text|color|expandable-)/.test(type)),
    ...written(
      /'(tabs-item|stepper-step|column|tabs|stepper|columns|content-ref|reusable-content|html|raw)'/g,
    ),
  ].filter((type) => type !== 'front-matter')
  const inlines = written(/\badd(?:Inline|Container)\(\w+, '([\w-]+)'/g)
  assert.ok(new Set(blocks).size > 25 && new Set(inlines).size > 7, 'the types are found')
  for (const type of blocks) assert.ok(type in blockRenderers, type)
  for (const type of inlines) assert.ok(type === 'html' || type in inlineRenderers, type)
})

const parser = new URL('../../../content/src/documents/', import.meta.url)

test('every document of the corpus is drawn, and has only known types', () => {
  for (const name of readdirSync(corpus)) {
    const markdown = readFileSync(new URL(name, corpus), 'utf8')
    for (const type of typesIn(parseDocument(markdown).tree.nodes)) {
      assert.ok(type in blockRenderers || type in inlineRenderers || type === 'html', type)
    }
    renderMarkdown(markdown)
  }
})

const corpus = new URL('../../../content/src/test/corpus/', import.meta.url)

function typesIn(nodes: readonly DocumentNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.object === 'text') return []
    const own = node.object === 'fragment' ? [] : [node.type]
    const fragments = node.object === 'fragment' ? [] : (node.fragments ?? [])
    return [...own, ...typesIn(node.nodes ?? []), ...typesIn(fragments)]
  })
}
