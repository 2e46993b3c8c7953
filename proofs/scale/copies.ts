import { type RawBuilder, sql } from 'kysely'
import { readCatalogue, type Table } from '../../packages/server/src/db/catalogue.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'

/** Copies every row of every table under new IDs: equal tenants that share nothing. */
export async function copyEverything({ db, url }: Pick<Server, 'db' | 'url'>, times: number) {
  const { tables } = await readCatalogue(url)
  // In one transaction, so that triggers find the rows they would write already written.
  await db.transaction().execute(async (transaction) => {
    for (const { name, columns } of inOrder(tables.filter(({ kind }) => kind !== 'local'))) {
      const names = columns.map((column) => sql.ref(column.name))
      const values = columns.map((column) => copied(name, column))
      await sql`insert into ${sql.table(name)} (${sql.join(names)}) select ${sql.join(values)}
        from ${sql.table(name)} t, generate_series(1, ${times}) n`.execute(transaction)
    }
  })
}

function copied(table: string, { name, type }: Table['columns'][number]): RawBuilder<unknown> {
  const value = sql.ref(`t.${name}`)
  const isId = type === 'identifier' || /^(?:.*_)?id$/.test(name)
  const isTold = isId || told.includes(name) || told.includes(`${table}.${name}`)
  if (!isTold) return value
  return type === 'bytea'
    ? sql`sha256(${value} || n::text::bytea)`
    : sql`right(${value} || '-' || n, ${sql.lit(idLengthMax)})`
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
