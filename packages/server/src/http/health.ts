import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * `/healthz`: the process is running. `/readyz`: it can serve requests, so a load balancer may send some;
 * false after a stop signal.
 */
export function reportHealth(app: FastifyInstance, db: Database, isStopping: () => boolean) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    try {
      await sql`select 1`.execute(db)
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'the database does not answer' })
    }
  })
}
