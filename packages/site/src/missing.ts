import { noIndex } from './frame/head.ts'
import { renderIcon } from './frame/icon.ts'
import { renderAsk } from './frame/search.ts'
import { renderShell, renderSide } from './frame/shell.ts'
import { type Html, html } from './html.ts'
import type { MissingView, NearestView } from './view.ts'
import { type Words, wordsFor } from './words/index.ts'

/** The page for a URL without a page: says so, and offers search and the nearest pages. */
export function renderMissing({ site, language, tree, path, nearest }: MissingView): string {
  const words = wordsFor(language)
  const [before, after] = words.missing.text
  const content = html`<main class="solo" id="main" tabindex="-1"><p class="eyebrow">404</p>
<h1>${words.missing.title}</h1><p class="lead">${before}<code>/${path}</code>${after}</p>
${renderAsk(site.base, queryOf(path), words)}
${nearest.length > 0 && renderNearest(nearest.slice(0, 5), words)}</main>
${renderSide({ site, language, words, tree, isAside: false })}`
  return renderShell({
    site,
    language,
    words,
    title: words.missing.title,
    head: noIndex,
    content,
    hasSearch: false,
  })
}

/** The words of the last part of the path are probably what the reader looks for. */
function queryOf(path: string): string {
  return (path.split('/').findLast((part) => part !== '') ?? '').replaceAll(/[-_.]+/g, ' ')
}

function renderNearest(nearest: readonly NearestView[], words: Words): Html {
  return html`<h2>${words.missing.nearest}</h2><ul class="rows" role="list">${nearest.map(
    ({ title, href, place = [] }) =>
      html`<li><a href="${href}">${renderIcon('article')}<span>${title}${
        place.length > 0 && html`<small>${place.join(' · ')}</small>`
      }</span>${renderIcon('arrow-right', 'turn')}</a></li>`,
  )}</ul>`
}
