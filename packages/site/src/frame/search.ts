import { type Html, html } from '../html.ts'
import type { SearchResultView } from '../view.ts'
import type { Words } from '../words/index.ts'
import { renderIcon } from './icon.ts'

/** A field that leads to the page with results, for places where search is the main thing. */
export function renderAsk(base: string, query: string, words: Words, hasKeys = false): Html {
  const { placeholder, submit } = words.search
  return html`<form class="ask" action="${base}~site/search" role="search">
${renderIcon('magnifying-glass')}<input type="search" name="q" value="${query}" autocomplete="off"
 placeholder="${placeholder}" aria-label="${placeholder}">
${hasKeys && html`<kbd class="scripted" aria-hidden="true">Ctrl K</kbd>`}
<button class="button button-primary" type="submit">${submit}</button></form>`
}

/** Empty until the reader opens it and types: then scripts fetch results, which the server draws. */
export function renderSearchDialog(base: string, words: Words): Html {
  const said = words.search
  return html`<dialog class="search" aria-label="${said.label}" data-failed="${said.failed}">
<form action="${base}~site/search" role="search">${renderIcon('magnifying-glass')}
<input type="search" name="q" autocomplete="off" placeholder="${said.placeholder}"
 aria-label="${said.placeholder}" role="combobox" aria-expanded="false" aria-controls="results"
 aria-autocomplete="list"><button class="plain" type="button" data-do="close-search"
 aria-label="Esc: ${said.close}"><kbd>Esc</kbd>${renderIcon('x', 'on-phone')}</button></form>
<div class="results" id="results" role="listbox" aria-label="${said.results}"></div>
<p class="search-status" role="status"></p>
<div class="search-keys" aria-hidden="true"><span><kbd>↑</kbd><kbd>↓</kbd>${said.select}</span>
<span><kbd>↵</kbd>${said.open}</span><span>${said.onlyReadable}</span></div></dialog>`
}

/** Results of one section stand together, in the order of the best of them. */
export function groupsOf(results: readonly SearchResultView[]): [string, SearchResultView[]][] {
  const groups = new Map<string, SearchResultView[]>()
  for (const result of results) {
    const [section = ''] = result.place
    groups.set(section, [...(groups.get(section) ?? []), result])
  }
  return [...groups]
}

/** A part of a page stands below the page if that is the result before it. */
export function renderResult(
  result: SearchResultView,
  before: SearchResultView | undefined,
  role?: Html,
): Html {
  const { title, href, place, excerpt } = result
  const isPart = href.includes('#')
  const isInside = isPart && before !== undefined && pageOf(before.href) === pageOf(href)
  const marked = excerpt.map((text, index) => (index % 2 === 1 ? html`<mark>${text}</mark>` : html`${text}`))
  const note = excerpt.length > 0 ? html`${marked}` : html`${place.slice(1).join(' · ')}`
  return html`<a href="${href}"${isInside && html` class="result-part"`}${role}>
${renderIcon(isPart ? 'hash' : 'article')}<span>${title}<small>${note}</small></span>
${renderIcon('arrow-elbow-down-left', 'result-go')}</a>`
}

const pageOf = (href: string) => href.split('#')[0]
