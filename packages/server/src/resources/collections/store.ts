import type { Role } from '@stemma/contract'
import type { Database } from '../../db/database.ts'

export function find(
  db: Database,
  { organizationId, collectionId }: { organizationId: string; collectionId: string },
) {
  return db
    .selectFrom('collections')
    .select('id')
    .where('id', '=', collectionId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

export async function grant(db: Database, { collectionId, userId, role }: Grant) {
  await db
    .insertInto('collection_user_grants')
    .values({ collection_id: collectionId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['collection_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}

/** Whoever leaves an organization keeps no level on its collections, not even for the day they come back. */
export async function revokeAll(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
) {
  await db
    .deleteFrom('collection_user_grants')
    .where('user_id', '=', userId)
    .where('collection_id', 'in', (eb) =>
      eb.selectFrom('collections').select('id').where('organization_id', '=', organizationId),
    )
    .execute()
}

interface Grant {
  readonly collectionId: string
  readonly userId: string
  readonly role: Role
}
