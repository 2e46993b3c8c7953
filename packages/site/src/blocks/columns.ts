import type { DocumentBlock } from '@stemma/content'
import { type Html, html } from '../html.ts'
import { childrenOf, textIn } from './data.ts'
import type { Rendering } from './rendering.ts'

/** Columns have widths in twelfths. Those without a width share what is left. */
export function renderColumns({ nodes = [] }: DocumentBlock, { renderBlocks }: Rendering): Html {
  const given = nodes.map((node) => (node.object === 'block' ? twelfthsOf(node.data?.width) : undefined))
  const taken = given.reduce<number>((sum, width) => sum + (width ?? 0), 0)
  const open = given.filter((width) => width === undefined).length
  const share = open === 0 ? 12 : Math.max(1, Math.floor(Math.max(12 - taken, 0) / open))
  const columns = nodes.map((node, at) => {
    const alignment = node.object === 'block' ? textIn(node.data, 'verticalAlignment') : undefined
    const align = alignment === 'middle' || alignment === 'bottom' ? alignment : undefined
    const children = node.object === 'block' && node.type === 'column' ? childrenOf(node) : [node]
    const attribute = align !== undefined && html` data-align="${align}"`
    return html`<div class="columns-${given[at] ?? share}"${attribute}>${renderBlocks(children)}</div>`
  })
  return html`<div class="columns">${columns}</div>`
}

/** A width such as `50%` or `33.33%`, in twelfths. */
export function twelfthsOf(width: unknown): number | undefined {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,9})?)%$/.exec(typeof width === 'string' ? width : '') ?? []
  return percent === undefined
    ? undefined
    : Math.min(12, Math.max(1, Math.round((Number(percent) * 12) / 100)))
}
