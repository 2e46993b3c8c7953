import type { User } from '@stemma/contract'
import { isProvenTo } from '../../../auth/levels.ts'
import type { Addresses } from '../../../common/addresses.ts'
import type { Caller } from '../../../common/context.ts'
import { newId } from '../../../common/ids.ts'
import type { Database } from '../../../db/database.ts'
import { rowLock } from '../../../db/row-lock.ts'

export const userColumns = [
  'users.id as userId',
  'users.display_name as displayName',
  'users.email',
  'users.photo_url as photoUrl',
] as const

export interface UserRow {
  readonly userId: string
  readonly displayName: string
  readonly email: string
  readonly photoUrl: string | null
}

export function toUser({ userId, displayName, email, photoUrl }: UserRow, addresses: Addresses): User {
  return {
    object: 'user',
    id: userId,
    displayName,
    ...(!isGivenUp(email) && { email }),
    ...(photoUrl !== null && { photoURL: photoUrl }),
    urls: { location: addresses.user(userId) },
  }
}

/** Addresses are unique, so a deleted person has one that nobody else can have (RFC 2606). */
function addressAfter(userId: string): string {
  return `${Buffer.from(userId).toString('hex')}${givenUp}`
}

const givenUp = '@deleted.invalid'

function isGivenUp(email: string): boolean {
  return email.endsWith(givenUp)
}

export function find(db: Database, userId: string) {
  return db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirst()
}

/** An active member of an organization. */
export function findMember(db: Database, organizationId: string, userId: string) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(userColumns)
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .where('members.disabled_at', 'is', null)
    .executeTakeFirst()
}

export async function lock(db: Database, userId: string) {
  const locked = await rowLock(db, 'for update', 'users', [userId])
  return db.selectFrom('users').select('id').where('id', '=', userId).modifyEnd(locked).execute()
}

/**
 * Whether the caller shares an organization with another user and has signed in to it as it requires. A
 * bound token considers only its own organization.
 */
export async function sharesOrganization(db: Database, caller: Caller, other: string): Promise<boolean> {
  const { userId: one, organizationId: boundTo } = caller
  const row = await db
    .selectFrom('members as one')
    .innerJoin('members as other', 'other.organization_id', 'one.organization_id')
    .innerJoin('organizations', 'organizations.id', 'one.organization_id')
    .select('one.organization_id')
    .where(isProvenTo(caller, 'organizations'))
    .where('one.user_id', '=', one)
    .where('one.disabled_at', 'is', null)
    .where('other.user_id', '=', other)
    .$if(boundTo !== null, (query) => query.where('one.organization_id', '=', boundTo))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function update(db: Database, userId: string, changes: Changes, now: string) {
  return db
    .updateTable('users')
    .set({ ...changes, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/** The language of mails to a person: that of the browser in which they last signed in by password. */
export async function languageOf(db: Database, userId: string): Promise<string | undefined> {
  const query = db.selectFrom('users').select('language').where('id', '=', userId)
  return (await query.executeTakeFirst())?.language ?? undefined
}

export async function setLanguage(db: Database, userId: string, language: string) {
  await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where('language', 'is distinct from', language)
    .execute()
}

/** The new address is verified: its owner has confirmed it. */
export async function setEmail(db: Database, userId: string, email: string, now: string) {
  await db
    .updateTable('users')
    .set({ email, email_verified_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

export async function verifiedEmail(db: Database, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'email_verified_at as verifiedAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.verifiedAt ? row.email : undefined
}

/** Call it when a trusted party vouched for the address. An earlier verification time is kept. */
export async function verifyEmail(db: Database, userId: string, now: string) {
  await db
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** The address can belong to another account from now on. */
export async function markDeleted(db: Database, userId: string, { isAnonymous, now }: Deleted) {
  const row = { email: addressAfter(userId), email_verified_at: null, photo_url: null, language: null }
  const name = isAnonymous ? { display_name: 'Deleted user' } : {}
  const deleted = { ...row, ...name, deleted_at: now, updated_at: now }
  await db.updateTable('users').set(deleted).where('id', '=', userId).execute()
}

interface Deleted {
  readonly isAnonymous: boolean
  readonly now: string
}

export async function isDeleted(db: Database, userId: string): Promise<boolean> {
  const query = db.selectFrom('users').select('deleted_at as deletedAt').where('id', '=', userId)
  return (await query.executeTakeFirst())?.deletedAt != null
}

/** Ends everything with which a person signs in, and tokens that act in their name. */
export async function endSignIns(db: Database, userId: string) {
  for (const table of signIns) await db.deleteFrom(table).where('user_id', '=', userId).execute()
}

const signIns = [
  ...(['sessions', 'tokens', 'passwords', 'password_resets', 'email_changes', 'login_codes'] as const),
  ...(['factors', 'recovery_codes', 'factor_challenges', 'saml_identities', 'oidc_identities'] as const),
] as const

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

export async function idsByEmail(db: Database, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where((eb) => eb('email', '=', eb.fn.any(eb.val([...emails]))))
    .execute()
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Display names by user ID. People who are not in the organization are left out. */
export async function namesIn(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<Record<string, string>> {
  if (userIds.length === 0) return {}
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.display_name as displayName'])
    .where('members.organization_id', '=', organizationId)
    .where((eb) => eb('members.user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .execute()
  return Object.fromEntries(rows.map(({ id, displayName }) => [id, displayName]))
}

/** User IDs by address. Creates a user with an unverified address for each unknown one. */
export async function ensureByEmail(db: Database, emails: readonly string[], now: string) {
  const known = await idsByEmail(db, emails)
  const missing = emails.filter((email) => !known.has(email))
  if (missing.length === 0) return known
  const rows = missing.map((email) => ({
    id: newId(),
    display_name: email.split('@')[0] ?? email,
    email,
    created_at: now,
    updated_at: now,
  }))
  await db
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return idsByEmail(db, emails)
}

interface Changes {
  readonly display_name?: string
  readonly photo_url?: string
}
