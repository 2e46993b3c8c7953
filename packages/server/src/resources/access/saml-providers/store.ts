import type { PageQuery } from '@stemma/contract'
import type { Insertable, Updateable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'

const columns = [
  'id',
  'label',
  'sso_url as ssoURL',
  'entity_id as entityID',
  'certificate',
  'default_team_id as defaultTeamId',
  'default_role as defaultRole',
  'group_claim as groupClaim',
  'group_teams as groupTeams',
  'created_at as createdAt',
] as const

/** Oldest first. */
export function list(db: Database, organizationId: string, page: PageQuery) {
  return paginate(providersOf(db, organizationId), page, { direction: 'asc', keys: byId })
}

const byId = [{ column: 'id', field: 'id', kind: 'text' }] as const

/** The providers that people can sign in through, oldest first. */
export function listActive(db: Database, organizationId: string) {
  return db
    .selectFrom('saml_providers')
    .select(['id', 'label'])
    .where('organization_id', '=', organizationId)
    .where('sso_url', '!=', '')
    .where('entity_id', '!=', '')
    .where('certificate', '!=', '')
    .orderBy('id')
    .limit(listedMax)
    .execute()
}

const listedMax = 100

export function find(db: Database, { organizationId, samlProviderId }: Key) {
  return providersOf(db, organizationId).where('id', '=', samlProviderId).executeTakeFirst()
}

export type ProviderRow = NonNullable<Awaited<ReturnType<typeof find>>>

/** A provider with missing settings can't be used. */
export function isActive({
  ssoURL,
  entityID,
  certificate,
}: Pick<ProviderRow, 'ssoURL' | 'entityID' | 'certificate'>): boolean {
  return ssoURL !== '' && entityID !== '' && certificate !== ''
}

function providersOf(db: Database, organizationId: string) {
  return db
    .selectFrom('saml_providers')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .$narrowType<{ groupTeams: { readonly group: string; readonly teamId: string }[] }>()
}

export function lock(db: Database, { organizationId, samlProviderId }: Key) {
  return providersOf(db, organizationId).where('id', '=', samlProviderId).forUpdate().executeTakeFirst()
}

export async function insert(db: Database, row: Insertable<Tables['saml_providers']>) {
  await db.insertInto('saml_providers').values(row).execute()
}

export async function update(
  db: Database,
  { organizationId, samlProviderId }: Key,
  changes: Updateable<Tables['saml_providers']>,
) {
  if (Object.keys(changes).length === 0) return
  await db
    .updateTable('saml_providers')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('id', '=', samlProviderId)
    .execute()
}

/** Foreign keys delete the rows that belong to the provider. */
export function remove(db: Database, { organizationId, samlProviderId }: Key) {
  return db
    .deleteFrom('saml_providers')
    .where('organization_id', '=', organizationId)
    .where('id', '=', samlProviderId)
    .returning('label')
    .executeTakeFirst()
}

/** The organization's signing key. The private key is sealed. */
export function findKey(db: Database, organizationId: string) {
  return db
    .selectFrom('saml_keys')
    .select(['certificate', 'private_key as sealedKey'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** The first key wins: an organization has one for all its providers. */
export async function insertKey(db: Database, row: Insertable<Tables['saml_keys']>) {
  await db
    .insertInto('saml_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
}

export interface Key {
  readonly organizationId: string
  readonly samlProviderId: string
}
