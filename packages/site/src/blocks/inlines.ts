import { type DocumentInline, type DocumentNode, emojiNamed } from '@stemma/content'
import { renderPageIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { textIn } from './data.ts'
import { renderInlineHtml } from './html.ts'
import { renderInlineImage } from './images.ts'
import { renderButton, renderLink, renderMention } from './link.ts'
import { renderMarks } from './marks.ts'
import { renderFormula } from './math.ts'
import { renderAnnotation } from './notes.ts'
import type { Rendering } from './rendering.ts'

/** Draws the inlines of a paragraph, a heading or a cell. */
export function renderInlineNodes(nodes: readonly DocumentNode[], rendering: Rendering): Html {
  if (nodes.some((node) => node.object === 'inline' && node.type === 'html')) {
    return renderInlineHtml(nodes, rendering, (node) => renderInlineNode(node, rendering))
  }
  return html`${nodes.map((node) => renderInlineNode(node, rendering))}`
}

/** Only comparisons of two texts have these. */
const comparison: Readonly<Record<string, (inline: DocumentInline, rendering: Rendering) => Html>> = {
  inserted: ({ nodes = [] }, { renderInlines }) => html`<ins>${renderInlines(nodes)}</ins>`,
  deleted: ({ nodes = [] }, { renderInlines }) => html`<del>${renderInlines(nodes)}</del>`,
}

/** Every type of inline that `parseDocument` creates, except `html`, which is drawn with its siblings. */
export const inlineRenderers: Readonly<
  Record<string, (inline: DocumentInline, rendering: Rendering) => Html>
> = {
  link: renderLink,
  mention: renderMention,
  button: renderButton,
  annotation: renderAnnotation,
  'inline-image': renderInlineImage,
  'inline-math': ({ data }) => renderFormula(textIn(data, 'formula') ?? '', 'inline'),
  emoji: renderEmoji,
  icon: ({ data }) => renderPageIcon(textIn(data, 'icon')) ?? html``,
  expression: renderExpression,
  ...comparison,
}

function renderInlineNode(node: DocumentNode, rendering: Rendering): Html {
  if (node.object === 'text') return html`${node.leaves.map(renderMarks)}`
  const render = node.object === 'inline' ? inlineRenderers[node.type] : undefined
  return node.object === 'inline' && render !== undefined ? render(node, rendering) : html``
}

/** A name without an emoji is the text that it was written as. */
function renderEmoji({ data }: DocumentInline): Html {
  const name = textIn(data, 'code') ?? ''
  const emoji = emojiNamed(name)
  if (emoji === undefined) return html`:${name}:`
  return html`<span class="emoji" role="img" aria-label="${name.replaceAll('_', ' ')}">${emoji}</span>`
}

function renderExpression({ data }: DocumentInline, { evaluate }: Rendering): Html {
  const source = textIn(data, 'expression') ?? ''
  const value = evaluate?.(source)
  return value === undefined ? html`<code>${source}</code>` : html`${value}`
}
