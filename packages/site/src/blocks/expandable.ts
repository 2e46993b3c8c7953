import type { DocumentBlock } from '@stemma/content'
import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { partOf } from './data.ts'
import type { Rendering } from './rendering.ts'

export function renderExpandable(block: DocumentBlock, { renderBlocks, renderInlines }: Rendering): Html {
  const title = renderInlines(partOf(block, 'expandable-title'))
  const body = renderBlocks(partOf(block, 'expandable-body'))
  return html`<details class="expandable"><summary>${renderIcon('caret-right', 'turn')}<span>${
    title.text.trim() === '' ? '…' : title
  }</span></summary><div class="expandable-body">${body}</div></details>`
}
