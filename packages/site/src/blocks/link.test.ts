import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../test/render.ts'

const locate = () => ({ href: '/docs/start', title: 'Start' })

test('a link to a page leads to where the page is', () => {
  assert.equal(renderMarkdown('[a](/pages/p)\n', { locate }), '<p><a href="/docs/start">a</a></p>')
})

test('a link without text has the title of its page', () => {
  assert.equal(renderMarkdown('[](/pages/p)\n', { locate }), '<p><a href="/docs/start">Start</a></p>')
})

test('a link that leads nowhere is text that says so', () => {
  assert.equal(
    renderMarkdown('[a](/pages/p)\n'),
    '<p><span class="link-broken" title="This link leads to a page that is not available.">a</span></p>',
  )
})

test('a link to another host is opened as the site wants', () => {
  const markdown = '[a](https://example.com)\n'
  assert.match(renderMarkdown(markdown), /<a href="https:\/\/example\.com" rel="noopener">/)
  assert.match(renderMarkdown(markdown, { opensOutsideLinks: true }), / target="_blank" rel="noopener">/)
})

test('only some schemes are links, however they are written', () => {
  const refused = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#10;script:alert(1)',
    '&#1;javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    'intent://x',
  ]
  for (const url of refused) assert.doesNotMatch(renderMarkdown(`[a](<${url}>)\n`, { locate }), /href=/, url)
  for (const url of ['http://a.example', 'mailto:a@example.com', 'tel:+3912345']) {
    assert.match(renderMarkdown(`[a](<${url}>)\n`), /href=/, url)
  }
})

test('a link in a link is text', () => {
  const html = renderMarkdown('[a <a href="https://b.example">b</a> c](https://a.example)\n')
  assert.equal(html.match(/<a /g)?.length, 1)
})
