import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../test/render.ts'

test('known elements are drawn with the attributes that are allowed', () => {
  assert.equal(
    renderMarkdown('<dl title="t" class="c" onclick="x"><dt>Term</dt><dd>Meaning</dd></dl>\n'),
    '<dl title="t"><dt>Term</dt><dd>Meaning</dd></dl>',
  )
})

test('everything else is shown as it is written', () => {
  const html = renderMarkdown('<script>alert(1)</script>\n')
  assert.match(html, /<code>&#60;script&#62;alert\(1\)&#60;\/script&#62;<\/code>/)
})

test('tags around Markdown are an element', () => {
  assert.equal(renderMarkdown('<div>\n\n*a*\n\n</div>\n'), '<div><p><em>a</em></p></div>')
  assert.equal(renderMarkdown('a <u>b **c**</u>\n'), '<p>a <u>b <strong>c</strong></u></p>')
})

test('an element in a place where browsers would move it is shown as text', () => {
  assert.match(renderMarkdown('| a |\n|---|\n| x <td>y</td> |\n'), /<td>x <code>&#60;td&#62;<\/code>y/)
  assert.match(renderMarkdown('a <div>b</div>\n'), /<p>a <code>&#60;div&#62;<\/code>b/)
})

test('comments and definitions of links are not shown', () => {
  assert.equal(renderMarkdown('<!-- a -->\n\n[ref]: https://example.com\n'), '')
})

test('links and images of HTML follow the same rules', () => {
  const html = renderMarkdown('<div><a href="javascript:x">a</a><img src="javascript:x" alt="b"></div>\n')
  assert.doesNotMatch(html, /javascript|<img/)
})
