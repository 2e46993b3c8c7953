import { randomBytes } from 'node:crypto'
import type { Context } from '../common/context.ts'

/** The installation's signing key for one purpose. The first process that needs it creates it for all. */
export async function signingKey(
  { db, seals, now }: Pick<Context, 'db' | 'seals' | 'now'>,
  purpose: string,
): Promise<Buffer> {
  const place = { table: 'signing_keys', row: purpose, organizationId: '' }
  const fresh = seals.seal(randomBytes(32).toString('base64url'), place)
  await db
    .insertInto('signing_keys')
    .values({ purpose, secret: fresh, created_at: now })
    .onConflict((conflict) => conflict.column('purpose').doNothing())
    .execute()
  const { secret } = await db
    .selectFrom('signing_keys')
    .select('secret')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  return Buffer.from(seals.open(secret, place), 'base64url')
}
