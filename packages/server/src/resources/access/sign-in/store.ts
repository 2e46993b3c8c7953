import type { Scope } from '@stemma/contract'
import { sql } from 'kysely'
import { pruneVisits } from '../../../auth/site-visits.ts'
import type { Database } from '../../../db/database.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import * as members from '../../people/members/store.ts'
import * as factors from '../second-factors/store.ts'
import * as tokens from '../tokens/store.ts'

/** An account, with the hash of its password if it has one. */
export function findAccount(db: Database, by: { readonly email: string } | { readonly userId: string }) {
  const query = db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id as userId', 'users.email', 'users.display_name as displayName', 'passwords.hash'])
  return (
    'email' in by ? query.where('users.email', '=', by.email) : query.where('users.id', '=', by.userId)
  ).executeTakeFirst()
}

export async function setPassword(db: Database, userId: string, hash: string, now: string) {
  await db
    .insertInto('passwords')
    .values({ user_id: userId, hash, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, changed_at: now }))
    .execute()
}

/**
 * Sets a person's password, ends their other sessions and, with `revokesTokens`, revokes their other
 * tokens. Each of their organizations gets an audit event, because the password gives access to it.
 */
export async function replacePassword(scene: Scene, { hash, revokesTokens, userId }: NewPassword) {
  const { db, now, caller } = scene
  await setPassword(db, userId, hash, now)
  const ended = await endOtherSessions(db, userId, caller?.sessionId ?? null)
  const revoked = revokesTokens ? await tokens.removeOthers(db, userId, caller?.tokenId ?? null) : []
  await emit(
    { ...scene, home: userId },
    { type: 'user.password_set', userId },
    ...ended.map((sessionId) => ({ type: 'session.ended', sessionId, because: 'password changed' }) as const),
    ...revoked.map(({ id, label }) => ({ type: 'token.revoked', tokenId: id, label }) as const),
  )
  for (const home of await members.organizationIdsOf(db, userId)) {
    await emit({ ...scene, home }, { type: 'user.password_set', userId })
  }
}

interface NewPassword {
  readonly userId: string
  readonly hash: string
  readonly revokesTokens: boolean
}

/** A session is created when its person signs in. */
export async function findLoginTime(db: Database, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at as createdAt')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.createdAt
}

/** Stores a stronger hash of the same password, unless the password was changed meanwhile. */
export async function replaceHash(db: Database, userId: string, before: string, hash: string) {
  await db
    .updateTable('passwords')
    .set({ hash })
    .where('user_id', '=', userId)
    .where('hash', '=', before)
    .execute()
}

export async function endOtherSessions(db: Database, userId: string, keptId: string | null) {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keptId !== null, (query) => query.where('id', '<>', keptId ?? ''))
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

export interface LoginCode {
  readonly codeHash: Buffer
  readonly userId: string
  readonly ssoOrganizationId: string | null
  readonly ssoProvedAt?: string | undefined
  /** Whether a second factor was proved in the session. */
  readonly secondFactor?: boolean | undefined
  /** The session in which the code was confirmed. The code ends with it. */
  readonly sessionId?: string | null
  readonly label: string
  /** Null: everything that the person is allowed to do. */
  readonly scopes?: readonly Scope[] | null
  readonly challenge: string
  readonly redirectURL: string
  readonly expiresAt: string
}

