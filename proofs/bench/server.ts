import { tmpdir } from 'node:os'
import pg from 'pg'
import { buildApp } from '../../packages/server/src/app.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import { testSecretKeys } from '../../packages/server/src/test/secret-keys.ts'
import { bareServer } from './bare.ts'
import { barePageServer } from './sites/bare-page.ts'
import { fileServer } from './sites/file-server.ts'

/** Runs one of the servers in its own process: prints its address, and stops when stdin ends. */
export async function serveOne(kind: string, env: Env) {
  const { app, end } = await open(kind, env)
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
  process.stdin.resume().on('end', async () => {
    await app.close()
    await end()
    process.exit(0)
  })
}

type Env = Readonly<Record<string, string | undefined>>

async function open(kind: string, env: Env) {
  if (kind === 'files') return { app: fileServer(env.FOLDER ?? ''), end: async () => {} }
  if (kind === 'ours') return ours(env)
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: connectionsMax })
  const app = kind === 'bare-page' ? await barePageServer(pool) : bareServer(pool)
  return { app, end: () => pool.end() }
}

/** Database connections of each server. */
export const connectionsMax = 10

async function ours({ DATABASE_URL: url = '', STEMMA_SITES_CACHE_BYTES }: Env) {
  const config = readConfig({
    DATABASE_URL: url,
    STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
    STEMMA_DATABASE_CONNECTIONS_MAX: String(connectionsMax),
    STEMMA_FILES_FOLDER: tmpdir(),
    STEMMA_SECRET_KEYS: testSecretKeys,
    STEMMA_SITES_CACHE_BYTES,
  })
  const db = openDatabase({ url, connectionsMax, statementTimeoutMs: 30_000 })
  // Log lines are formatted and written as in production, but discarded.
  const app = await buildApp({ config, db, logStream: { write() {} } })
  return { app, end: () => db.destroy() }
}
