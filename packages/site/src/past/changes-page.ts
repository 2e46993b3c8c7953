import { noIndex } from '../frame/head.ts'
import { renderIcon } from '../frame/icon.ts'
import { renderShell, renderSide } from '../frame/shell.ts'
import { html } from '../html.ts'
import type { ChangesView } from '../view.ts'
import { dayOf, wordsFor } from '../words/index.ts'

/** What was merged into a site, day by day. Scripts mark what is new since the last visit. */
export function renderChanges({ site, language, merges }: ChangesView): string {
  const words = wordsFor(language)
  const { history } = words
  const days = Map.groupBy(merges, ({ mergedAt }) => dayOf(mergedAt, words))
  const drawn = [...days].map(
    ([day, some]) =>
      html`<section><h2>${day}</h2>${some.map(
        ({ title, mergedAt, pages }) => html`<article class="past-merge" data-merged="${mergedAt}">
<h3>${title}</h3><ul role="list">${pages
          .slice(0, pagesMax)
          .map(
            (page) =>
              html`<li><a href="${page.href}" rel="nofollow">${renderIcon('article')}${page.title}</a></li>`,
          )}${pages.length > pagesMax && html`<li>… ${pages.length - pagesMax}</li>`}</ul></article>`,
      )}</section>`,
  )
  const content = html`<main class="solo past-changes" id="main" tabindex="-1"><h1>${history.title}</h1>
<p class="lead">${merges.length === 0 ? history.none : history.lead}</p>
<p class="past-feed"><a href="${site.base}feed.xml">${renderIcon('rss')}${history.feed}</a></p>
${drawn}</main>
${renderSide({ site, language, words, tree: [], isAside: false })}`
  return renderShell({ site, language, words, title: history.title, head: noIndex, content })
}

const pagesMax = 12
