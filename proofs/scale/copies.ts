import { type RawBuilder, sql } from 'kysely'
import { readCatalogue, type Table } from '../../packages/server/src/db/catalogue.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'

/** Copies every row of every table under new IDs: equal tenants that share nothing. */
export async function copyEverything({ db, url }: Pick<Server, 'db' | 'url'>, times: number) {
  const { tables } = await readCatalogue(url)
  // In one transaction, so that triggers find the rows they would write already written.
  await db.transaction().execute(async (transaction) => {
    for (const table of inOrder(tables.filter(({ kind }) => kind !== 'local'))) {
      const names = table.columns.map((column) => sql.ref(column.name))
      const values = table.columns.map((column) => copied(table, column))
      await sql`insert into ${sql.table(table.name)} (${sql.join(names)}) select ${sql.join(values)}
        from ${sql.table(table.name)} t, generate_series(1, ${times}) n`.execute(transaction)
    }
  })
}

function copied(table: Table, { name, type }: Table['columns'][number]): RawBuilder<unknown> {
  const value = sql.ref(`t.${name}`)
  const isTold = isId(table, name) || told.includes(name) || told.includes(`${table.name}.${name}`)
  if (!isTold) return value
  return type === 'bytea'
    ? sql`sha256(${value} || n::text::bytea)`
    : sql`right(${value} || '-' || n, ${sql.lit(idLengthMax)})`
}

/** Tells IDs by their name, and by the check of a table that gives their form: `reply_to`, `created_by`. */
function isId({ name: table, constraints }: Table, column: string): boolean {
  const isChecked = constraints.some(
    ({ name, columns }) => name === `${table}_ids` && columns.includes(column),
  )
  return isChecked || /^(?:.*_)?id$/.test(column)
}

const idLengthMax = 64

/** Columns besides IDs that must be unique. */
const told = [
  ...['hostname', 'email', 'domain', 'address', 'secret_hash', 'code_hash', 'integration_name'],
  ...['integrations.name', 'sign_in_attempts.key', 'signing_keys.purpose', 'released_names.name'],
  'known_networks.key',
]

/** Puts referenced tables first. */
function inOrder(tables: readonly Table[]): readonly Table[] {
  const ordered: Table[] = []
  const place = (table: Table) => {
    if (ordered.includes(table)) return
    for (const { references } of table.constraints) {
      const other = tables.find(({ name }) => name === references)
      if (other && other !== table) place(other)
    }
    ordered.push(table)
  }
  tables.forEach(place)
  return ordered
}
