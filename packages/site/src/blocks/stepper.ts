import type { DocumentBlock } from '@stemma/content'
import { renderPageIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { childrenOf, textIn } from './data.ts'
import type { Rendering } from './rendering.ts'

/** Steps have numbers, or the icons that authors choose. */
export function renderStepper({ nodes = [] }: DocumentBlock, { renderBlocks }: Rendering): Html {
  const steps = nodes.map((node) => {
    const isStep = node.object === 'block' && node.type === 'stepper-step'
    const icon = isStep ? renderPageIcon(textIn(node.data, 'icon')) : undefined
    const sign = icon !== undefined && html`<span class="stepper-sign">${icon}</span>`
    return html`<li>${sign}${renderBlocks(isStep ? childrenOf(node) : [node])}</li>`
  })
  return html`<ol class="stepper" role="list">${steps}</ol>`
}
