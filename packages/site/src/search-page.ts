import { noIndex } from './frame/head.ts'
import { groupsOf, renderAsk, renderResult } from './frame/search.ts'
import { renderShell, renderSide } from './frame/shell.ts'
import { type Html, html } from './html.ts'
import type { SearchView } from './view.ts'
import { type Words, wordsFor } from './words/index.ts'

/** Search results as a page, for readers without scripts and for links. */
export function renderSearch({ site, language, query, results, tree = [] }: SearchView): string {
  const words = wordsFor(language)
  const groups = groupsOf(results).map(
    ([title, found], index) =>
      html`<section aria-labelledby="group-${index}"><h2 class="results-group" id="group-${index}">${
        title || words.search.results
      }</h2>${found.map((result, at) => renderResult(result, found[at - 1]))}</section>`,
  )
  const content = html`<main class="solo" id="main" tabindex="-1"><h1>${words.search.label}</h1>
${renderAsk(site.base, query, words)}<p class="tries">${summaryOf(query, results.length, words)}</p>
<div class="results">${groups}</div></main>
${renderSide({ site, language, words, tree, isAside: false })}`
  return renderShell({
    site,
    language,
    words,
    title: words.search.label,
    head: noIndex,
    content,
    hasSearch: false,
  })
}

/** The options of the dialog, which scripts insert there. The first line says how many there are. */
export function renderSearchFragment({ language, query, results }: SearchFragmentView): string {
  const words = wordsFor(language)
  let id = 0
  const option = () => {
    id++
    return html` role="option" id="result-${id}" aria-selected="${id === 1 ? 'true' : 'false'}" tabindex="-1"`
  }
  const groups = groupsOf(results).map(
    (
      [title, found],
      index,
    ) => html`<div role="group" aria-labelledby="group-${index}"><div class="results-group"
 id="group-${index}" role="presentation">${title || words.search.results}</div>${found.map((result, at) =>
   renderResult(result, found[at - 1], option()),
 )}</div>`,
  )
  return html`${groups}<p data-status>${summaryOf(query, results.length, words)}</p>`.text
}

type SearchFragmentView = Pick<SearchView, 'language' | 'query' | 'results'>

function summaryOf(query: string, count: number, { search }: Words): Html {
  if (query.trim() === '') return html`${search.ask}`
  if (count > 0) return html`${search.count(count, query)}`
  return html`${search.none(query)}. ${search.noneNote}`
}
