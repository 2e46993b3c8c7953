import { tmpdir } from 'node:os'
import Fastify from 'fastify'
import pg from 'pg'
import { buildApp } from '../packages/server/src/app.ts'
import { secretHash } from '../packages/server/src/auth/secrets.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { openDatabase } from '../packages/server/src/db/database.ts'
import { testSecretKeys } from '../packages/server/src/test/secret-keys.ts'

/**
 * Two servers on one database, in a process of their own: ours, and a bare Fastify handler that looks
 * the token up and runs the equivalent prepared query, for everybody alike. Prints their addresses,
 * and stops when its input ends.
 */
export async function serveBoth(url: string) {
  const config = readConfig({
    DATABASE_URL: url,
    STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
    STEMMA_DATABASE_CONNECTIONS_MAX: '10',
    STEMMA_FILES_FOLDER: tmpdir(),
    STEMMA_SECRET_KEYS: testSecretKeys,
  })
  const db = openDatabase({ url, connectionsMax: 10, statementTimeoutMs: 30_000 })
  // Log lines are made and written, as they would be, but to nowhere.
  const ours = await buildApp({ config, db, logStream: { write() {} } })
  const bare = bareServer(new pg.Pool({ connectionString: url, max: 10 }))
  const addresses = {
    ours: await ours.listen({ host: '127.0.0.1', port: 0 }),
    bare: await bare.listen({ host: '127.0.0.1', port: 0 }),
  }
  console.log(JSON.stringify(addresses))
  process.stdin.resume().on('end', async () => {
    await Promise.all([ours.close(), bare.close()])
    await db.destroy()
    process.exit(0)
  })
}

function bareServer(pool: pg.Pool) {
  const app = Fastify()
  const token = { name: 'token', text: 'select user_id from tokens where secret_hash = $1' }
  const one = { name: 'one', text: 'select * from spaces where id = $1' }
  const list = {
    name: 'list',
    text: `select * from spaces where organization_id = $1 and deleted_at is null
      and (rank, id) > ($2, $3) order by rank, id limit 50`,
  }
  const count = {
    name: 'count',
    text: 'select count(*) from spaces where organization_id = $1 and deleted_at is null',
  }
  const authenticate = async (header = '') => {
    const { rows } = await pool.query({ ...token, values: [secretHash(header.slice('Bearer '.length))] })
    if (rows.length === 0) throw new Error('no such token')
  }
  app.get('/one/:id', async (request) => {
    await authenticate(request.headers.authorization)
    const { rows } = await pool.query({ ...one, values: [(request.params as { id: string }).id] })
    return rows[0]
  })
  app.get('/list/:organizationId/:rank/:id', async (request) => {
    await authenticate(request.headers.authorization)
    const { organizationId, rank, id } = request.params as Record<string, string>
    const [{ rows }, counted] = await Promise.all([
      pool.query({ ...list, values: [organizationId, rank, id] }),
      pool.query({ ...count, values: [organizationId] }),
    ])
    return { items: rows, count: Number(counted.rows[0].count) }
  })
  return app
}
