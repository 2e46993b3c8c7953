import { tmpdir } from 'node:os'
import pg from 'pg'
import { buildApp } from '../../packages/server/src/app.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import { testSecretKeys } from '../../packages/server/src/test/secret-keys.ts'
import { bareServer } from './bare.ts'

/** One of the two servers, in a process of its own: prints its address, and stops when its input ends. */
export async function serveOne(kind: string, url: string) {
  const { app, end } = kind === 'ours' ? await ours(url) : bare(url)
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
  process.stdin.resume().on('end', async () => {
    await app.close()
    await end()
    process.exit(0)
  })
}

/** How many connections to the database each server has. */
export const connectionsMax = 10

async function ours(url: string) {
  const config = readConfig({
    DATABASE_URL: url,
    STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
    STEMMA_DATABASE_CONNECTIONS_MAX: String(connectionsMax),
    STEMMA_FILES_FOLDER: tmpdir(),
    STEMMA_SECRET_KEYS: testSecretKeys,
  })
  const db = openDatabase({ url, connectionsMax, statementTimeoutMs: 30_000 })
  // Log lines are made and written, as they would be, but to nowhere.
  const app = await buildApp({ config, db, logStream: { write() {} } })
  return { app, end: () => db.destroy() }
}

function bare(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: connectionsMax })
  return { app: bareServer(pool), end: () => pool.end() }
}
