import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument } from '@stemma/content'
import { renderMarkdown } from '../test/render.ts'
import { headingsOf } from './index.ts'

test('headings are below the title of the page and link to themselves', () => {
  const html = renderMarkdown('# One\n\n## Two\n\n### Three\n\n##### Five\n')
  assert.match(html, /<h2 id="one">One<a class="heading-link" href="#one" aria-label="Link to One">/)
  assert.match(html, /<h2 id="two">/)
  assert.match(html, /<h3 id="three">/)
  assert.match(html, /<h4 id="five">/)
})

test('screen readers hear of no level that is skipped, whatever the author writes', () => {
  const html = renderMarkdown('##### Five\n\n##### Five\n\n### Three\n\n## Two\n\n### Three\n')
  assert.deepEqual(
    [...html.matchAll(/<(h\d)[^>]*?( aria-level="\d")?>/g)].map(([, name, level]) => `${name}${level ?? ''}`),
    ['h4 aria-level="2"', 'h4 aria-level="3"', 'h3', 'h2', 'h3'],
  )
})

test('the outline has the headings of the text and of steps, with the IDs that are drawn', () => {
  const markdown = [
    '## A *b*',
    '{% stepper %}\n{% step %}\n### In a step\n{% endstep %}\n{% endstepper %}',
    '{% tabs %}\n{% tab title="T" %}\n### In a tab\n{% endtab %}\n{% endtabs %}',
    '{% include "/reusable-contents/r" %}',
  ].join('\n\n')
  const reusable = () => parseDocument('## A b\n').tree.nodes
  const html = renderMarkdown(markdown, { reusable })
  const headings = headingsOf(parseDocument(markdown).tree.nodes, reusable)
  assert.deepEqual(headings, [
    { id: 'a-b', title: 'A b', level: 2 },
    { id: 'in-a-step', title: 'In a step', level: 3 },
    { id: 'a-b-1', title: 'A b', level: 2 },
  ])
  for (const { id } of headings) assert.ok(html.includes(`id="${id}"`), id)
})
