import type { PublicContext } from '../common/context.ts'
import { ApiError } from '../common/errors.ts'
import { newId } from '../common/ids.ts'
import { rowLock } from '../db/row-lock.ts'
import { inTransaction } from '../db/transaction.ts'
import { newSecret, secretHash, secretPrefix } from './secrets.ts'

/**
 * Starts a session after a login. Its secret is in a cookie and is replaced regularly: a new secret is
 * offered next to the old one, which ends when the new one is used. If the old one is used after that, one of
 * its holders copied it, so the session ends for both.
 */
export async function startSession(moment: Moment, login: NewSession): Promise<NewSecret> {
  const { db, now, sessions } = moment
  const { userId, ssoOrganizationId, userAgent, secondFactor = false } = login
  await requireAccount(db, userId)
  const sessionId = newId()
  const endsAt = later(now, sessions.lifetimeMs)
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      sso_organization_id: ssoOrganizationId,
      second_factor: secondFactor,
      user_agent: userAgent?.slice(0, userAgentMax) ?? null,
      created_at: now,
      expires_at: endsAt,
    })
    .execute()
  const secret = { userId, ssoOrganizationId, secondFactor, sessionId, endsAt, usedAt: now, beganAt: now }
  return { sessionId, ...(await addSecret(moment, secret)) }
}

/** Waits for a deletion of the account, and then finds it deleted. */
async function requireAccount(db: Moment['db'], userId: string) {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .modifyEnd(await rowLock(db, 'for key share', 'users', [userId]))
    .executeTakeFirst()
  if (found === undefined) throw new ApiError('unauthenticated', 'This account no longer exists.')
}

const userAgentMax = 300

export interface NewSession {
  readonly userId: string
  /** The organization whose identity provider authenticated the person; null after a password login. */
  readonly ssoOrganizationId: string | null
  readonly userAgent?: string | undefined
  /** Whether the person proved a second factor. */
  readonly secondFactor?: boolean
}

export interface NewSecret {
  readonly sessionId: string
  readonly secret: string
  readonly expiresAt: string
}

type Moment = Pick<PublicContext, 'db' | 'now' | 'sessions'>

/** The session of a request, as far as its secret is concerned. */
export interface SeenSession {
  readonly id: string
  readonly tokenId: string
  readonly since: string
  readonly usedAt: string | null
  readonly supersededAt: string | null
}

/** What to do with the secret of a session after it was used. */
export function dutyOf(
  session: SeenSession,
  { now, sessions }: Omit<Moment, 'db'>,
): 'end' | 'confirm' | 'replace' | undefined {
  const { since, usedAt, supersededAt } = session
  const ageOf = (time: string) => Date.parse(now) - Date.parse(time)
  if (supersededAt !== null) return ageOf(supersededAt) > sessions.supersededGraceMs ? 'end' : undefined
  if (usedAt === null) return 'confirm'
  return ageOf(since) > sessions.replaceMs ? 'replace' : undefined
}

/** Offers the holder of a session its next secret, unless one was offered to them a moment ago. */
export async function offerSecret(moment: Moment, { id }: SeenSession): Promise<NewSecret | undefined> {
  const { now, sessions } = moment
  return inTransaction(moment.db, { repeatable: false }, async (db) => {
    const session = await lockSession(db, id)
    if (session === undefined) return undefined
    const justOffered = await db
      .selectFrom('tokens')
      .select('id')
      .where('session_id', '=', id)
      .where('last_used_at', 'is', null)
      .where('created_at', '>', later(now, -sessions.supersededGraceMs))
      .limit(1)
      .executeTakeFirst()
    if (justOffered) return undefined
    return { sessionId: id, ...(await addSecret({ ...moment, db }, { ...session, usedAt: null })) }
  })
}

/** The first use of a secret ends all others of its session. */
export async function confirmSecret({ db: outer, now }: Moment, { id, tokenId }: SeenSession) {
  await inTransaction(outer, { repeatable: true }, async (db) => {
    if ((await lockSession(db, id)) === undefined) return
    await db
      .updateTable('tokens')
      .set({ superseded_at: now })
      .where('session_id', '=', id)
      .where('id', '<>', tokenId)
      .where('superseded_at', 'is', null)
      .execute()
    await db.updateTable('tokens').set({ last_used_at: now }).where('id', '=', tokenId).execute()
  })
}

async function lockSession(db: Moment['db'], id: string) {
  return db
    .selectFrom('sessions')
    .select([
      'id as sessionId',
      'user_id as userId',
      'sso_organization_id as ssoOrganizationId',
      'second_factor as secondFactor',
      'expires_at as endsAt',
      'created_at as beganAt',
    ])
    .where('id', '=', id)
    .modifyEnd(await rowLock(db, 'for update', 'sessions', [id]))
    .executeTakeFirst()
}

async function addSecret({ db, now, sessions }: Moment, given: GivenSecret) {
  const secret = newSecret()
  const expiresAt = new Date(
    Math.min(Date.parse(now) + sessions.idleMs, Date.parse(given.endsAt)),
  ).toISOString()
  await db
    .insertInto('tokens')
    .values({
      id: newId(),
      user_id: given.userId,
      session_id: given.sessionId,
      sso_organization_id: given.ssoOrganizationId,
      sso_proved_at: given.ssoOrganizationId && given.beganAt,
      second_factor: given.secondFactor ?? false,
      label: 'session',
      prefix: secretPrefix(secret),
      secret_hash: secretHash(secret),
      created_at: now,
      last_used_at: given.usedAt,
      expires_at: expiresAt,
    })
    .execute()
  return { secret, expiresAt }
}

interface GivenSecret extends Pick<NewSession, 'userId' | 'ssoOrganizationId' | 'secondFactor'> {
  readonly sessionId: string
  readonly beganAt: string
  readonly endsAt: string
  readonly usedAt: string | null
}

/** Ends the session and its secrets. */
export async function endSession(
  db: Moment['db'],
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString()
}
