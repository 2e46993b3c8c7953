import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderPage } from './page.ts'
import { givenItem, givenPage, givenSettings, givenSite, givenText, sampleTree } from './test/sample-site.ts'
import type { PageView } from './view.ts'

const layout = givenPage().layout
const hostile = '"><script>alert(1)</script>'

test('everything that people write is escaped', () => {
  const text = renderPage(
    givenPage({
      title: hostile,
      description: hostile,
      icon: hostile,
      tree: [givenItem(hostile, { href: hostile })],
      breadcrumbs: [{ title: hostile, href: `/${hostile}` }],
      notice: { kind: 'preview', title: hostile, href: '/' },
      site: givenSite({ title: hostile, settings: givenSettings({ title: hostile }) }),
    }),
  )
  assert.doesNotMatch(text, /<script>alert/)
  assert.doesNotMatch(text, /\balert\(1\)<\/script>/)
})

test('the current page is marked once in the tree, and its branch is open', () => {
  const text = renderPage(givenPage())
  assert.equal(text.match(/aria-current="page"/g)?.length, 1)
  assert.match(text, /<a href="\/docs\/send-your-first-event" aria-current="page">/)
  assert.match(text, /<details open><summary aria-label="Contents: Protect slow endpoints">/)
})

test('a branch of a large tree that was left out leads to its page', () => {
  const text = renderPage(givenPage({ tree: [givenItem('API', { hasChildren: true })] }))
  assert.match(text, /<a href="\/docs\/api">.*icon-caret-right/s)
  assert.doesNotMatch(text, /<details/)
})

test('parts that the layout turns off are absent, and the title stays for screen readers', () => {
  const off = {
    ...layout,
    title: false,
    description: false,
    outline: false,
    pagination: false,
    metadata: false,
  }
  const text = renderPage(givenPage({ layout: off }))
  assert.match(text, /<h1 class="vh">Send your first event<\/h1>/)
  assert.doesNotMatch(text, /class="(?:lead|outline|pager)"|Updated on/)
})

test('actions without a URL, and those that the site does not offer, are absent', () => {
  const text = renderPage(givenPage({ actions: { markdown: '/docs/a.md', mcp: '/docs/~site/mcp' } }))
  assert.match(text, /View as Markdown/)
  assert.doesNotMatch(text, /Connect by MCP|Download as PDF|Edit this page|Did this page help/)
})

test('links of the site that lead nowhere for the visitor are absent', () => {
  const text = renderPage(givenPage({ site: givenSite({ locate: () => undefined }) }))
  assert.doesNotMatch(text, />Support<|>Plans</)
  const scripted = givenSite({ locate: () => ({ href: 'javascript:alert(1)' }) })
  assert.doesNotMatch(renderPage(givenPage({ site: scripted })), /javascript:/)
})

test('links to other hosts open in a new tab if the site says so', () => {
  const site = givenSite()
  const settings = { ...site.settings, externalLinks: { target: 'blank' } as const }
  const text = renderPage(givenPage({ site: { ...site, settings } }))
  assert.match(text, /href="https:\/\/example.org\/support" target="_blank" rel="noopener"/)
  assert.doesNotMatch(text, /href="\/docs\/[^"]*" target/)
})

test('a site without sections, variants, links and footer has none of their bars', () => {
  const site = givenSite({ sections: [], variants: [], settings: givenSettings() })
  const text = renderPage(givenPage({ site }))
  assert.match(text, /header-bare/)
  assert.doesNotMatch(text, /class="sections"|footer-groups|popovertarget="variants"/)
})

test('a right-to-left language turns the page around', () => {
  assert.match(renderPage(givenPage({ language: 'ar' })), /<html lang="ar" dir="rtl"/)
  assert.match(renderPage(givenPage({ language: 'he' })), /<html lang="he" dir="rtl"/)
  assert.match(renderPage(givenPage({ language: 'de-AT' })), /<html lang="de-AT" dir="ltr"/)
})

test('pages that are not indexed say so, and others say where they are', () => {
  const noIndex = /<meta name="robots" content="noindex">/
  assert.doesNotMatch(renderPage(givenPage()), noIndex)
  assert.match(renderPage(givenPage({ isIndexed: false })), noIndex)
  assert.match(renderPage(givenPage({ site: givenSite({ isIndexed: false }) })), noIndex)
  const alternates = [{ language: 'de', url: 'https://example.com/docs/de/x' }]
  const text = renderPage(givenPage({ alternates }))
  assert.match(text, /<link rel="canonical" href="https:\/\/example.com\/docs\/send-your-first-event">/)
  assert.match(text, /<link rel="alternate" hreflang="de" href="https:\/\/example.com\/docs\/de\/x">/)
})

test('structured data names the page and the way to it', () => {
  const text = renderPage(givenPage({ title: 'A </script> in a title' }))
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? ''
  const [article, trail] = JSON.parse(json)['@graph']
  assert.equal(article.headline, 'A </script> in a title')
  assert.equal(trail.itemListElement[0].item, 'https://example.com/docs/')
})

test('a first page with a wide layout begins with a hero, and shows the groups if nothing is written', () => {
  const wide = { ...layout, isWide: true, tableOfContents: false }
  const landing = (changes: Partial<PageView>) =>
    renderPage(givenPage({ isFirst: true, layout: wide, ...changes }))
  assert.match(landing({ text: givenText('') }), /class="hero".*class="doors".*Deliver reliably/s)
  assert.doesNotMatch(landing({}), /class="doors"/)
  assert.doesNotMatch(landing({ isFirst: false }), /class="hero"/)
  const cover = { light: 'https://example.com/a.png', yPos: 0, isFullWidth: true }
  assert.match(landing({ layout, cover }), /class="hero" data-cover><div class="cover"/)
})

test('icons are sent once, in the style of the site, and unknown names draw nothing', () => {
  const site = givenSite()
  const styling = { ...site.settings.styling, icons: 'solid' } as const
  const text = renderPage(
    givenPage({ site: { ...site, settings: { ...site.settings, styling } }, icon: 'gear' }),
  )
  assert.equal(text.match(/<symbol id="icon-gear"/g)?.length, 1)
  assert.notEqual(symbolIn(text, 'gear'), symbolIn(renderPage(givenPage({ icon: 'gear' })), 'gear'))
  assert.doesNotMatch(renderPage(givenPage({ icon: 'no-such-icon' })), /no-such-icon/)
  assert.match(renderPage(givenPage({ icon: '🚀' })), /<h1><span class="icon" aria-hidden="true">🚀<\/span>/)
})

test('everything that refers to an icon finds it', () => {
  const text = renderPage(givenPage({ tree: sampleTree }))
  for (const [, name = ''] of text.matchAll(/href="#icon-([a-z-]+)"/g)) {
    assert.match(text, new RegExp(`<symbol id="icon-${name}"`), name)
  }
})

test('without a choice of themes, the reader gets the one of the site', () => {
  const themes = { default: 'dark', toggeable: false } as const
  const text = renderPage(givenPage({ site: givenSite({ settings: givenSettings({ themes }) }) }))
  assert.match(text, /<html [^>]*data-theme="dark"/)
  assert.doesNotMatch(text, /data-toggle|data-do="theme"/)
})

test('no element has a style attribute or a script besides the one line', () => {
  const text = renderPage(givenPage())
  assert.doesNotMatch(text, /\sstyle=|\son[a-z]+=/)
  assert.equal(text.match(/<script>/g)?.length, 1)
})

function symbolIn(text: string, name: string): string | undefined {
  return new RegExp(`<symbol id="icon-${name}".*?</symbol>`, 's').exec(text)?.[0]
}
