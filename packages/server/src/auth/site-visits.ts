import type { Caller } from '../common/context.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { isSecret, newSecret, secretHash } from './secrets.ts'
import { type SessionSettings, ssoProvedAfter } from './session-settings.ts'

/**
 * People who are signed in read sites on other hosts, where their session's cookie is not sent. Their browser
 * brings a code there, once and within a minute, and gets a secret for that host: it opens nothing else, and
 * ends with the session.
 */
export async function offerVisit(db: Database, { sessionId, host, stateHash, now }: Offer): Promise<string> {
  const code = newSecret()
  await db
    .insertInto('site_visits')
    .values({
      secret_hash: secretHash(code),
      session_id: sessionId,
      host,
      state_hash: stateHash,
      expires_at: new Date(Date.parse(now) + codeMs).toISOString(),
    })
    .execute()
  return code
}

const codeMs = 60_000

interface Offer {
  readonly sessionId: string
  /** As the browser sees it, with its port. */
  readonly host: string
  /** The hash of what only the browser knows that asked for the code. */
  readonly stateHash: Buffer
  readonly now: string
}

/** Makes a code a visit, at most once, in the browser that asked for it. */
export async function beginVisit(
  { db: outer, now, sessions }: Moment,
  { code, host, state }: { readonly code: string; readonly host: string; readonly state: string },
): Promise<{ readonly secret: string; readonly expiresAt: string } | undefined> {
  if (!isSecret(code)) return undefined
  return inTransaction(outer, { repeatable: true }, async (db) => {
    const taken = await db
      .deleteFrom('site_visits')
      .where('secret_hash', '=', secretHash(code))
      .where('state_hash', '=', secretHash(state))
      .where('host', '=', host)
      .where('expires_at', '>', now)
      .returning('session_id as sessionId')
      .executeTakeFirst()
    if (taken === undefined) return undefined
    const secret = newSecret()
    const expiresAt = new Date(Date.parse(now) + sessions.idleMs).toISOString()
    await db
      .insertInto('site_visits')
      .values({
        secret_hash: secretHash(secret),
        session_id: taken.sessionId,
        host,
        state_hash: null,
        expires_at: expiresAt,
      })
      .execute()
    return { secret, expiresAt }
  })
}

interface Moment {
  readonly db: Database
  readonly now: string
  readonly sessions: SessionSettings
}

/** Who visits this host with a secret, while the session lasts in which they signed in. */
export async function visitorBy(
  { db, now, sessions }: Moment,
  secret: string,
  host: string,
): Promise<Caller | undefined> {
  if (!isSecret(secret)) return undefined
  const row = await db
    .selectFrom('site_visits')
    .innerJoin('sessions', 'sessions.id', 'site_visits.session_id')
    .select(['sessions.id as sessionId', 'sessions.user_id as userId', 'sessions.created_at as since'])
    .select(['sessions.sso_organization_id as ssoOrganizationId', 'sessions.second_factor as secondFactor'])
    .where('site_visits.secret_hash', '=', secretHash(secret))
    .where('site_visits.state_hash', 'is', null)
    .where('site_visits.host', '=', host)
    .where('site_visits.expires_at', '>', now)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { sessionId, userId, since, secondFactor } = row
  const isProved = Date.parse(since) > Date.parse(ssoProvedAfter(sessions, now))
  const ssoOrganizationId = isProved ? row.ssoOrganizationId : null
  const unbound = { tokenId: '', scopes: null, organizationId: null }
  return { userId, sessionId, ssoOrganizationId, secondFactor, ...unbound }
}

export async function endVisit(db: Database, secret: string) {
  await db.deleteFrom('site_visits').where('secret_hash', '=', secretHash(secret)).execute()
}

export async function pruneVisits(db: Database, now: string) {
  await db.deleteFrom('site_visits').where('expires_at', '<', now).execute()
}
