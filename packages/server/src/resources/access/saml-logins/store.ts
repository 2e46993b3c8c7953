import type { Insertable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { SaidPerson } from '../../../saml/person.ts'
import type { Key } from '../saml-providers/store.ts'

export async function insertRequest(db: Database, row: Insertable<Tables['saml_requests']>) {
  await db.insertInto('saml_requests').values(row).execute()
}

/** Deletes and returns the answered request. Only one caller gets it, across all processes. */
export function takeRequest(db: Database, key: Key, idHash: Buffer) {
  return ofProvider(db.deleteFrom('saml_requests'), key)
    .where('id_hash', '=', idHash)
    .returning(['relay_hash as relayHash', 'browser_hash as browserHash'])
    .returning(['next_url as nextUrl', 'expires_at as expiresAt'])
    .executeTakeFirst()
}

/** Returns false if the assertion was used before. */
export async function useAssertion(db: Database, row: Insertable<Tables['saml_assertions']>) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('saml_assertions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function insertAnswer(db: Database, row: Insertable<Tables['saml_answers']>) {
  await db.insertInto('saml_answers').values(row).execute()
}

/** Deletes and returns the answer stored under a code. */
export async function takeAnswer(db: Database, key: Key, codeHash: Buffer) {
  const row = await ofProvider(db.deleteFrom('saml_answers'), key)
    .where('code_hash', '=', codeHash)
    .returning(['browser_hash as browserHash', 'next_url as nextUrl', 'person', 'expires_at as expiresAt'])
    .executeTakeFirst()
  return row && { ...row, person: row.person as SaidPerson }
}

export async function findUserId(db: Database, key: Key, nameId: string): Promise<string | undefined> {
  const row = await ofProvider(db.selectFrom('saml_identities').select('user_id as userId'), key)
    .where('name_id', '=', nameId)
    .executeTakeFirst()
  return row?.userId
}

export async function insertIdentity(db: Database, row: Insertable<Tables['saml_identities']>) {
  await db.insertInto('saml_identities').values(row).execute()
}

/** Deletes the provider's identity for a user. Returns whether there was one. */
export async function forgetUser(db: Database, key: Key, userId: string): Promise<boolean> {
  const { numDeletedRows } = await ofProvider(db.deleteFrom('saml_identities'), key)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the provider's identities, requests and answers. */
export async function forgetAll(db: Database, key: Key) {
  await ofProvider(db.deleteFrom('saml_identities'), key).execute()
  await ofProvider(db.deleteFrom('saml_requests'), key).execute()
  await ofProvider(db.deleteFrom('saml_answers'), key).execute()
}

/** Deletes expired rows of all organizations. */
export async function prune(db: Database, now: string) {
  for (const table of ['saml_requests', 'saml_answers', 'saml_assertions'] as const) {
    await db.deleteFrom(table).where('expires_at', '<', now).execute()
  }
}

interface Narrowing<Q> {
  where(column: 'organization_id' | 'provider_id', operator: '=', value: string): Q
}

function ofProvider<Q extends Narrowing<Q>>(query: Q, { organizationId, samlProviderId }: Key): Q {
  return query.where('organization_id', '=', organizationId).where('provider_id', '=', samlProviderId)
}
