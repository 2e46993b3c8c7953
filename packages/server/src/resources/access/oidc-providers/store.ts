import type { PageQuery } from '@stemma/contract'
import type { Insertable, Updateable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'

export function list(db: Database, organizationId: string, page: PageQuery) {
  return paginate(providersOf(db, organizationId), page, oldestFirst)
}

const oldestFirst = {
  direction: 'asc',
  keys: [{ column: 'id', field: 'id', kind: 'text' }],
} as const

/** The providers that people can sign in through, oldest first. */
export function listActive(db: Database, organizationId: string) {
  return providersOf(db, organizationId)
    .where('issuer', '!=', '')
    .where('client_id', '!=', '')
    .where('client_secret', 'is not', null)
    .orderBy('id')
    .limit(listedMax)
    .execute()
}

const listedMax = 100

export function find(db: Database, { organizationId, oidcProviderId }: Key) {
  return providersOf(db, organizationId).where('id', '=', oidcProviderId).executeTakeFirst()
}

export type ProviderRow = NonNullable<Awaited<ReturnType<typeof find>>>

export function lock(db: Database, { organizationId, oidcProviderId }: Key) {
  return providersOf(db, organizationId).where('id', '=', oidcProviderId).forUpdate().executeTakeFirst()
}

/** The secret is sealed. */
function providersOf(db: Database, organizationId: string) {
  return db
    .selectFrom('oidc_providers')
    .select(['id', 'label', 'issuer', 'client_id as clientID', 'client_secret as sealedSecret'])
    .select(['default_team_id as defaultTeamId', 'default_role as defaultRole'])
    .select(['group_claim as groupClaim', 'group_teams as groupTeams', 'created_at as createdAt'])
    .where('organization_id', '=', organizationId)
    .$narrowType<{ groupTeams: NarrowedGroups }>()
}

type NarrowedGroups = { readonly group: string; readonly teamId: string }[]

export async function insert(db: Database, row: Insertable<Tables['oidc_providers']>) {
  await db.insertInto('oidc_providers').values(row).execute()
}

export async function update(db: Database, key: Key, changes: Updateable<Tables['oidc_providers']>) {
  if (Object.keys(changes).length === 0) return
  const { organizationId, oidcProviderId } = key
  const own = db.updateTable('oidc_providers').set(changes).where('id', '=', oidcProviderId)
  await own.where('organization_id', '=', organizationId).execute()
}

/** Foreign keys delete the rows that belong to the provider. */
export function remove(db: Database, { organizationId, oidcProviderId }: Key) {
  const own = db.deleteFrom('oidc_providers').where('id', '=', oidcProviderId)
  return own.where('organization_id', '=', organizationId).returning('label').executeTakeFirst()
}

export interface Key {
  readonly organizationId: string
  readonly oidcProviderId: string
}
