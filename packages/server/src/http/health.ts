import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * `/healthz`: the process runs. `/readyz`: it can answer, so a balancer may send requests;
 * no longer once it was told to stop.
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
