import type { DocumentNode } from '@stemma/content'
import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { plainText } from './data.ts'
import { renderHtmlSource } from './html.ts'
import type { Rendering } from './rendering.ts'
import type { TableColumn } from './table-data.ts'

/** A cell by the type of its column. Whatever doesn't fit the type is drawn as text. */
export function renderCell(column: TableColumn, cell: readonly DocumentNode[], rendering: Rendering): Html {
  const text = plainText(cell)
  switch (column.type) {
    case 'checkbox':
      return text === 'true' || text === 'false'
        ? renderCheckbox(text === 'true', rendering)
        : renderText(cell, rendering)
    case 'rating':
      return renderRating(text, column) ?? renderText(cell, rendering)
    case 'select':
      return renderOptions(cell, text, column)
    default:
      return renderText(cell, rendering)
  }
}

/** A cell has no paragraph around its text. */
function renderText(cell: readonly DocumentNode[], rendering: Rendering): Html {
  return html`${cell.map((block) => {
    if (block.object !== 'block' || block.type !== 'paragraph') return rendering.renderBlocks([block])
    const source = sourceOf(block.nodes ?? [])
    return source === undefined
      ? rendering.renderInlines(block.nodes ?? [])
      : renderHtmlSource(source, rendering)
  })}`
}

/** The HTML of a cell that is nothing else. */
function sourceOf(nodes: readonly DocumentNode[]): string | undefined {
  const [only, ...others] = nodes
  const isSource = only?.object === 'inline' && only.type === 'html' && others.length === 0
  return isSource && typeof only.data?.markdown === 'string' ? only.data.markdown : undefined
}

function renderCheckbox(isChecked: boolean, { words }: Rendering): Html {
  const word = isChecked ? words.feedback.yes : words.feedback.no
  return html`${renderIcon(isChecked ? 'check-square' : 'square')}<span class="vh">${word}</span>`
}

function renderRating(text: string, { max }: TableColumn): Html | undefined {
  const rating = Number(text)
  if (text === '' || !Number.isInteger(rating) || rating < 0 || rating > max) return undefined
  const stars = `${'★'.repeat(rating)}${'☆'.repeat(max - rating)}`
  return html`<span class="table-rating" role="img" aria-label="${rating} / ${max}">${stars}</span>`
}

/** Choices are `<span data-option="value">label</span>` or words between commas. */
function renderOptions(cell: readonly DocumentNode[], text: string, { options }: TableColumn): Html {
  const source = cell
    .map((block) => (block.object === 'block' ? sourceOf(block.nodes ?? []) : undefined))
    .join('')
  const spans = [...source.matchAll(/<span data-option="([^"<>]*)">([^<>]*)<\/span>/g)]
  const labels =
    spans.length > 0
      ? spans.map(([, value = '', label = '']) => options.get(value) ?? label.replace(/,\s*$/, ''))
      : text.split(',').map((word) => options.get(word.trim()) ?? word.trim())
  const shown = labels.filter((label) => label !== '')
  return html`${shown.map((label) => html`<span class="table-option">${label}</span> `)}`
}
