import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import { migrate } from '../../packages/server/src/db/migrate.ts'

const declarations = new URL('../../deploy/citus.sql', import.meta.url)

/** Migrates the empty database of a coordinator and declares its tables, as an operator does. */
export async function openCluster(url: string) {
  await asked(url, async (client) => {
    const { rows: workers } = await client.query(
      "select from pg_dist_node where noderole = 'primary' and groupid > 0",
    )
    if (workers.length === 0) throw new Error('The cluster has no workers: select citus_add_node(…).')
    const { rows: tables } = await client.query("select from pg_tables where schemaname = 'public'")
    if (tables.length > 0) throw new Error('The database has tables. Give an empty one.')
  })
  await migrate(url)
  // The coordinator passes statements on to the workers one by one.
  const statements = (await readFile(declarations, 'utf8')).split(/;\n/)
  await asked(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
  const db = openDatabase({ url, connectionsMax: 10, statementTimeoutMs: 30_000 })
  return { db, url, drop: () => db.destroy() }
}

async function asked(url: string, ask: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await ask(client)
  } finally {
    await client.end()
  }
}
