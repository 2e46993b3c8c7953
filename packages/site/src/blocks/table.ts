import type { DocumentBlock, DocumentNode } from '@stemma/content'
import { type Html, html } from '../html.ts'
import { renderCards } from './cards.ts'
import type { Rendering } from './rendering.ts'
import { renderCell } from './table-cells.ts'
import { type Table, type TableColumn, tableOf } from './table-data.ts'

/** A table that can be scrolled with the keyboard, or cards. */
export function renderTable(block: DocumentBlock, rendering: Rendering): Html {
  const table = tableOf(block)
  if (table.isCards) return renderCards(table, rendering)
  const columns = table.columns.filter(({ isHidden }) => !isHidden)
  const hasWidths = columns.some(({ width }) => width !== undefined)
  const widths = columns.map(({ width }) => html`<col${width !== undefined && html` width="${width}"`}>`)
  const hasHeader = !table.isHeaderHidden && columns.some(({ title }) => title !== '')
  const { table: name } = rendering.words.blocks
  return html`<div class="table" tabindex="0" role="group" aria-label="${name}"><table>${
    hasWidths && html`<colgroup>${widths}</colgroup>`
  }${hasHeader && renderHead(columns)}<tbody>${renderRows(table, columns, rendering)}</tbody></table></div>`
}

function renderHead(columns: readonly TableColumn[]): Html {
  // A header without a title would announce nothing for each cell below it.
  const cells = columns.map((column) =>
    column.title === '' ? html`<td></td>` : html`<th scope="col"${alignment(column)}>${column.title}</th>`,
  )
  return html`<thead><tr>${cells}</tr></thead>`
}

function renderRows({ rows }: Table, columns: readonly TableColumn[], rendering: Rendering): Html {
  const drawn = rows.map((cells) => {
    const row = columns.map((column) => renderTd(column, cells.get(column.id) ?? [], rendering))
    return html`<tr>${row}</tr>`
  })
  return html`${drawn}`
}

function renderTd(column: TableColumn, cell: readonly DocumentNode[], rendering: Rendering): Html {
  return html`<td${alignment(column)}>${renderCell(column, cell, rendering)}</td>`
}

/** Numbers stand below each other at the end of their column. */
function alignment({ align, type }: TableColumn): Html | false {
  if (align === 'center') return html` class="text-center"`
  return (align === 'right' || (align === undefined && type === 'number')) && html` class="text-end"`
}
