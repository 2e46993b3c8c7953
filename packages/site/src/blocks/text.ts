import type { DocumentBlock } from '@stemma/content'
import { type Html, html } from '../html.ts'
import type { Rendering } from './rendering.ts'

/** A paragraph of buttons is a row of them. */
export function renderParagraph({ data, nodes = [] }: DocumentBlock, { renderInlines }: Rendering): Html {
  const inlines = nodes.filter(
    (node) => node.object !== 'text' || node.leaves.some(({ text }) => text.trim() !== ''),
  )
  const hasOnlyButtons =
    inlines.length > 0 && inlines.every((node) => node.object === 'inline' && node.type === 'button')
  if (hasOnlyButtons) return html`<p class="buttons">${renderInlines(inlines)}</p>`
  const align = data?.align === 'center' || data?.align === 'end' ? data.align : undefined
  return html`<p${align !== undefined && html` class="text-${align}"`}>${renderInlines(nodes)}</p>`
}

export function renderQuote({ nodes = [] }: DocumentBlock, { renderBlocks }: Rendering): Html {
  return html`<blockquote>${renderBlocks(nodes)}</blockquote>`
}

export function renderDivider(): Html {
  return html`<hr>`
}

/** Blocks that only group others. */
export function renderChildren({ nodes = [] }: DocumentBlock, { renderBlocks }: Rendering): Html {
  return renderBlocks(nodes)
}

/** Footnotes are drawn at the end of the document. */
export function renderNothing(): Html {
  return html``
}
