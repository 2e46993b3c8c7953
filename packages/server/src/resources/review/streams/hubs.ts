import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import type { Core } from '../../../http/route.ts'
import { createHub, type Hub } from './hub.ts'

const hubs = new WeakMap<Database, Hub>()

/** The hub of a server, which a read finds by its database. */
export function hubOf(db: Database): Hub {
  const hub = hubs.get(db)
  if (hub === undefined) throw new Error('Streams are opened outside of transactions.')
  return hub
}

/** Ends all streams before the server waits for its last requests. */
export function mountHub(app: FastifyInstance, core: Core) {
  const { db, addresses, sessions, clock, streams: limits } = core
  const hub = createHub({ db, addresses, sessions, clock, limits })
  hubs.set(db, hub)
  app.addHook('preClose', async () => hub.close())
}
