import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument } from '@stemma/content'
import { renderMarkdown } from '../test/render.ts'
import { codesIn } from './index.ts'

test('code can be scrolled with the keyboard, has a name and can be copied', () => {
  const html = renderMarkdown('```js\na < b\n```\n')
  assert.match(html, /<pre tabindex="0" role="group" aria-label="JavaScript code">/)
  assert.match(html, /<span class="code-line">a &#60; b\n<\/span>/)
  assert.match(
    html,
    /<button class="code-copy scripted" type="button" data-do="copy-code" aria-label="Copy code">/,
  )
})

test('highlighted words have classes', () => {
  const highlight = () => [[{ text: 'let', kind: 'keyword' as const }, { text: ' a<b' }]]
  assert.match(renderMarkdown('```js\nlet a<b\n```\n', { highlight }), /<i class="k">let<\/i> a&#60;b/)
})

test('a title, line numbers and wrapping are as the author asks', () => {
  const html = renderMarkdown(
    '{% code title="a.ts" overflow="wrap" lineNumbers="true" %}\n```ts\nlet a\n```\n{% endcode %}\n',
  )
  assert.match(html, /<figure class="code" data-numbered data-wrapped>/)
  assert.match(html, /<figcaption>.*<b>a\.ts<\/b><span>TypeScript<\/span><\/figcaption>/)
})

test('lines named in braces are marked', () => {
  const html = renderMarkdown('```js {2-3}\n1\n2\n3\n4\n```\n')
  assert.equal(html.match(/code-marked/g)?.length, 2)
})

test('added and removed lines keep their signs and are highlighted without them', () => {
  const markdown = '```js diff\n a\n-b\n+c\n```\n'
  assert.deepEqual(codesIn(parseDocument(markdown).tree.nodes), [{ code: 'a\nb\nc', syntax: 'js' }])
  const html = renderMarkdown(markdown)
  assert.match(html, /<span class="code-line code-removed"><span class="code-sign">-<\/span>b\n/)
  assert.match(html, /<span class="code-line code-added"><span class="code-sign">\+<\/span>c\n/)
})

test('code to highlight is found once, also in tabs and in reusable contents', () => {
  const fence = '```py\nx\n```'
  const tabs = `{% tabs %}\n{% tab title="A" %}\n${fence}\n\n{% endtab %}\n{% endtabs %}`
  const markdown = `${fence}\n\n${tabs}\n\n{% include "/reusable-contents/r" %}\n`
  const reusable = () => parseDocument('```go\ny\n```\n').tree.nodes
  assert.deepEqual(codesIn(parseDocument(markdown).tree.nodes, reusable), [
    { code: 'x', syntax: 'py' },
    { code: 'y', syntax: 'go' },
  ])
})
