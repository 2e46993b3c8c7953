import type { Factor } from '@stemma/contract'
import type { VerifiedPasskey } from '../../../auth/passkeys.ts'
import type { Caller } from '../../../common/context.ts'
import type { Database } from '../../../db/database.ts'

const columns = [
  'id',
  'kind',
  'label',
  'backed_up as isBackedUp',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

interface FactorRow {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly isBackedUp: boolean | null
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export function toFactor({ kind, lastUsedAt, isBackedUp, ...row }: FactorRow): Factor {
  return {
    object: 'second-factor',
    kind: kind as Factor['kind'],
    ...row,
    ...(lastUsedAt !== null && { lastUsedAt }),
    ...(isBackedUp !== null && { synced: isBackedUp }),
  }
}

/** The second factors of a person that count. */
export function list(db: Database, userId: string) {
  return confirmed(db, userId).select(columns).orderBy('id').execute()
}

export async function has(db: Database, userId: string): Promise<boolean> {
  return (await confirmed(db, userId).select('id').limit(1).executeTakeFirst()) !== undefined
}

export function find(db: Database, userId: string, factorId: string) {
  return confirmed(db, userId).select(columns).where('id', '=', factorId).executeTakeFirst()
}

/** The authenticator apps of a person, with their sealed secrets. */
export function listAuthenticators(db: Database, userId: string) {
  return confirmed(db, userId).select(['id', 'secret']).where('kind', '=', 'authenticator').execute()
}

function confirmed(db: Database, userId: string) {
  return db.selectFrom('factors').where('user_id', '=', userId).where('confirmed_at', 'is not', null)
}

/** A new wish to add an authenticator app replaces the one before. */
export async function insertAuthenticator(
  db: Database,
  { id, userId, label, secret, now }: NewAuthenticator,
) {
  await db.deleteFrom('factors').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
  await db
    .insertInto('factors')
    .values({ id, user_id: userId, kind: 'authenticator', label, secret, created_at: now })
    .execute()
}

interface NewAuthenticator {
  readonly id: string
  readonly userId: string
  readonly label: string
  readonly secret: string
  readonly now: string
}

/** An authenticator app that waits for its first code. */
export function findUnconfirmed(db: Database, { userId, factorId, since }: Unconfirmed) {
  return db
    .selectFrom('factors')
    .select(['id', 'label', 'secret'])
    .where('user_id', '=', userId)
    .where('id', '=', factorId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst()
}

interface Unconfirmed {
  readonly userId: string
  readonly factorId: string
  readonly since: string
}

export function confirm(db: Database, factorId: string, now: string) {
  return db
    .updateTable('factors')
    .set({ confirmed_at: now })
    .where('id', '=', factorId)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Whether the code of a time step counts: at most once, even for concurrent requests. */
export async function takeStep(db: Database, factorId: string, step: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factors')
    .set({ last_step: step, last_used_at: now })
    .where('id', '=', factorId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function rename(db: Database, userId: string, factorId: string, label: string) {
  return changing(db, userId, factorId).set({ label }).returning(columns).executeTakeFirst()
}

function changing(db: Database, userId: string, factorId: string) {
  return db
    .updateTable('factors')
    .where('user_id', '=', userId)
    .where('id', '=', factorId)
    .where('confirmed_at', 'is not', null)
}

/** Removes one second factor, or all of a person. */
export function remove(db: Database, userId: string, factorId?: string) {
  return db
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .$if(factorId !== undefined, (one) => one.where('id', '=', factorId ?? ''))
    .returning(columns)
    .execute()
}

/** The passkeys of a person, as browsers know them. */
export async function listPasskeys(db: Database, userId: string) {
  const rows = await confirmed(db, userId)
    .select(['credential_id as credentialId', 'transports'])
    .where('kind', '=', 'passkey')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ credentialId, transports: transports ?? [] }],
  )
}

/** False if somebody has this passkey already. */
export async function insertPasskey(
  db: Database,
  { passkey, now, ...owner }: NewPasskeyRow,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('factors')
    .values({
      id: owner.id,
      user_id: owner.userId,
      kind: 'passkey',
      label: owner.label,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: [...passkey.transports],
      backed_up: passkey.isBackedUp,
      created_at: now,
      confirmed_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

interface NewPasskeyRow {
  readonly id: string
  readonly userId: string
  readonly label: string
  readonly passkey: VerifiedPasskey
  readonly now: string
}

export function findPasskey(db: Database, credentialId: Buffer) {
  return db
    .selectFrom('factors')
    .select(['id', 'user_id as userId', 'label', 'public_key as publicKey'])
    .where('credential_id', '=', credentialId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/**
 * Whether the sign count of a signature went on since the last one: of two requests with one signature, once.
 * Passkeys that don't count send 0 each time.
 */
export async function takeSignCount(db: Database, factorId: string, use: Use): Promise<boolean> {
  const { signCount, isBackedUp, now } = use
  const { numUpdatedRows } = await db
    .updateTable('factors')
    .set({ sign_count: signCount, backed_up: isBackedUp, last_used_at: now })
    .where('id', '=', factorId)
    .where((eb) =>
      eb.or([
        eb('sign_count', '<', signCount),
        eb.and([eb('sign_count', '=', 0), eb(eb.val(signCount), '=', 0)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface Use {
  readonly signCount: number
  readonly isBackedUp: boolean
  readonly now: string
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function replaceRecoveryCodes(
  db: Database,
  userId: string,
  hashes: readonly Buffer[],
  now: string,
) {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now }))
  if (rows.length > 0) await db.insertInto('recovery_codes').values(rows).execute()
}

/** Whether the code was there and unused: at most once, even for concurrent requests. */
export async function takeRecoveryCode(db: Database, userId: string, hash: Buffer, now: string) {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The organizations of the caller that require a second factor of them. */
export function requiredBy(db: Database, { userId, ssoOrganizationId }: Caller) {
  return db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.title'])
    .where('members.user_id', '=', userId)
    .where('members.disabled_at', 'is', null)
    .where('organizations.second_factor', '=', true)
    .where('organizations.id', 'is distinct from', ssoOrganizationId)
    .orderBy('organizations.id')
    .limit(organizationsMax)
    .execute()
}

const organizationsMax = 100

/** When the caller last proved who they are with this session or token, and whether by a second factor. */
export function findProof(db: Database, { sessionId, tokenId }: Caller) {
  if (sessionId === null) {
    return db
      .selectFrom('tokens')
      .select(['proved_at as provedAt', 'second_factor as hasFactor'])
      .where('id', '=', tokenId)
      .executeTakeFirst()
  }
  return db
    .selectFrom('sessions')
    .select(({ fn }) => [fn.coalesce('proved_at', 'created_at').as('provedAt'), 'second_factor as hasFactor'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
}

export async function recordProof(db: Database, { sessionId, tokenId }: Caller, proof: Proof) {
  const proved = { proved_at: proof.now, second_factor: proof.hasFactor }
  if (sessionId !== null) await db.updateTable('sessions').set(proved).where('id', '=', sessionId).execute()
  await db
    .updateTable('tokens')
    .set(sessionId === null ? proved : { second_factor: proof.hasFactor })
    .where(sessionId === null ? 'id' : 'session_id', '=', sessionId ?? tokenId)
    .execute()
}

interface Proof {
  readonly now: string
  readonly hasFactor: boolean
}

/** Without a second factor, nothing counts any longer as proved by one. */
export async function forgetProofs(db: Database, userId: string) {
  await db.updateTable('sessions').set({ second_factor: false }).where('user_id', '=', userId).execute()
  await db.updateTable('tokens').set({ second_factor: false }).where('user_id', '=', userId).execute()
}

export async function insertChallenge(db: Database, one: NewChallenge) {
  await db
    .insertInto('factor_challenges')
    .values({
      secret_hash: one.secretHash,
      purpose: one.purpose,
      user_id: one.userId,
      challenge: one.challenge,
      expires_at: one.expiresAt,
    })
    .execute()
}

export interface NewChallenge extends Omit<Wanted, 'userId'> {
  readonly userId: string | null
  readonly challenge: Buffer
  readonly expiresAt: string
}

interface Wanted {
  readonly secretHash: Buffer
  /** Only if it was for this person. */
  readonly userId?: string
  readonly purpose: 'sign-in' | 'passkey sign-in' | 'registration' | 'proof'
}

/** A new wish to add a passkey, or to prove one, replaces the one before. */
export async function endChallenges(db: Database, userId: string, purpose: Wanted['purpose']) {
  await db
    .deleteFrom('factor_challenges')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
}

/** A challenge that is still open. */
export function findChallenge(db: Database, { secretHash, purpose, userId }: Wanted, now: string) {
  return db
    .selectFrom('factor_challenges')
    .select(['user_id as userId', 'challenge'])
    .where('secret_hash', '=', secretHash)
    .where('purpose', '=', purpose)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Counts an attempt to answer a challenge. Too many of them end it. */
export async function raiseChallenge(db: Database, { secretHash }: Pick<Wanted, 'secretHash'>) {
  await db
    .updateTable('factor_challenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('secret_hash', '=', secretHash)
    .execute()
  await db
    .deleteFrom('factor_challenges')
    .where('secret_hash', '=', secretHash)
    .where('attempts', '>=', challengeAttemptsMax)
    .execute()
}

const challengeAttemptsMax = 5

/** Returns a challenge at most once, even to concurrent requests. */
export function takeChallenge(db: Database, { secretHash, purpose, userId }: Wanted, now: string) {
  return db
    .deleteFrom('factor_challenges')
    .where('secret_hash', '=', secretHash)
    .where('purpose', '=', purpose)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'challenge'])
    .executeTakeFirst()
}

/** Deletes challenges that have expired and authenticator apps that were not confirmed within an hour. */
export async function prune(db: Database, now: string, hourAgo: string) {
  await db.deleteFrom('factor_challenges').where('expires_at', '<', now).execute()
  await db.deleteFrom('factors').where('confirmed_at', 'is', null).where('created_at', '<', hourAgo).execute()
}
