import type { PageQuery, Scope, Token } from '@stemma/contract'
import { newSecret, secretHash, secretPrefix } from '../../../auth/secrets.ts'
import { newId } from '../../../common/ids.ts'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'

const columns = [
  'id',
  'label',
  'prefix',
  'scopes',
  'organization_id as organizationId',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
] as const

interface TokenRow {
  readonly id: string
  readonly label: string
  readonly prefix: string
  readonly scopes: string[] | null
  readonly organizationId: string | null
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string
}

export function toToken({ organizationId, lastUsedAt, scopes, ...row }: TokenRow): Token {
  return {
    object: 'token',
    ...row,
    ...(scopes && { scopes: scopes as Scope[] }),
    ...(organizationId && { organization: organizationId }),
    ...(lastUsedAt && { lastUsedAt }),
  }
}

/** A token that is bound to one organization knows only those bound to the same; sessions are none. */
export function list(db: Database, { userId, organizationId }: Owner, page: PageQuery) {
  const query = db
    .selectFrom('tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .where('session_id', 'is', null)
    .where('installation_id', 'is', null)
    .$if(organizationId !== null, (one) => one.where('organization_id', '=', organizationId))
  return paginate(query, page, { direction: 'desc', keys: [{ column: 'id', field: 'id', kind: 'text' }] })
}

export function find(db: Database, userId: string, tokenId: string) {
  return db
    .selectFrom('tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', tokenId)
    .where('session_id', 'is', null)
    .executeTakeFirst()
}

/** The only time the secret is known: what is stored cannot be turned back into it. */
export async function issue(db: Database, token: NewToken): Promise<Token & { readonly secret: string }> {
  const secret = newSecret()
  const row = await db
    .insertInto('tokens')
    .values({
      id: newId(),
      user_id: token.userId,
      organization_id: token.organizationId,
      label: token.label,
      prefix: secretPrefix(secret),
      secret_hash: secretHash(secret),
      scopes: token.scopes && [...token.scopes],
      sso_organization_id: token.ssoOrganizationId,
      sso_proved_at: token.ssoProvedAt ?? null,
      created_at: token.now,
      expires_at: token.expiresAt,
      installation_id: token.installationId ?? null,
      parent_token_id: token.parentTokenId ?? null,
      login_code_hash: token.loginCodeHash ?? null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { ...toToken(row), secret }
}

export interface NewToken {
  readonly userId: string
  readonly organizationId: string | null
  readonly label: string
  readonly scopes: readonly Scope[] | null
  /** The organization whose identity provider vouched for the user, if one did. */
  readonly ssoOrganizationId: string | null
  /** When it did; now, where nothing is said. */
  readonly ssoProvedAt?: string | null | undefined
  readonly now: string
  readonly expiresAt: string
  /** It speaks for this installation, and not for the person, who does not see it among theirs. */
  readonly installationId?: string
  /** The token that it was created with, and ends with. */
  readonly parentTokenId?: string | undefined
  /** The hash of the code that was exchanged for it. */
  readonly loginCodeHash?: Buffer
}

/** Those of an installation that have ended: nobody revokes them one by one. */
export async function removeEnded(db: Database, installationId: string, now: string) {
  await db
    .deleteFrom('tokens')
    .where('installation_id', '=', installationId)
    .where('expires_at', '<=', now)
    .execute()
}

/** All personal access tokens of a person but one; those of installations and of sessions stay. */
export function removeOthers(db: Database, userId: string, keptId: string | null) {
  return db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('session_id', 'is', null)
    .where('installation_id', 'is', null)
    .$if(keptId !== null, (one) => one.where('id', '<>', keptId ?? ''))
    .returning(columns)
    .execute()
}

/** A revoked token is gone, and so is what was created with it; that they were there, the events tell. */
export function remove(db: Database, { userId, organizationId }: Owner, tokenId: string) {
  return db
    .withRecursive('family', (cte) =>
      cte
        .selectFrom('tokens')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '=', tokenId)
        .where('session_id', 'is', null)
        .where('installation_id', 'is', null)
        .$if(organizationId !== null, (one) => one.where('organization_id', '=', organizationId))
        .unionAll(
          cte
            .selectFrom('tokens as child')
            .innerJoin('family', 'family.id', 'child.parent_token_id')
            .select('child.id'),
        ),
    )
    .deleteFrom('tokens')
    .where('id', 'in', (eb) => eb.selectFrom('family').select('family.id'))
    .returning(columns)
    .execute()
}

/** How many tokens of a person are valid; nobody adds another before the transaction ends. */
export async function countValid(db: Database, userId: string, now: string): Promise<number> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const row = await db
    .selectFrom('tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('session_id', 'is', null)
    .where('installation_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The token that a login code was exchanged for. */
export function findByLoginCode(db: Database, loginCodeHash: Buffer) {
  return db
    .selectFrom('tokens')
    .select(['id', 'user_id as userId'])
    .where('login_code_hash', '=', loginCodeHash)
    .executeTakeFirst()
}

/** Whoever leaves an organization loses the tokens that were bound to it. */
export function removeBound(db: Database, userId: string, organizationId: string) {
  return db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .returning(columns)
    .execute()
}

interface Owner {
  readonly userId: string
  readonly organizationId: string | null
}
