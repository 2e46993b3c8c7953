import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../test/render.ts'

test('a hint is a note that names its style in words', () => {
  const html = renderMarkdown('{% hint style="warning" %}\nBack up first.\n{% endhint %}\n')
  assert.match(html, /<div class="hint tone-warning" role="note" aria-label="Warning">/)
  assert.match(html, /<p>Back up first\.<\/p>/)
})

test('an unknown style is shown as info and adds nothing to the markup', () => {
  const html = renderMarkdown(`{% hint style='x" onclick="alert(1)' %}\nHello.\n{% endhint %}\n`)
  assert.match(html, /class="hint tone-info"/)
  assert.doesNotMatch(html, /onclick/)
})
