import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * Gives the events of an organization their positions, in a transaction of its own. The lock comes first: an
 * event that is committed later gets a later position, whenever it was inserted, and whoever reads a position
 * can read all before it. Positions have no gaps. Returns whether there may be more.
 */
export async function numberEvents(db: Database, organizationId: string): Promise<boolean> {
  const last = await lockPosition(db, organizationId)
  const fresh = await db
    .selectFrom('events')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('position', 'is', null)
    .orderBy('recorded_at')
    .orderBy('id')
    .limit(eventsMax)
    .execute()
  if (fresh.length === 0) return false
  const ids = fresh.map(({ id }) => id)
  const positions = ids.map((_, index) => last + index + 1)
  await sql`update events e set position = n.position
    from unnest(${ids}::text[], ${positions}::bigint[]) n (id, position)
    where e.organization_id = ${organizationId} and e.id = n.id`.execute(db)
  await db
    .updateTable('event_positions')
    .set({ position: last + ids.length })
    .where('organization_id', '=', organizationId)
    .execute()
  return fresh.length === eventsMax
}

const eventsMax = 1000

async function lockPosition(db: Database, organizationId: string): Promise<number> {
  const { position } = await db
    .insertInto('event_positions')
    .values({ organization_id: organizationId, position: 0 })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet((eb) => ({ position: eb.ref('event_positions.position') })),
    )
    .returning('position')
    .executeTakeFirstOrThrow()
  return position
}
