import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../test/render.ts'

test('text is escaped', () => {
  assert.equal(renderMarkdown('a < b & "c"\n'), '<p>a &#60; b &#38; &#34;c&#34;</p>')
})

test('marks are elements, and known colours are classes', () => {
  const html = renderMarkdown(
    '**b** *i* `c` ~~s~~ <kbd>k</kbd> x<sup>2</sup> <mark style="color:red;">r</mark> ' +
      '<mark style="background-color:yellow;">y</mark> <mark style="color:url(x)">u</mark>\n',
  )
  assert.equal(
    html,
    '<p><strong>b</strong> <em>i</em> <code>c</code> <s>s</s> <kbd>k</kbd> x<sup>2</sup> ' +
      '<span class="marks tone-danger">r</span> <mark class="marks tone-warning">y</mark> u</p>',
  )
})

test('a line break within a paragraph is kept', () => {
  assert.equal(renderMarkdown('one  \ntwo\n'), '<p>one<br>two</p>')
})

test('an emoji has its name, and an unknown name is text', () => {
  const html = renderMarkdown(':tada: :nothing_like_it:\n')
  assert.match(html, /<span class="emoji" role="img" aria-label="tada">🎉<\/span> :nothing_like_it:/)
})

test('an expression is its value for the visitor, or its source', () => {
  const markdown = 'Plan: <code class="expression">visitor.claims.plan</code>\n'
  assert.match(renderMarkdown(markdown, { evaluate: () => 'Pro & more' }), /Plan: Pro &#38; more/)
  assert.match(renderMarkdown(markdown), /<code>visitor\.claims\.plan<\/code>/)
})

test('a paragraph of buttons is a row of them', () => {
  const html = renderMarkdown('<a href="https://example.com" class="button primary">Start</a>\n')
  assert.match(html, /<p class="buttons"><a class="button button-primary" href="https:\/\/example\.com"/)
})
