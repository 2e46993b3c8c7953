import { readStatement } from '../../packages/server/src/test/statement-tables.ts'
import { type Described, planeKeyOf } from '../../packages/server/src/test/statements.ts'

/** How many shards of a plane are queried, in ascending order. */
const extents = ['none', 'one', 'some', 'all'] as const
type Extent = (typeof extents)[number]

export type Reach = Readonly<Record<'workspace' | 'content', Extent>>

/** The shards that a statement reaches, according to the keys among its parameters. */
export async function reachOf(text: string, tables: readonly Described[]): Promise<Reach> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const columnsOf = (name: string) => byName.get(name)?.columns.map((column) => column.name)
  const statement = await readStatement(text, columnsOf)
  return statement.tables.reduce<Reach>((reach, use) => {
    const table = byName.get(use.table)
    const key = table && planeKeyOf(table)
    if (table === undefined || key === undefined) return reach
    const lists = new RegExp(`\\b${key}"?\\s*(?:=\\s*any\\s*\\(|in\\s*\\()`, 'i').test(text)
    const extent = use.given.includes(`${key} =`) ? (lists ? 'some' : 'one') : 'all'
    return wider(reach, { workspace: 'none', content: 'none', [table.kind]: extent })
  }, nowhere)
}

const nowhere: Reach = { workspace: 'none', content: 'none' }

export function wider(one: Reach, other: Reach): Reach {
  return {
    workspace: widest(one.workspace, other.workspace),
    content: widest(one.content, other.content),
  }
}

const widest = (one: Extent, other: Extent) => (extents.indexOf(one) > extents.indexOf(other) ? one : other)
