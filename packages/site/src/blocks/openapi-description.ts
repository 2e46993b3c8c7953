import { type DocumentNode, parseDocument } from '@stemma/content'
import { type Html, html } from '../html.ts'
import type { Rendering } from './rendering.ts'

/** How much Markdown of one description is still parsed. What comes after that is plain text. */
export interface TextLimit {
  textLeft: number
}

export const textMax = 60_000

/** Descriptions are Markdown. Most are plain sentences, which need no parser. */
export function renderDescription(
  text: string | undefined,
  { renderBlocks }: Pick<Rendering, 'renderBlocks'>,
  limit: TextLimit,
): Html | undefined {
  if (text === undefined) return undefined
  const shown = text.slice(0, descriptionMax)
  if (!/[`*_[<\n\\&#>|{~:]/.test(shown) || shown.length > limit.textLeft) return html`<p>${shown}</p>`
  limit.textLeft -= shown.length
  return renderBlocks(parseDocument(shown).tree.nodes.flatMap(plain))
}

const descriptionMax = 20_000

/**
 * A description comes from somewhere else than the page: it shows no content of the space, and no other
 * description, which could contain this one. Its headings are not places of the page.
 */
function plain(node: DocumentNode): readonly DocumentNode[] {
  if (node.object === 'text') return [node]
  const nodes = (node.nodes ?? []).flatMap(plain)
  if (node.object === 'inline') return [{ ...node, nodes } as DocumentNode]
  if (node.object !== 'block') return [{ ...node, nodes } as DocumentNode]
  if (!shown.has(node.type)) return nodes
  if (node.type.startsWith('heading-')) return [{ ...node, nodes, type: 'heading-3', data: { level: 4 } }]
  return [{ ...node, nodes } as DocumentNode]
}

const shown: ReadonlySet<string> = new Set([
  ...['paragraph', 'heading-1', 'heading-2', 'heading-3', 'blockquote', 'divider'],
  ...['list-ordered', 'list-unordered', 'list-tasks', 'list-item', 'code', 'code-line', 'math'],
  ...['table', 'images', 'image', 'hint', 'tabs', 'tabs-item', 'expandable', 'html', 'raw'],
])
