import type { Caller } from '../common/context.ts'
import type { Database } from '../db/database.ts'

/**
 * Whether the caller runs the server: its configuration names their address, and they have proved that it is
 * theirs. A token for one organization, or of an installation, is not enough.
 */
export async function isOperator(
  db: Database,
  operators: readonly string[],
  { userId, organizationId, installation }: Caller,
): Promise<boolean> {
  if (operators.length === 0 || organizationId !== null || installation !== undefined) return false
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return user !== undefined && operators.includes(user.email)
}
