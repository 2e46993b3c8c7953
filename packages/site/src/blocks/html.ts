import {
  type DocumentBlock,
  type DocumentNode,
  decodeEntities,
  type HtmlItem,
  readHtml,
} from '@stemma/content'
import { type Html, html } from '../html.ts'
import { textIn } from './data.ts'
import { type HtmlPlace, renderElement } from './html-elements.ts'
import type { Rendering } from './rendering.ts'

/** HTML that authors write. Known elements are drawn, and everything else is shown as it is written. */
export function renderHtml({ data }: DocumentBlock, rendering: Rendering): Html {
  return renderHtmlSource(textIn(data, 'markdown') ?? '', rendering)
}

export function renderHtmlSource(source: string, rendering: Rendering): Html {
  return renderItems(readHtml(source), source, { rendering, isFlow: true, parent: '' })
}

/** Source that the parser doesn't understand. Definitions of links are not shown. */
export function renderRaw({ data }: DocumentBlock): Html {
  const source = textIn(data, 'markdown') ?? ''
  return definition.test(source) ? html`` : renderSource(source, true)
}

const definition = /^\s*\[[^\]^][^\]]*\]:/

/** Draws blocks, among which the tags of an element can be blocks of their own. */
export function renderHtmlBlocks(
  nodes: readonly DocumentNode[],
  rendering: Rendering,
  renderNode: (node: DocumentNode) => Html,
): Html {
  return renderSiblings(nodes, { rendering, isFlow: true, parent: '' }, renderNode)
}

/** Draws inlines, among which every tag of HTML is an inline of its own. */
export function renderInlineHtml(
  nodes: readonly DocumentNode[],
  rendering: Rendering,
  renderNode: (node: DocumentNode) => Html,
): Html {
  return renderSiblings(nodes, { rendering, isFlow: false, parent: '' }, renderNode)
}

function renderSiblings(
  nodes: readonly DocumentNode[],
  place: HtmlPlace,
  renderNode: (node: DocumentNode) => Html,
): Html {
  const tags = nodes.map(loneTag)
  const ends = endsOf(tags)
  const renderRange = (from: number, to: number, within: HtmlPlace): Html => {
    const parts: Html[] = []
    for (let at = from; at < to; at++) {
      const [node, tag, end] = [nodes[at], tags[at], ends.get(at)]
      if (node === undefined) break
      const [start] = [at]
      const element =
        tag === undefined || end === undefined
          ? undefined
          : renderElement(tag, within, (inner) => renderRange(start + 1, end, inner))
      if (element !== undefined && end !== undefined) at = end
      const isHtml = node.object !== 'text' && node.object !== 'fragment' && node.type === 'html'
      const source = isHtml ? (textIn(node.data, 'markdown') ?? '') : ''
      parts.push(element ?? (isHtml ? renderItems(readHtml(source), source, within) : renderNode(node)))
    }
    return html`${parts}`
  }
  return renderRange(0, nodes.length, place)
}

type Tag = HtmlItem & { readonly kind: 'open' | 'close' }

/** The tag that is all there is in a node. */
function loneTag(node: DocumentNode): Tag | undefined {
  if (node.object === 'text' || node.object === 'fragment' || node.type !== 'html') return undefined
  const source = textIn(node.data, 'markdown')?.trim() ?? ''
  const [item, ...others] = source.length > tagMax ? [] : readHtml(source)
  return item !== undefined && others.length === 0 && isTag(item) ? item : undefined
}

const tagMax = 2_000

function isTag(item: HtmlItem): item is Tag {
  return item.kind === 'open' || item.kind === 'close'
}

/** For each start tag, the place of its end tag. */
function endsOf(tags: readonly (Tag | undefined)[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const [at, tag] of tags.entries()) {
    if (tag?.kind === 'open' && open.length < nestingMax) open.push(at)
    if (tag?.kind !== 'close') continue
    const start = open.findLastIndex((index) => tags[index]?.name === tag.name)
    if (start < 0) continue
    ends.set(open[start] ?? 0, at)
    open.length = start
  }
  return ends
}

const nestingMax = 50

function renderItems(items: readonly HtmlItem[], source: string, place: HtmlPlace): Html {
  return html`${items.map((item) => renderItem(item, source, place))}`
}

function renderItem(item: HtmlItem, source: string, place: HtmlPlace): Html {
  const written = source.slice(item.start, item.end)
  if (item.kind === 'text') return html`${decodeEntities(written)}`
  if (item.kind === 'comment' && written.startsWith('<!--')) return html``
  const element =
    item.kind === 'element'
      ? renderElement(item, place, (inner) => renderItems(item.children, source, inner))
      : undefined
  return element ?? renderSource(written, place.isFlow && place.parent === '')
}

/** Source that can't be drawn, as a block or within a text. */
export function renderSource(source: string, isBlock: boolean): Html {
  if (!isBlock) return html`<code>${source}</code>`
  return html`<pre class="html-source" tabindex="0"><code>${source.trim()}</code></pre>`
}
