import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'

/**
 * What this installation signs with for one purpose: made by whoever needs it first, then the same for all.
 */
export async function signingKey(db: Database, purpose: string, now: string): Promise<Buffer> {
  await db
    .insertInto('signing_keys')
    .values({ purpose, secret: randomBytes(32), created_at: now })
    .onConflict((conflict) => conflict.column('purpose').doNothing())
    .execute()
  const { secret } = await db
    .selectFrom('signing_keys')
    .select('secret')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  return secret
}
