import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../test/render.ts'

test('a formula is MathML without styles', () => {
  const html = renderMarkdown('Let $$a^2$$ be.\n\n$$\n\\frac{1}{2} \\color{red}{x}\n$$\n')
  assert.match(html, /<msup><mi>a<\/mi><mn>2<\/mn><\/msup>/)
  assert.match(html, /<div class="math" tabindex="0" role="group"[^>]*><math [^>]*display="block"/)
  assert.doesNotMatch(html, /style=|annotation/)
})

test('a formula that can not be read is shown as it is written', () => {
  assert.match(renderMarkdown('$$\n\\frac{1\n$$\n'), /<code>\\frac\{1<\/code>/)
})

test('a formula can not bring links, images or classes', () => {
  const html = renderMarkdown('$$\n\\href{javascript:x}{a} \\includegraphics{b} \\htmlClass{c}{d}\n$$\n')
  assert.doesNotMatch(html, /href=|<img|class="c/)
})
