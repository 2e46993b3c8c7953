import type { PageQuery, Scope, Token } from '@stemma/contract'
import { newSecret, secretHash, secretPrefix } from '../../../auth/secrets.ts'
import { newId } from '../../../common/ids.ts'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import * as users from '../../people/users/store.ts'

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

/** Without session and installation tokens. A bound token sees only tokens bound to the same organization. */
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

/** The secret is available only here: it can't be recovered from what is stored. */
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
      second_factor: token.secondFactor ?? false,
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
  /** When it did. Defaults to `now`. */
  readonly ssoProvedAt?: string | null | undefined
  /** Whether its owner proved a second factor in the session that created it. */
  readonly secondFactor?: boolean | undefined
  readonly now: string
  readonly expiresAt: string
  /** The token acts for this installation, not for the person, and is hidden from the person's list. */
  readonly installationId?: string
  /** The token that created this one, and with which it ends. */
  readonly parentTokenId?: string | undefined
  /** The hash of the code that was exchanged for it. */
  readonly loginCodeHash?: Buffer
}

/** Removes an installation's expired tokens, which nobody revokes one by one. */
export async function removeEnded(db: Database, installationId: string, now: string) {
  await db
    .deleteFrom('tokens')
    .where('installation_id', '=', installationId)
    .where('expires_at', '<=', now)
    .execute()
}

/** Removes all personal access tokens of a person except one. Tokens of installations and sessions stay. */
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

/** Deletes a token and all tokens created with it. The events keep the record of them. */
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

/** Counts a person's valid tokens. No other token can be added before the transaction ends. */
export async function countValid(db: Database, userId: string, now: string): Promise<number> {
  await users.lock(db, userId)
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

export function findByLoginCode(db: Database, loginCodeHash: Buffer) {
  return db
    .selectFrom('tokens')
    .select(['id', 'user_id as userId'])
    .where('login_code_hash', '=', loginCodeHash)
    .executeTakeFirst()
}

/** People who leave an organization lose the tokens that were bound to it. */
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
