import { type Insertable, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

/** The lock serializes commands that check whether any user exists. */
export async function hasUsers(db: Database): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('stemma init'))`.execute(db)
  const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

export async function insertUser(db: Database, row: Insertable<Tables['users']>) {
  await db.insertInto('users').values(row).execute()
}

export async function ownerOfToken(db: Database, tokenId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('tokens')
    .select('user_id as userId')
    .where('id', '=', tokenId)
    .executeTakeFirst()
  return row?.userId
}
