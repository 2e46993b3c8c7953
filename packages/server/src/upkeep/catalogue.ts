import type { ClientBase } from 'pg'
import { UpkeepError } from './upkeep-error.ts'

/** A table to copy. */
export interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** Describes the tables of a database, even one of an older version. */
export async function tablesIn(client: ClientBase): Promise<readonly CopiedTable[]> {
  const { rows } = await client.query<CopiedTable & { readonly refersTo: readonly string[] }>(tablesSql)
  return inOrder(rows)
}

/** Tables about the schema itself are not data. */
const tablesSql = `
  select c.relname::text as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations'
  order by c.relname`

/** Orders tables after those that they reference, so that rows can be loaded with foreign keys enforced. */
function inOrder(tables: readonly (CopiedTable & { readonly refersTo: readonly string[] })[]): CopiedTable[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const ordered: CopiedTable[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(({ refersTo }) => !refersTo.some((other) => left.has(other)))
    if (free.length === 0)
      throw new UpkeepError(`The tables ${[...left.keys()].join(', ')} refer to each other in a circle.`)
    for (const { name, columns } of free) {
      left.delete(name)
      ordered.push({ name, columns })
    }
  }
  return ordered
}

export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

export async function migrationsIn(client: ClientBase): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('select name, checksum from migrations order by name')
  return rows
}

export async function hasTable(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `public.${name}`,
  ])
  return rows[0]?.there ?? false
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The table and columns of a COPY statement. */
export function copied({ name, columns }: CopiedTable): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}
