import type { Insertable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Key } from '../oidc-providers/store.ts'

export async function insertRequest(db: Database, row: Insertable<Tables['oidc_requests']>) {
  await db.insertInto('oidc_requests').values(row).execute()
}

/** Deletes and returns the request with this state. Only one caller gets it, across all processes. */
export function takeRequest(db: Database, { organizationId, oidcProviderId }: Key, stateHash: Buffer) {
  return db
    .deleteFrom('oidc_requests')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', oidcProviderId)
    .where('state_hash', '=', stateHash)
    .returning(['browser_hash as browserHash', 'next_url as nextUrl', 'expires_at as expiresAt'])
    .executeTakeFirst()
}

export async function findUserId(db: Database, key: Key, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('oidc_identities')
    .select('user_id as userId')
    .where('organization_id', '=', key.organizationId)
    .where('provider_id', '=', key.oidcProviderId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.userId
}

export async function insertIdentity(db: Database, row: Insertable<Tables['oidc_identities']>) {
  await db.insertInto('oidc_identities').values(row).execute()
}

/** Deletes the provider's identity for a user. Returns whether there was one. */
export async function forgetUser(db: Database, key: Key, userId: string): Promise<boolean> {
  const { numDeletedRows } = await identitiesToDelete(db, key)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the provider's identities and requests. */
export async function forgetAll(db: Database, key: Key) {
  await identitiesToDelete(db, key).execute()
  const requests = db.deleteFrom('oidc_requests').where('provider_id', '=', key.oidcProviderId)
  await requests.where('organization_id', '=', key.organizationId).execute()
}

function identitiesToDelete(db: Database, { organizationId, oidcProviderId }: Key) {
  const own = db.deleteFrom('oidc_identities').where('organization_id', '=', organizationId)
  return own.where('provider_id', '=', oidcProviderId)
}

/** Deletes expired rows of all organizations. */
export async function prune(db: Database, now: string) {
  await db.deleteFrom('oidc_requests').where('expires_at', '<', now).execute()
}
