import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import { administeredBy } from '../../../auth/levels.ts'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'
import type { ContentInstallationKey, ContentListing, ContentPage, Key } from '../installations/index.ts'

const columns = [
  'space_installations.id',
  'space_installations.integration_name as integrationName',
  'space_installations.installation_id as installationId',
  'space_installations.organization_id as organizationId',
  'space_installations.space_id as contentId',
  'space_installations.external_ids as externalIds',
  'space_installations.configuration',
] as const

/** Installations of an integration in organizations that the user administers, or all of them. */
export function list(db: Database, { integrationName, all, ...viewer }: ContentListing, page: ContentPage) {
  const { externalId, ...paging } = page
  const query = alive(db)
    .where('space_installations.integration_name', '=', integrationName)
    .$if(!all, (one) => one.where(administeredBy(viewer, 'space_installations')))
    .$if(externalId !== undefined, (one) =>
      one.where(sql<boolean>`space_installations.external_ids @> array[${externalId}]::text[]`),
    )
  return paginate(query, paging, order)
}

/** The spaces of one installation. */
export function listOf(db: Database, { integrationName, installationId }: Key, page: PageQuery) {
  const query = alive(db)
    .where('space_installations.integration_name', '=', integrationName)
    .where('space_installations.installation_id', '=', installationId)
  return paginate(query, page, order)
}

const order = {
  direction: 'asc',
  keys: [
    { column: 'space_installations.installation_id', field: 'installationId', kind: 'text' },
    { column: 'space_installations.space_id', field: 'contentId', kind: 'text' },
  ],
} as const

/** Leaves out spaces in the trash. */
function alive(db: Database) {
  return db
    .selectFrom('space_installations')
    .innerJoin('spaces', 'spaces.id', 'space_installations.space_id')
    .select(columns)
    .where('spaces.deleted_at', 'is', null)
}

export function find(db: Database, { contentId, integrationName, ...key }: ContentInstallationKey) {
  return alive(db)
    .where('space_installations.space_id', '=', contentId)
    .where('space_installations.installation_id', '=', key.installationId)
    .where('space_installations.integration_name', '=', integrationName)
    .where('space_installations.organization_id', '=', key.organizationId)
    .executeTakeFirst()
}

export async function insert(db: Database, row: Insertable<Tables['space_installations']>) {
  await db.insertInto('space_installations').values(row).execute()
}

export async function update(
  db: Database,
  { contentId, installationId }: ContentInstallationKey,
  changes: Updateable<Tables['space_installations']>,
) {
  await db
    .updateTable('space_installations')
    .set(changes)
    .where('space_id', '=', contentId)
    .where('installation_id', '=', installationId)
    .execute()
}

export async function remove(db: Database, { contentId, integrationName, ...key }: ContentInstallationKey) {
  const { numDeletedRows } = await db
    .deleteFrom('space_installations')
    .where('space_id', '=', contentId)
    .where('installation_id', '=', key.installationId)
    .where('integration_name', '=', integrationName)
    .where('organization_id', '=', key.organizationId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Removes all installations from a space that leaves its organization. */
export function removeFrom(db: Database, spaceId: string) {
  return db
    .deleteFrom('space_installations')
    .where('space_id', '=', spaceId)
    .returning(['integration_name as integration', 'installation_id as installationId'])
    .execute()
}
