import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'

const columns = [
  'id',
  'label',
  'prefix',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
] as const

export interface TokenRow {
  readonly id: string
  readonly label: string
  readonly prefix: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string
}

export function list(db: Database, organizationId: string, page: PageQuery) {
  const query = db.selectFrom('scim_tokens').select(columns).where('organization_id', '=', organizationId)
  return paginate(query, page, { direction: 'desc', keys: [{ column: 'id', field: 'id', kind: 'text' }] })
}

/** The caller locks the organization, so that no other token is added meanwhile. */
export async function countValid(db: Database, organizationId: string, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('scim_tokens')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function insert(db: Database, row: Insertable<Tables['scim_tokens']>): Promise<TokenRow> {
  return db.insertInto('scim_tokens').values(row).returning(columns).executeTakeFirstOrThrow()
}

export function remove(db: Database, organizationId: string, scimTokenId: string) {
  return db
    .deleteFrom('scim_tokens')
    .where('organization_id', '=', organizationId)
    .where('id', '=', scimTokenId)
    .returning('label')
    .executeTakeFirst()
}

/** The valid token with a secret. It is of this organization, and of no other. */
export function findValid(db: Database, { organizationId, secretHash, now }: Secret) {
  return db
    .selectFrom('scim_tokens')
    .select(['id', 'last_used_at as lastUsedAt'])
    .where('organization_id', '=', organizationId)
    .where('secret_hash', '=', secretHash)
    .where(sql<boolean>`not exists (select from organizations o
      where o.id = ${organizationId} and o.deleted_at is not null)`)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

interface Secret {
  readonly organizationId: string
  readonly secretHash: Buffer
  readonly now: string
}

export async function setUsed(db: Database, organizationId: string, scimTokenId: string, now: string) {
  const used = db.updateTable('scim_tokens').set({ last_used_at: now }).where('id', '=', scimTokenId)
  await used.where('organization_id', '=', organizationId).execute()
}
