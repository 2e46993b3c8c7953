import { type Html, html } from '../html.ts'
import type { HistoryView, PageView } from '../view.ts'
import { dayOf, type Words } from '../words/index.ts'
import { renderIcon, renderPageIcon } from './icon.ts'
import { renderThemedImage } from './links.ts'
import { renderActions } from './page-actions.ts'

/** Everything between the top of the article and its text. */
export function renderPageHeader(page: PageView, words: Words): Html {
  const { layout, title, description, icon, updatedAt } = page
  const day = layout.metadata && updatedAt !== undefined ? dayOf(updatedAt, words) : ''
  return html`${renderBreadcrumbs(page, words)}
<div class="page-head"><h1${!layout.title && html` class="vh"`}>${renderPageIcon(icon)}${title}</h1>
${renderActions(page, words)}</div>
${layout.description && description !== undefined && html`<p class="lead">${description}</p>`}
<div class="page-stamp">${day !== '' && html`<span>${words.updatedOn(day)}</span>`}${
    day !== '' && page.history && renderHistory(page.history, page.id, words)
  }</div>`
}

/** Scripts lead to the page as the reader saw it last, if it has changed since: only the browser knows. */
function renderHistory({ href, around, version }: HistoryView, id: string, { history }: Words): Html {
  const [before, after] = around
  return html`<a class="earlier" rel="nofollow" href="${href}" data-page="${id}" data-version="${version}"
 data-before="${before}" data-after="${after}" data-said="${history.sinceVisit}">${history.earlier}</a>`
}

export function renderBreadcrumbs({ breadcrumbs }: PageView, words: Words): Html | undefined {
  if (breadcrumbs.length === 0) return undefined
  return html`<nav class="crumbs" aria-label="${words.breadcrumbs}">${breadcrumbs.map(
    ({ title, href }, index) =>
      html`${index > 0 && renderIcon('caret-right', 'turn')}<a href="${href}">${title}</a>`,
  )}</nav>`
}

/** The picture above a page. It is decoration: the title says what the page is about. */
export function renderCover({ cover }: PageView): Html | undefined {
  const picture = cover && renderThemedImage(cover, '', 'cover-picture')
  if (cover === undefined || picture === undefined) return undefined
  // A style attribute could say exactly where, but the policy allows none: five places are enough.
  const place = Math.round((Math.max(-100, Math.min(100, cover.yPos)) + 100) / 50)
  const full = cover.isFullWidth && html` data-full`
  return html`<div class="cover" data-place="${place}"${full}>${picture}</div>`
}
