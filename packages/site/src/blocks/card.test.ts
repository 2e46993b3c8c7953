import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../test/render.ts'

test('a content reference is a card with title and description', () => {
  const html = renderMarkdown('{% content-ref url="/pages/p" %}\n[p](/pages/p)\n{% endcontent-ref %}\n', {
    locate: () => ({ href: '/p', title: 'Page', description: 'About it', icon: '🚀' }),
  })
  assert.match(html, /<a class="card" href="\/p">\n.*🚀.*<b>Page<\/b><small>About it<\/small>/)
})

test('a file is a card with its type and size', () => {
  const html = renderMarkdown('{% file src="/files/f" %}\nThe **manual**\n{% endfile %}\n', {
    locate: () => ({ href: '/f', title: 'm.pdf', file: { contentType: 'application/pdf', bytes: 84_321 } }),
  })
  assert.match(html, /<a class="card" href="\/f" download>\n.*<b>m\.pdf<\/b><small>PDF, 84\.3 kB<\/small>/)
  assert.match(html, /<figcaption>The <strong>manual<\/strong><\/figcaption>/)
})

test('an embed is a link, from which a script can load the frame', () => {
  const frame = { title: 'A film', site: 'Films', src: 'https://player.example/1' }
  const html = renderMarkdown('{% embed url="https://films.example/1" %}\n', { embed: () => frame })
  assert.match(
    html,
    /<a class="card" href="https:\/\/films\.example\/1" data-kind="embed" data-embed="https:\/\/player/,
  )
  assert.match(html, /Content from Films\. It loads after you select it\./)
  assert.doesNotMatch(html, /iframe/)
})

test('an embed of a website that is not known is a link with its host', () => {
  const html = renderMarkdown('{% embed url="https://www.example.com/a/" %}\n')
  assert.match(html, /<b>example\.com\/a<\/b><small>example\.com<\/small>/)
  assert.doesNotMatch(html, /data-embed/)
})
