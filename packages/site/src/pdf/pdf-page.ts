import { noIndex } from '../frame/head.ts'
import { renderIcon } from '../frame/icon.ts'
import { renderShell, renderSide } from '../frame/shell.ts'
import { type Html, html } from '../html.ts'
import type { PDFView } from '../view.ts'
import { type Words, wordsFor } from '../words/index.ts'

/** Where a visitor asks for a PDF and waits for it. The server has browsers load it again; no script does. */
export function renderPDF(view: PDFView): string {
  const { site, language, page } = view
  const words = wordsFor(language)
  const { title, body } = partsOf(view, words)
  const content = html`<main class="pdf solo" id="main" tabindex="-1"><p class="eyebrow">PDF</p>
<h1>${title}</h1>${body}
<p><a href="${page.href}">${renderIcon('arrow-left', 'turn')}${words.pdf.back}</a></p></main>
${renderSide({ site, language, words, tree: [], isAside: false })}`
  return renderShell({ site, language, words, title, head: noIndex, content })
}

function partsOf(
  { page, state, form, file, before = 0 }: PDFView,
  words: Words,
): { title: string; body: Html } {
  const { pdf, blocks } = words
  const queue = before > 0 && html`<br>${pdf.before(before)}`
  switch (state) {
    case 'waiting':
      return {
        title: pdf.waiting,
        body: html`<p class="lead" role="status">${page.title}${queue}</p>
<progress aria-label="${pdf.waiting}"></progress><p>${pdf.waitingNote}</p>`,
      }
    case 'ready':
      return {
        title: pdf.ready,
        body: html`<p class="lead" role="status">${page.title}</p><p>${pdf.readyNote}</p>
<p><a class="button button-primary" href="${file}" rel="nofollow">
${renderIcon('file-pdf')}${blocks.download}</a></p>`,
      }
    case 'failed':
      return {
        title: pdf.failed,
        body: html`<p class="lead">${pdf.failedNote}</p>${renderChoice(form, words)}`,
      }
    case 'busy':
      return { title: pdf.busy, body: html`<p class="lead">${pdf.busyNote}</p>${renderChoice(form, words)}` }
    default:
      return { title: page.title, body: html`<p class="lead">${pdf.lead}</p>${renderChoice(form, words)}` }
  }
}

/** Crawlers follow links, but send no forms: only people have PDFs made. */
function renderChoice({ action, pageId, hasPagesBelow }: PDFView['form'], { pdf }: Words): Html {
  return html`<form class="buttons" method="post" action="${action}">
<input type="hidden" name="page" value="${pageId}">
<button class="button button-primary" name="of" value="page">${
    hasPagesBelow ? pdf.alone : pdf.make
  }</button>${
    hasPagesBelow && html`<button class="button" name="of" value="pages">${pdf.below}</button>`
  }</form>`
}
