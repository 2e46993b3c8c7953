import type { Database } from '../../db/database.ts'

export { requirePassword } from './rules.ts'

/** Who has an e-mail address, and the hash of their password, if they have one. */
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

/** The same password, made dearer to guess, unless it was changed meanwhile. */
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
  readonly label: string
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
      label: code.label,
      challenge: code.challenge,
      redirect_url: code.redirectURL,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** Of many who bring one code at once, one takes it. */
export function takeCode(db: Database, codeHash: Buffer, now: string) {
  return db
    .deleteFrom('login_codes')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning([
      'user_id as userId',
      'sso_organization_id as ssoOrganizationId',
      'label',
      'challenge',
      'redirect_url as redirectURL',
    ])
    .executeTakeFirst()
}

/** Forgets what no longer counts. */
export async function prune(db: Database, now: string) {
  const hourAgo = new Date(Date.parse(now) - 60 * 60 * 1000).toISOString()
  await db.deleteFrom('login_codes').where('expires_at', '<', now).execute()
  await db.deleteFrom('sign_in_attempts').where('started_at', '<', hourAgo).execute()
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
