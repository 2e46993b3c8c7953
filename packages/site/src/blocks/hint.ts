import type { DocumentBlock } from '@stemma/content'
import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import type { Rendering } from './rendering.ts'

const styles = ['info', 'success', 'warning', 'danger'] as const

/** Authors can write any style: a known style becomes a class, every other is shown as `info`. */
export function renderHint({ data, nodes = [] }: DocumentBlock, { words, renderBlocks }: Rendering): Html {
  const style = styles.find((known) => known === data?.style) ?? 'info'
  return html`<div class="hint tone-${style}" role="note" aria-label="${words.hints[style]}">${renderIcon(
    icons[style],
  )}<div class="hint-body">${renderBlocks(nodes)}</div></div>`
}

const icons = {
  info: 'info',
  success: 'check-circle',
  warning: 'warning',
  danger: 'warning-octagon',
} as const
