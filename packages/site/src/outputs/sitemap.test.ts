import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderRobots, renderSitemap } from './sitemap.ts'

test('a sitemap names pages and when they changed', () => {
  const text = renderSitemap([{ url: 'https://docs.example/a?b&c', updatedAt: '2026-11-16T00:00:00.000Z' }])
  assert.match(text, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /)
  assert.match(text, /<loc>https:\/\/docs\.example\/a\?b&#38;c<\/loc>/)
  assert.match(text, /<lastmod>2026-11-16T00:00:00\.000Z<\/lastmod>/)
})

test('crawlers may read a public site, and no other', () => {
  const url = 'https://docs.example'
  assert.match(
    renderRobots({ url, isIndexed: true }),
    /Allow: \/\n\nSitemap: https:\/\/docs\.example\/sitemap\.xml/,
  )
  assert.match(renderRobots({ url, isIndexed: false }), /Disallow: \/\n/)
})
