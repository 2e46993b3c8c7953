import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import { administeredBy } from '../../../auth/levels.ts'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'
import type { ContentInstallationKey, ContentListing, ContentPage, Key } from '../installations/index.ts'

const columns = [
  'id',
  'integration_name as integrationName',
  'installation_id as installationId',
  'organization_id as organizationId',
  'site_id as contentId',
  'external_ids as externalIds',
  'configuration',
] as const

/** Installations of an integration in organizations that the user administers, or all of them. */
export function list(db: Database, { integrationName, all, ...viewer }: ContentListing, page: ContentPage) {
  const { externalId, ...paging } = page
  const query = db
    .selectFrom('site_installations')
    .select(columns)
    .where('integration_name', '=', integrationName)
    .$if(!all, (one) => one.where(administeredBy(viewer, 'site_installations')))
    .$if(externalId !== undefined, (one) =>
      one.where(sql<boolean>`external_ids @> array[${externalId}]::text[]`),
    )
  return paginate(query, paging, order)
}

/** The sites of one installation. */
export function listOf(db: Database, key: Key, page: PageQuery) {
  const query = db
    .selectFrom('site_installations')
    .select(columns)
    .where('organization_id', '=', key.organizationId)
    .where('integration_name', '=', key.integrationName)
    .where('installation_id', '=', key.installationId)
  return paginate(query, page, order)
}

const order = {
  direction: 'asc',
  keys: [
    { column: 'installation_id', field: 'installationId', kind: 'text' },
    { column: 'site_id', field: 'contentId', kind: 'text' },
  ],
} as const

export function find(db: Database, { contentId, integrationName, ...key }: ContentInstallationKey) {
  return db
    .selectFrom('site_installations')
    .select(columns)
    .where('organization_id', '=', key.organizationId)
    .where('site_id', '=', contentId)
    .where('installation_id', '=', key.installationId)
    .where('integration_name', '=', integrationName)
    .executeTakeFirst()
}

export async function insert(db: Database, row: Insertable<Tables['site_installations']>) {
  await db.insertInto('site_installations').values(row).execute()
}

export async function update(
  db: Database,
  { organizationId, contentId, installationId }: ContentInstallationKey,
  changes: Updateable<Tables['site_installations']>,
) {
  await db
    .updateTable('site_installations')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', contentId)
    .where('installation_id', '=', installationId)
    .execute()
}

export async function remove(db: Database, { contentId, integrationName, ...key }: ContentInstallationKey) {
  const { numDeletedRows } = await db
    .deleteFrom('site_installations')
    .where('organization_id', '=', key.organizationId)
    .where('site_id', '=', contentId)
    .where('installation_id', '=', key.installationId)
    .where('integration_name', '=', integrationName)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
