import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../test/render.ts'

const file = { contentType: 'image/png', bytes: 9, width: 800, height: 400 }
const locate = () => ({ href: '/~site/files/a', title: 'a.png', file })

test('images have their size, and all but the first are loaded late', () => {
  const html = renderMarkdown('![A](/files/a)\n\n![B](/files/b)\n', { locate })
  assert.match(html, /<img src="\/~site\/files\/a" alt="A" width="800" height="400" decoding="async">/)
  assert.match(html, /alt="B" width="800" height="400" loading="lazy"/)
})

test('a width that the author gives keeps the shape of the file', () => {
  const html = renderMarkdown('<figure><img src="/files/a" alt="" width="200"></figure>\n', { locate })
  assert.match(html, /width="200" height="100"/)
})

test('an image can have a variant for the dark theme and a caption', () => {
  const html = renderMarkdown(
    '<figure><picture><source srcset="/files/d" media="(prefers-color-scheme: dark)">' +
      '<img src="/files/l" alt="x">' +
      '</picture><figcaption><p>Both</p></figcaption></figure>\n',
    { locate },
  )
  assert.match(html, /class="image-light"/)
  assert.match(html, /class="image-dark"/)
  assert.match(html, /<figcaption>Both<\/figcaption>/)
})

test('an image that the visitor can not see is its alternative text', () => {
  assert.match(renderMarkdown('![A map](/files/a)\n'), /<span class="link-broken"[^>]*>A map<\/span>/)
})

test('images are not loaded from data or scripts', () => {
  assert.doesNotMatch(renderMarkdown('![x](data:image/svg+xml,x) ![y](javascript:x)\n'), /<img/)
})
