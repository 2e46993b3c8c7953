import type { DocumentBlock } from '@stemma/content'
import type { Html } from '../html.ts'
import { renderEmbed } from './card.ts'
import { renderCodeFigure } from './code.ts'
import { recordOf, textIn } from './data.ts'
import { renderSource } from './html.ts'
import type { Rendering } from './rendering.ts'

/** Blocks of integrations are what they contain: a diagram, the page that they embed, or their name. */
export function renderIntegration(block: DocumentBlock, rendering: Rendering): Html {
  const integration = textIn(block.data, 'integration') ?? ''
  const { content, url } = recordOf(block.data?.props)
  if (integration === 'mermaid' && typeof content === 'string') {
    return renderCodeFigure({ code: content, syntax: 'mermaid' }, rendering)
  }
  if (typeof url === 'string') return renderEmbed({ ...block, data: { url } }, rendering)
  return renderSource(`@${integration}/${textIn(block.data, 'block')}`, true)
}
