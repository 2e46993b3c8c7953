import type { Role } from '@stemma/contract'
import type { Database } from '../../db/database.ts'

export function find(db: Database, { organizationId, spaceId }: { organizationId: string; spaceId: string }) {
  return db
    .selectFrom('spaces')
    .select('id')
    .where('id', '=', spaceId)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Gives a person a level on a space, and counts the space with them. */
export async function grant(db: Database, { spaceId, userId, organizationId, role }: Grant) {
  const inserted = await db
    .insertInto('space_user_grants')
    .values({ space_id: spaceId, user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('space_id')
    .executeTakeFirst()
  if (inserted) {
    await db
      .updateTable('members')
      .set((eb) => ({ spaces: eb('spaces', '+', 1) }))
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute()
    return
  }
  await db
    .updateTable('space_user_grants')
    .set({ role })
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .execute()
}

/** Whoever leaves an organization keeps no level on its spaces, not even for the day they come back. */
export async function revokeAll(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
) {
  const spaces = await db
    .selectFrom('spaces')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute()
  if (spaces.length === 0) return
  const ids = spaces.map(({ id }) => id)
  await db
    .deleteFrom('space_user_grants')
    .where((eb) => eb('space_id', '=', eb.fn.any(eb.val(ids))))
    .where('user_id', '=', userId)
    .execute()
}

interface Grant {
  readonly organizationId: string
  readonly spaceId: string
  readonly userId: string
  readonly role: Role
}