export async function insertCode(db: Database, code: LoginCode) {
  await db
    .insertInto('login_codes')
    .values({
      code_hash: code.codeHash,
      user_id: code.userId,
      sso_organization_id: code.ssoOrganizationId,
      sso_proved_at: code.ssoProvedAt ?? null,
      second_factor: code.secondFactor ?? false,
      session_id: code.sessionId ?? null,
      scopes: code.scopes ? [...code.scopes] : null,
      label: code.label,
      challenge: code.challenge,
      redirect_url: code.redirectURL,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** Returns a code at most once, even to concurrent requests. */
export function takeCode(db: Database, codeHash: Buffer, now: string) {
  return db
    .deleteFrom('login_codes')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning([
      'user_id as userId',
      'sso_organization_id as ssoOrganizationId',
      'sso_proved_at as ssoProvedAt',
      'second_factor as secondFactor',
      'label',
      sql<Scope[] | null>`scopes`.as('scopes'),
      'challenge',
      'redirect_url as redirectURL',
    ])
    .executeTakeFirst()
}

/** False if the request was answered before, or its person has as many links as they may have. */
export async function insertReset(db: Database, reset: NewReset): Promise<boolean> {
  const { requestId, codeHash, userId, now, expiresAt } = reset
  // Jobs of one person count one after the other: together, each would count before the others insert.
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { open } = await db
    .selectFrom('password_resets')
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (Number(open) >= resetsMax) return false
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('password_resets')
    .values({ request_id: requestId, code_hash: codeHash, user_id: userId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const resetsMax = 3

interface NewReset {
  readonly requestId: string
  readonly codeHash: Buffer
  readonly userId: string
  readonly now: string
  readonly expiresAt: string
}

export function findReset(db: Database, codeHash: Buffer, now: string) {
  return db
    .selectFrom('password_resets')
    .select('user_id as userId')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Returns a link's person at most once, even to concurrent requests, and ends their other links. */
export async function takeReset(db: Database, codeHash: Buffer, now: string) {
  const taken = await db
    .deleteFrom('password_resets')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning('user_id as userId')
    .executeTakeFirst()
  if (taken !== undefined) await endResets(db, taken.userId)
  return taken
}

export async function endResets(db: Database, userId: string) {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

/** A new wish replaces the one before, unless that was made just now. */
export async function insertEmailChange(db: Database, change: NewEmailChange): Promise<boolean> {
  const { userId, email, oldCodeHash, newCodeHash, now, before, expiresAt } = change
  const row = {
    email,
    old_code_hash: oldCodeHash,
    new_code_hash: newCodeHash,
    old_confirmed_at: null,
    new_confirmed_at: null,
    created_at: now,
    expires_at: expiresAt,
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('email_changes')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('email_changes.created_at', '<', before),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

interface NewEmailChange {
  readonly userId: string
  readonly email: string
  readonly oldCodeHash: Buffer
  readonly newCodeHash: Buffer
  readonly now: string
  readonly before: string
  readonly expiresAt: string
}

/** The change that a link confirms, and for which of the two addresses. */
export function findEmailChange(db: Database, codeHash: Buffer, now: string) {
  return db
    .selectFrom('email_changes')
    .select(['user_id as userId', 'email'])
    .select(({ eb }) => eb('old_code_hash', '=', codeHash).as('isOld'))
    .where((eb) => eb.or([eb('old_code_hash', '=', codeHash), eb('new_code_hash', '=', codeHash)]))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Whether both addresses have confirmed the change now. */
export async function confirmEmailChange(db: Database, userId: string, isOld: boolean, now: string) {
  const confirmed = await db
    .updateTable('email_changes')
    .set(isOld ? { old_confirmed_at: now } : { new_confirmed_at: now })
    .where('user_id', '=', userId)
    .returning(['old_confirmed_at as old', 'new_confirmed_at as new'])
    .executeTakeFirst()
  return confirmed?.old != null && confirmed.new != null
}

export async function endEmailChange(db: Database, userId: string) {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}

const networksKeptMs = 90 * 24 * 60 * 60 * 1000

export async function prune(db: Database, now: string) {
  const hourAgo = new Date(Date.parse(now) - 60 * 60 * 1000).toISOString()
  await db.deleteFrom('login_codes').where('expires_at', '<', now).execute()
  await db.deleteFrom('password_resets').where('expires_at', '<', now).execute()
  await db.deleteFrom('email_changes').where('expires_at', '<', now).execute()
  await pruneVisits(db, now)
  await factors.prune(db, now, hourAgo)
  await db.deleteFrom('sign_in_attempts').where('started_at', '<', hourAgo).execute()
  const last = new Date(Date.parse(now) - networksKeptMs).toISOString()
  await db.deleteFrom('known_networks').where('seen_at', '<', last).execute()
  await db
    .deleteFrom('sessions')
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('expires_at', '<', now),
        not(
          exists(
            selectFrom('tokens')
              .select('tokens.id')
              .whereRef('tokens.session_id', '=', 'sessions.id')
              .where('tokens.expires_at', '>', now),
          ),
        ),
      ]),
    )
    .execute()
}
