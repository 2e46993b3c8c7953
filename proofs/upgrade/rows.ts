import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { quoted, tablesIn } from '../../packages/server/src/upkeep/catalogue.ts'

type Row = Readonly<Record<string, unknown>>

interface TableRows {
  readonly key: readonly string[]
  readonly rows: readonly Row[]
}

/** Every row of every table, with the columns of its primary key. */
export async function rowsOf(client: pg.Client): Promise<ReadonlyMap<string, TableRows>> {
  const found = new Map<string, TableRows>()
  for (const { name } of await tablesIn(client)) {
    const { rows } = await client.query<{ row: Row }>(`select to_jsonb(one) as row from ${quoted(name)} one`)
    const { rows: keys } = await client.query<{ name: string }>(keySql, [name])
    found.set(name, { key: keys.map((key) => key.name), rows: rows.map(({ row }) => row) })
  }
  return found
}

const keySql = `select a.attname::text as name from pg_index i
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = to_regclass($1) and i.indisprimary`

/** Data that migrations change on purpose, and the migration that does. */
const intended: readonly { readonly until: string; readonly table: string; readonly column?: string }[] = [
  { until: '0005', table: 'idempotency_keys' },
  { until: '0010', table: 'change_requests', column: 'comments' },
  { until: '0017', table: 'signing_keys' },
]

/** Rows that are gone or have other values. A dropped column is allowed, as its data may have moved. */
export function differences(
  before: ReadonlyMap<string, TableRows>,
  after: ReadonlyMap<string, TableRows>,
  name: string,
): readonly string[] {
  const excused = intended.filter(({ until }) => name < until)
  const isExcused = (table: string, column?: string) =>
    excused.some((one) => one.table === table && (one.column === undefined || one.column === column))
  return [...before].flatMap(([table, { rows }]) => {
    const now = after.get(table)
    if (now === undefined) return rows.length > 0 ? [`the table ${table} is gone`] : []
    if (isExcused(table)) return []
    return rows.flatMap((row) => {
      const same = now.rows.find((one) =>
        now.key.every((column) => isDeepStrictEqual(one[column], row[column])),
      )
      if (same === undefined) return [`a row of ${table} is gone: ${JSON.stringify(row)}`]
      return Object.keys(row)
        .filter((column) => column in same && !isExcused(table, column))
        .filter((column) => !isDeepStrictEqual(row[column], same[column]))
        .map((column) => `${table}.${column} was ${row[column]} and is ${same[column]}`)
    })
  })
}
