import type { DocumentNode } from '@stemma/contract'
import type { ReactNode } from 'react'
import { fragmentOf, recordOf, toRef } from './data.ts'
import { safeHref, useReferences } from './references.ts'

interface Column {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly options: ReadonlyMap<unknown, string>
}

interface TableProps {
  readonly node: DocumentNode
  /** Draws the blocks of a cell. */
  readonly draw: (nodes: readonly DocumentNode[]) => ReactNode
}

/** A grid, and cards as the grid that they are made of. */
export function TableBlock({ node, draw }: TableProps) {
  const columns = columnsOf(node)
  const { hideHeader } = recordOf(node.data?.view)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables are moved sideways by keyboard too.
    <section className="table-scroll" tabIndex={0} aria-label="Table">
      <table>
        {hideHeader !== true && (
          <thead>
            <tr>
              {columns.map(({ id, title }) => (
                <th key={id}>{title}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rowsOf(node).map(({ id, values }) => (
            <tr key={id}>
              {columns.map((column) => (
                <td key={column.id}>
                  <Cell node={node} draw={draw} column={column} value={values[column.id]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface CellProps extends TableProps {
  readonly column: Column
  readonly value: unknown
}

function Cell({ node, draw, column, value }: CellProps) {
  if (column.type === 'text') return draw(fragmentOf(node, String(value)))
  if (column.type === 'checkbox')
    return <input type="checkbox" checked={value === true} disabled aria-label="Done" />
  if (column.type === 'content-ref') return <CellLink value={value} />
  const values = [value].flat().filter((one) => one !== null && one !== undefined)
  if (column.type === 'select') return values.map((one) => column.options.get(one) ?? '').join(', ')
  return column.type === 'number' || column.type === 'rating' ? values.join(', ') : null
}

function CellLink({ value }: { readonly value: unknown }) {
  const { hrefOf, titleOf } = useReferences()
  const ref = toRef(value)
  if (ref === undefined) return null
  const href = safeHref(hrefOf(ref))
  return <a href={href}>{titleOf(ref) ?? href}</a>
}

function columnsOf({ data }: DocumentNode): Column[] {
  const shown = recordOf(data?.view).columns
  const definition = recordOf(data?.definition)
  return (Array.isArray(shown) ? shown : []).map((id: string) => {
    const { title = '', type = 'text', options } = recordOf(definition[id])
    const known = (Array.isArray(options) ? options : []).map(recordOf)
    const labels = known.map((one) => [one.value, String(one.label ?? '')] as const)
    return { id, title: String(title), type: String(type), options: new Map(labels) }
  })
}

function rowsOf({ data }: DocumentNode) {
  return Object.entries(recordOf(data?.records))
    .map(([id, record]) => {
      const { orderIndex = '', values } = recordOf(record)
      return { id, orderIndex: String(orderIndex), values: recordOf(values) }
    })
    .sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
}
