import type { DocumentNode } from '@stemma/content'
import { type Html, html } from '../html.ts'
import { childrenOf, plainText, referenceIn } from './data.ts'
import { renderPicture } from './images.ts'
import { outside } from './link.ts'
import type { Rendering } from './rendering.ts'
import { renderCell } from './table-cells.ts'
import type { Table, TableColumn } from './table-data.ts'
import { destinationOf } from './urls.ts'

/** A table as cards. A card with a target is a link, so that links in its texts are only text. */
export function renderCards(table: Table, rendering: Rendering): Html {
  const shown = table.columns.filter(({ isHidden, role }) => !isHidden && role === undefined)
  const cards = table.rows.map((cells) => renderCard(table.columns, shown, cells, rendering))
  return html`<div class="cards"${table.hasLargeCards && html` data-large`}>${cards}</div>`
}

function renderCard(
  columns: readonly TableColumn[],
  shown: readonly TableColumn[],
  cells: Table['rows'][number],
  rendering: Rendering,
): Html {
  const cellOf = (role: TableColumn['role']) => {
    const column = columns.find((one) => one.role === role)
    return column === undefined ? [] : (cells.get(column.id) ?? [])
  }
  const target = firstReference(cellOf('target'))
  const destination = target && destinationOf(target, rendering)
  const cover = renderCover(cellOf('cover'), cellOf('cover-dark'), rendering)
  const texts = shown.map((column) => cells.get(column.id) ?? []).filter((cell) => !isEmpty(cell))
  const inLink = { ...rendering, renderInlines: rendering.renderLinkText, isInLink: true }
  const lines = shown.flatMap((column) => {
    const cell = cells.get(column.id) ?? []
    if (isEmpty(cell)) return []
    const isTitle = cell === texts[0]
    const text = renderCell(column, cell, destination === undefined ? rendering : inLink)
    return isTitle ? html`<b>${text}</b>` : html`<span>${text}</span>`
  })
  const body = html`${cover}<span class="cards-body">${lines}</span>`
  if (destination === undefined) return html`<div class="cards-card">${body}</div>`
  return html`<a class="cards-card" href="${destination.href}"${outside(destination, rendering)}>${body}</a>`
}

function renderCover(
  light: readonly DocumentNode[],
  dark: readonly DocumentNode[],
  rendering: Rendering,
): Html | false {
  const ref = firstReference(light)
  if (ref === undefined) return false
  const picture = renderPicture({ ref, refDark: firstReference(dark) }, rendering)
  return html`<span class="cards-cover">${picture}</span>`
}

/** The reference of the first link, image or mention, or the text as a URL. */
function firstReference(nodes: readonly DocumentNode[]): ReturnType<typeof referenceIn> {
  for (const node of nodes) {
    const own = node.object === 'inline' ? referenceIn(node.data) : undefined
    const found = own ?? firstReference(childrenOf(node))
    if (found !== undefined) return found
  }
  return undefined
}

function isEmpty(cell: readonly DocumentNode[]): boolean {
  const inlines = cell.flatMap(childrenOf)
  return plainText(cell) === '' && inlines.every((node) => node.object === 'text')
}
