import type { Role } from '@stemma/contract'
import { newId } from '../common/ids.ts'
import type { Server } from './harness.ts'
import { contentOf } from './world.ts'
import { givenFirstRevision } from './world-content.ts'

/** A space, without a default level of its own unless one is given. */
export async function givenSpace(
  { db }: Server,
  { id }: Organization,
  { defaultLevel, parent }: Levels = {},
) {
  const space = { id: newId(), organization_id: id, title: 'Space', created_at: new Date().toISOString() }
  const levels = defaultLevel === undefined ? {} : { inherits: false, default_level: defaultLevel }
  await db
    .insertInto('spaces')
    .values({ ...space, ...levels, ...contentOf(space.id), parent_id: parent ?? null })
    .execute()
  await givenFirstRevision(db, space.id)
  return space.id
}

export async function givenCollection({ db }: Server, { id }: Organization, { defaultLevel }: Levels = {}) {
  const row = { id: newId(), organization_id: id, title: 'Collection', created_at: new Date().toISOString() }
  const levels = defaultLevel === undefined ? {} : { inherits: false, default_level: defaultLevel }
  await db
    .insertInto('collections')
    .values({ ...row, ...levels })
    .execute()
  return row.id
}

export async function grantSpace({ db }: Server, spaceId: string, userId: string, role: Role) {
  await db.insertInto('space_user_grants').values({ space_id: spaceId, user_id: userId, role }).execute()
}

export async function grantCollection({ db }: Server, collectionId: string, userId: string, role: Role) {
  const grant = { collection_id: collectionId, user_id: userId, role }
  await db.insertInto('collection_user_grants').values(grant).execute()
}

/** The level granted to a user directly on a space, if any. */
export async function spaceGrant({ db }: Server, spaceId: string, userId: string) {
  const row = await db
    .selectFrom('space_user_grants')
    .select('role')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.role
}

export async function collectionGrant({ db }: Server, collectionId: string, userId: string) {
  const row = await db
    .selectFrom('collection_user_grants')
    .select('role')
    .where('collection_id', '=', collectionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.role
}

/** The number of spaces granted to a member directly, as stored in the table. */
export async function namedSpaces({ db }: Server, { id }: Organization, userId: string): Promise<number> {
  const row = await db
    .selectFrom('members')
    .select('spaces')
    .where('organization_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.spaces
}

interface Organization {
  readonly id: string
}

interface Levels {
  readonly defaultLevel?: Role | null
  readonly parent?: string
}
