import { renderingFor } from '../blocks/index.ts'
import { renderDescription } from '../blocks/openapi-description.ts'
import { type Operation, operationAt, resolverOf } from '../blocks/openapi-document.ts'
import {
  drawingWith,
  renderParts,
  renderSamples,
  renderUrl,
  type Title,
} from '../blocks/openapi-operation.ts'
import type { Lookups, Rendering } from '../blocks/rendering.ts'
import { type Html, html } from '../html.ts'
import type { TextView } from '../view.ts'
import { wordsFor } from '../words/index.ts'
import { callOriginOf } from './call.ts'
import type { Reference, ReferenceEntry } from './reference.ts'

/** The page of an operation: what it does on the left, and how to call it on the right. */
export function drawReferenceEntry(
  { document }: Reference,
  entry: ReferenceEntry,
  lookups: Lookups,
  { language, callHref }: { readonly language: string; readonly callHref: string },
): TextView {
  const rendering = renderingFor({ ...lookups, words: wordsFor(language) })
  const operation = operationAt(document, entry)
  if (operation === undefined) return { html: html``, headings: [], isEmpty: true }
  const drawing = drawingWith(rendering, resolverOf(document))
  const title: Title = (text, more) => {
    rendering.takeLevel(2)
    return html`<h2>${text}${more}</h2>`
  }
  const text = renderDescription(operation.description, rendering, drawing)
  const parts = renderParts(operation, drawing, title)
  return {
    html: html`<div class="openapi openapi-page">${text && html`<div class="openapi-lead">${text}</div>`}
${renderUrl(operation, rendering)}${renderCallFrame(operation, callHref, rendering)}${parts}</div>`,
    aside: html`<div class="openapi openapi-samples">${renderSamples(operation, drawing, title)}</div>`,
    headings: [],
    isEmpty: false,
  }
}

/** Opened by the reader, and loaded only then. */
function renderCallFrame(operation: Operation, href: string, { words }: Rendering): Html | false {
  if (callOriginOf(operation) === undefined) return false
  const { tryIt } = words.openapi
  return html`<details class="openapi-call scripted"><summary class="button">${tryIt}</summary>
<iframe src="${href}" title="${tryIt}: ${operation.title}" loading="lazy"
 sandbox="allow-scripts allow-forms"></iframe></details>`
}
