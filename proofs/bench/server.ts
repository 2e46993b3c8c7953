import { tmpdir } from 'node:os'
import pg from 'pg'
import { buildApp } from '../../packages/server/src/app.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import { testSecretKeys } from '../../packages/server/src/test/secret-keys.ts'
import { bareServer } from './bare.ts'

/** Runs one of the two servers in its own process: prints its address, and stops when stdin ends. */
export async function serveOne(kind: string, url: string) {
  const { app, end } = kind === 'ours' ? await ours(url) : bare(url)
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
  process.stdin.resume().on('end', async () => {
    await app.close()
    await end()
    process.exit(0)
  })
}

/** Database connections of each server. */
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
  // Log lines are formatted and written as in production, but discarded.
  const app = await buildApp({ config, db, logStream: { write() {} } })
  return { app, end: () => db.destroy() }
}

function bare(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: connectionsMax })
  return { app: bareServer(pool), end: () => pool.end() }
}
