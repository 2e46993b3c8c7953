import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../test/render.ts'

test('a list of short items has no paragraphs', () => {
  assert.equal(renderMarkdown('- one\n  - two\n'), '<ul><li>one<ul><li>two</li></ul></li></ul>')
})

test('an item of several paragraphs keeps them', () => {
  assert.equal(renderMarkdown('- one\n\n  more\n'), '<ul><li><p>one</p><p>more</p></li></ul>')
})

test('an ordered list begins at its number', () => {
  assert.equal(renderMarkdown('7. seven\n'), '<ol start="7"><li>seven</li></ol>')
})

test('a task says in words whether it is done', () => {
  const html = renderMarkdown('- [x] write\n- [ ] read\n')
  assert.match(html, /<li data-done>.*<span class="vh">Done: <\/span><div>write<\/div>/)
  assert.match(html, /<li><svg.*<span class="vh">To do: <\/span><div>read<\/div>/)
})
