import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefersMarkdown } from './accept.ts'

test('Markdown is sent to clients that name it, unless they prefer HTML', () => {
  for (const [accept, expected] of [
    [undefined, false],
    ['*/*', false],
    ['text/html,application/xhtml+xml,*/*;q=0.8', false],
    ['text/markdown', true],
    ['Text/HTML, text/markdown;q=0.5', false],
    ['text/html;q=0.5, text/markdown', true],
    ['text/markdown, text/html, */*', true],
    ['text/markdown;q=0', false],
    ['text/markdown;charset=utf-8;q=0.4, text/html;q=0.3', true],
    ['text/markdown;q=much, text/html;q=0.3', false],
  ] as const) {
    assert.equal(prefersMarkdown(accept), expected, accept)
  }
})
