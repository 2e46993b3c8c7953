import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import { isProvenTo, type Proof } from '../../auth/levels.ts'
import type { SealedPlace } from '../../auth/sealing.ts'
import type { Database } from '../../db/database.ts'
import { paginate } from '../../db/paginate.ts'
import type { Tables } from '../../db/tables.ts'

/** An installation of an integration; `organizationId` is the one it is in. */
export interface Key {
  readonly integrationName: string
  readonly installationId: string
  readonly organizationId: string
}

const columns = [
  'installations.id',
  'installations.organization_id as organizationId',
  'installations.installed_by as installedBy',
  'installations.space_selection as spaceSelection',
  'installations.site_selection as siteSelection',
  'installations.external_ids as externalIds',
  'installations.configuration',
  'installations.created_at as createdAt',
  'installations.updated_at as updatedAt',
] as const

/** Those in organizations that the person administers, or all of them; the oldest first. */
export function list(db: Database, { integrationName, ...viewer }: Listing, page: Page) {
  const { externalId, ...paging } = page
  const query = installationsOf(db, integrationName)
    .$if(!viewer.all, (one) => one.where(administeredBy(viewer)))
    .$if(externalId !== undefined, (one) =>
      one.where(sql<boolean>`installations.external_ids @> array[${externalId}]::text[]`),
    )
  return paginate(query, paging, { direction: 'asc', keys: byId })
}

const byId = [{ column: 'installations.id', field: 'id', kind: 'text' }] as const
type Page = PageQuery & { readonly externalId?: string }

interface Listing extends Viewer {
  readonly integrationName: string
  /** Whoever administers the owner of the integration sees all of them. */
  readonly all: boolean
}

interface Viewer extends Proof {
  readonly boundTo: string | null
}

function administeredBy({ userId, ssoOrganizationId, boundTo }: Viewer) {
  return sql<boolean>`exists (select from members m
    join organizations o on o.id = m.organization_id and ${isProvenTo({ userId, ssoOrganizationId }, 'o')}
    where m.organization_id = installations.organization_id and m.user_id = ${userId}
      and m.role = 'admin' and m.disabled_at is null
      and (${boundTo}::text is null or m.organization_id = ${boundTo}))`
}

export function find(db: Database, { integrationName, installationId, organizationId }: Key) {
  return installationsOf(db, integrationName)
    .where('installations.id', '=', installationId)
    .where('installations.organization_id', '=', organizationId)
    .executeTakeFirst()
}

export type InstallationRow = NonNullable<Awaited<ReturnType<typeof find>>>

function installationsOf(db: Database, integrationName: string) {
  return db.selectFrom('installations').select(columns).where('integration_name', '=', integrationName)
}

export function lock(db: Database, installationId: string) {
  return db.selectFrom('installations').select('id').where('id', '=', installationId).forUpdate().execute()
}

export async function insert(db: Database, row: Insertable<Tables['installations']>) {
  await db.insertInto('installations').values(row).execute()
}

export async function update(
  db: Database,
  { installationId, organizationId }: Key,
  changes: Updateable<Tables['installations']>,
) {
  await db
    .updateTable('installations')
    .set(changes)
    .where('id', '=', installationId)
    .where('organization_id', '=', organizationId)
    .execute()
}

/** Its tokens go with it. */
export async function remove(db: Database, { integrationName, installationId, organizationId }: Key) {
  const { numDeletedRows } = await db
    .deleteFrom('installations')
    .where('id', '=', installationId)
    .where('integration_name', '=', integrationName)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export function removeAll(db: Database, integrationName: string) {
  return db
    .deleteFrom('installations')
    .where('integration_name', '=', integrationName)
    .returning(['id', 'organization_id as organizationId'])
    .execute()
}

/** Where the configuration of an installation is kept: people enter credentials there. */
export function configurationPlace({ id, organizationId }: Placed): SealedPlace {
  return { table: 'installations', row: id, organizationId }
}

interface Placed {
  readonly id: string
  readonly organizationId: string
}
