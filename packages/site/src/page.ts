import { renderAfter } from './frame/after.ts'
import { renderPageMeta } from './frame/head.ts'
import { renderDoors, renderHero } from './frame/hero.ts'
import { renderNotice } from './frame/notice.ts'
import { type Heading, renderOutline } from './frame/outline.ts'
import { renderBreadcrumbs, renderCover, renderPageHeader } from './frame/page-header.ts'
import { renderShell, renderSide } from './frame/shell.ts'
import { type Html, html } from './html.ts'
import type { PageView } from './view.ts'
import { type Words, wordsFor } from './words/index.ts'

/** A page of a site as a whole document. */
export function renderPage(page: PageView): string {
  const { site, language, title, description, layout } = page
  const words = wordsFor(language)
  const headings = layout.outline ? page.text.headings : []
  const isLanding = page.isFirst === true && (layout.isWide || page.cover !== undefined)
  return renderShell({
    site,
    language,
    words,
    title,
    description,
    head: renderPageMeta(page),
    menuTitle: title,
    hasOutline: headings.length > 1,
    hasSearch: !isLanding,
    content: isLanding ? renderLanding(page, headings, words) : renderReading(page, headings, words),
  })
}

/** Navigation, text and outline beside each other. */
function renderReading(page: PageView, headings: readonly Heading[], words: Words): Html {
  const { notice, cover } = page
  const full = cover?.isFullWidth ? renderCover(page) : undefined
  const article = html`${notice && renderNotice(notice, words)}${full === undefined && renderCover(page)}
${renderPageHeader(page, words)}
${renderText(page)}`
  return html`${full}<div class="grid">${renderPages(page, words)}
<main class="main" id="main" tabindex="-1"${page.layout.isWide && html` data-wide`}>
${renderArticle(article, page.text.aside)}
${renderAfter(page, words)}</main>
${headings.length > 1 && renderOutline(headings, words)}</div>`
}

function renderArticle(article: Html, aside: Html | undefined): Html {
  if (aside === undefined) return html`<article class="article">${article}</article>`
  return html`<article class="article article-split"><div>${article}</div>
<div class="prose article-aside">${aside}</div></article>`
}

/** A hero over the whole width, and below it the text. The author decides whether the tree is beside it. */
function renderLanding(page: PageView, headings: readonly Heading[], words: Words): Html {
  const { layout, notice, tree } = page
  const text = page.text.isEmpty ? renderDoors(tree) : renderText(page)
  const after = html`${notice && renderNotice(notice, words)}${renderBreadcrumbs(page, words)}${text}`
  const end = renderAfter(page, words)
  const side = renderPages(page, words)
  if (!layout.tableOfContents) {
    return html`<main id="main" tabindex="-1">${renderHero(page, words)}
<div class="bay landing">${after}${end}</div></main>${side}`
  }
  return html`${renderHero(page, words)}<div class="grid">${side}
<main class="main" id="main" tabindex="-1"${layout.isWide && html` data-wide`}>
<article class="article">${after}</article>${end}</main>
${headings.length > 1 && renderOutline(headings, words)}</div>`
}

function renderPages({ site, language, tree, layout }: PageView, words: Words): Html {
  return renderSide({ site, language, words, tree, isAside: layout.tableOfContents })
}

function renderText({ text }: PageView): Html {
  return html`<div class="prose">${text.html}</div>`
}
