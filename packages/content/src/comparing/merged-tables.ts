import type { AnyNode } from './any-node.ts'
import { type Blocks, compareBlocks, sourceOf } from './block-steps.ts'

type Merge = (before: Blocks, after: Blocks) => AnyNode[]

interface Row {
  readonly values: Readonly<Record<string, unknown>>
  readonly cells: ReadonlyMap<string, Blocks>
}

/** A table with the rows of both. Tables with other columns have too little in common. */
export function mergeTables(before: AnyNode, after: AnyNode, merge: Merge): AnyNode | undefined {
  if (columnsOf(before) !== columnsOf(after)) return undefined
  const [old, now] = [rowsOf(before), rowsOf(after)]
  const rows = compareBlocks([...old.keys()], [...now.keys()]).map((step) => {
    const was = 'before' in step && step.kind !== 'moved' ? old.get(step.before) : undefined
    const is = 'after' in step ? now.get(step.after) : undefined
    return mergeRows(was, is, merge)
  })
  const records = rows.map((row, at) => [`r${at + 1}`, { orderIndex: orderOf(at), values: namesOf(row, at) }])
  const fragments = rows.flatMap(({ cells }, at) =>
    [...cells].map(([column, nodes]) => ({
      object: 'fragment' as const,
      fragment: `r${at + 1}${column}`,
      type: 'table-cell',
      nodes: [...nodes],
    })),
  )
  return { ...after, data: { ...after.data, records: Object.fromEntries(records) }, fragments }
}

function mergeRows(before: Row | undefined, after: Row | undefined, merge: Merge): Row {
  const shown = after ?? before
  const columns = new Set([...(before?.cells.keys() ?? []), ...(after?.cells.keys() ?? [])])
  const cells = [...columns].map((column) => {
    const [old, now] = [before?.cells.get(column) ?? [], after?.cells.get(column) ?? []]
    return [column, merge(old, now)] as const
  })
  return { values: shown?.values ?? {}, cells: new Map(cells) }
}

/** Cells with a text are named after their row. */
function namesOf({ values, cells }: Row, at: number) {
  const named = [...cells.keys()].map((column) => [column, `r${at + 1}${column}`])
  return { ...values, ...Object.fromEntries(named) }
}

function orderOf(at: number): string {
  return String(at).padStart(6, '0')
}

function columnsOf({ data }: AnyNode): string {
  const definition = Object.values(recordOf(data?.definition)).map(recordOf)
  return JSON.stringify(definition.map(({ id, type, title }) => [id, type, title]))
}

/** The rows, each under a block that stands for it when rows are compared. */
function rowsOf({ data, fragments = [] }: AnyNode): ReadonlyMap<AnyNode, Row> {
  const texts = new Map(fragments.map(({ fragment, nodes = [] }) => [fragment, nodes]))
  const records = Object.values(recordOf(data?.records)).map(recordOf)
  const rows = records
    .sort((a, b) => (String(a.orderIndex) < String(b.orderIndex) ? -1 : 1))
    .map((record): [AnyNode, Row] => {
      const values = recordOf(record.values)
      const cells = Object.entries(values).flatMap(([column, name]) => {
        const nodes = typeof name === 'string' ? texts.get(name) : undefined
        return nodes === undefined ? [] : [[column, nodes] as const]
      })
      const others = Object.entries(values).filter(([column]) => !cells.some(([one]) => one === column))
      const text = [...cells.map(([, nodes]) => nodes.map(sourceOf).join(' ')), JSON.stringify(others)].join(
        '\t',
      )
      const leaves = [{ object: 'leaf' as const, text, marks: [] }]
      return [
        { object: 'block', type: 'row', nodes: [{ object: 'text', leaves }] },
        { values, cells: new Map(cells) },
      ]
    })
  return new Map(rows)
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
