import type { PageQuery, Scope, Token } from '@stemma/contract'
import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import { paginate } from '../../db/paginate.ts'
import type { Tables } from '../../db/tables.ts'

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

/** A token that is bound to one organization knows only those bound to the same. */
export function list(db: Database, { userId, organizationId }: Owner, page: PageQuery) {
  const query = db
    .selectFrom('tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .$if(organizationId !== null, (one) => one.where('organization_id', '=', organizationId))
  return paginate(query, page, { direction: 'desc', keys: [{ column: 'id', field: 'id', kind: 'text' }] })
}

export function find(db: Database, userId: string, tokenId: string) {
  return db
    .selectFrom('tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', tokenId)
    .executeTakeFirst()
}

export function insert(db: Database, row: Insertable<Tables['tokens']>) {
  return db.insertInto('tokens').values(row).returning(columns).executeTakeFirstOrThrow()
}

/** A revoked token is gone; that it was there, the events tell. */
export function remove(db: Database, { userId, organizationId }: Owner, tokenId: string) {
  return db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('id', '=', tokenId)
    .$if(organizationId !== null, (one) => one.where('organization_id', '=', organizationId))
    .returning(columns)
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
