import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderGate } from './gate.ts'
import { renderMissing } from './missing.ts'
import { renderSearch, renderSearchFragment } from './search-page.ts'
import { givenSite, sampleTree } from './test/sample-site.ts'
import type { SearchResultView } from './view.ts'

const site = givenSite()
const results: readonly SearchResultView[] = [
  {
    title: 'Retries',
    href: '/docs/retries',
    place: ['Guides', 'Deliver'],
    excerpt: ['If it fails, it ', 'retries', '.'],
  },
  { title: 'Schedule', href: '/docs/retries#schedule', place: ['Guides', 'Deliver'], excerpt: [] },
  { title: '<b>Retry</b>', href: '/docs/api', place: ['API'], excerpt: ['<i>', '<u>'] },
]

test('results stand in the groups of their sections, with the found words marked and escaped', () => {
  const text = renderSearch({ site, language: 'en', query: '"retry"', results })
  assert.match(text, /3 results for “&#34;retry&#34;”/)
  assert.match(text, />Guides<\/h2>.*>API<\/h2>/s)
  assert.match(text, /<mark>retries<\/mark>/)
  assert.match(text, /<mark>&#60;u&#62;<\/mark>/)
  assert.match(text, /class="result-part"/)
  assert.match(text, /<input type="search" name="q" value="&#34;retry&#34;"/)
})

test('a search without results says what to do', () => {
  assert.match(
    renderSearch({ site, language: 'en', query: 'zzz', results: [] }),
    /No results for “zzz”\. Check/,
  )
  assert.match(renderSearch({ site, language: 'en', query: ' ', results: [] }), /Enter one or more words/)
})

test('the fragment has options with different ids, of which the first is selected', () => {
  const text = renderSearchFragment({ language: 'en', query: 'retry', results })
  assert.deepEqual(
    [...text.matchAll(/role="option" id="([^"]*)" aria-selected="(\w+)"/g)].map(([, id, selected]) => [
      id,
      selected,
    ]),
    [
      ['result-1', 'true'],
      ['result-2', 'false'],
      ['result-3', 'false'],
    ],
  )
  assert.match(text, /<p data-status>3 results/)
})

test('a missing page offers at most five others and searches for the end of its path', () => {
  const nearest = ['a', 'b', 'c', 'd', 'e', 'f'].map((title) => ({
    title: `Page ${title}`,
    href: `/docs/${title}`,
  }))
  const path = 'guides/retry-policy<script>'
  const text = renderMissing({ site, language: 'en', tree: sampleTree, path, nearest })
  assert.match(text, /<code>\/guides\/retry-policy&#60;script&#62;<\/code>/)
  assert.match(text, /value="retry policy&#60;script&#62;"/)
  assert.match(text, /Page e/)
  assert.doesNotMatch(text, /Page f/)
  assert.match(text, /noindex/)
})

test('a gate shows nothing of a site that the visitor may not know', () => {
  const { asset } = site
  const unknown = renderGate({ kind: 'missing', language: 'en', asset })
  assert.doesNotMatch(unknown, /Fernpost|custom\.css/)
  const known = renderGate({
    kind: 'sign-in',
    language: 'en',
    asset,
    site,
    signIn: 'https://id.example/?a=1&b=2',
  })
  assert.match(known, /Fernpost Docs/)
  assert.match(known, /href="https:\/\/id\.example\/\?a=1&#38;b=2"/)
})
