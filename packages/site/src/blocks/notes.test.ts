import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument } from '@stemma/content'
import { renderMarkdown } from '../test/render.ts'

test('footnotes are numbered by their first reference and lead back to it', () => {
  const html = renderMarkdown('One[^b] two[^a] again[^b].\n\n[^a]: First\n\n[^b]: Second\n')
  assert.match(html, /One<sup class="notes-reference"><a href="#note:1" id="note-reference:1"/)
  assert.match(html, /two<sup class="notes-reference"><a href="#note:2"/)
  assert.match(html, /again<sup class="notes-reference"><a href="#note:1" aria-label="Footnote 1">1</)
  assert.match(html, /<li id="note:1"><p>Second<\/p><a class="notes-back" href="#note-reference:1">/)
})

test('a reference without a footnote is its label, and a footnote without a reference is not shown', () => {
  assert.equal(renderMarkdown('[^none]: Unused\n\nText\n'), '<p>Text</p>')
})

test('the footnotes of a reusable content have IDs of their own', () => {
  const reusable = () => parseDocument('In[^1].\n\n[^1]: Inner\n').tree.nodes
  const html = renderMarkdown('Out[^1].\n\n[^1]: Outer\n\n{% include "/reusable-contents/r" %}\n', {
    reusable,
  })
  assert.match(html, /<li id="note:1"><p>Outer/)
  assert.match(html, /<li id="note:1-1"><p>Inner/)
})
