import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import { administeredBy, type Viewing } from '../../../auth/levels.ts'
import type { SealedPlace } from '../../../auth/sealing.ts'
import type { Database } from '../../../db/database.ts'
import { containing, paginate } from '../../../db/paginate.ts'
import { rowLock } from '../../../db/row-lock.ts'
import type { Tables } from '../../../db/tables.ts'

/** An installation of an integration. `organizationId` is the organization that it is installed in. */
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

/** Installations in organizations that the user administers, or all of them. Oldest first. */
export function list(db: Database, { integrationName, ...viewer }: Listing, page: Page) {
  const { externalId, ...paging } = page
  const query = installationsOf(db, integrationName)
    .$if(!viewer.all, (one) => one.where(administeredBy(viewer, 'installations')))
    .$if(externalId !== undefined, (one) =>
      one.where(sql<boolean>`installations.external_ids @> array[${externalId}]::text[]`),
    )
  return paginate(query, paging, { direction: 'asc', keys: byId })
}

const byId = [{ column: 'installations.id', field: 'id', kind: 'text' }] as const
type Page = PageQuery & { readonly externalId?: string }

interface Listing extends Viewing {
  readonly integrationName: string
  /** Admins of the integration's owner see all of them. */
  readonly all: boolean
}

/** The installations in an organization, oldest first. `search` matches names and titles. */
export function listIn(db: Database, organizationId: string, { search, target, ...page }: SearchPage) {
  const query = db
    .selectFrom('installations')
    .innerJoin('integrations', 'integrations.name', 'installations.integration_name')
    .select([...columns, 'installations.integration_name as integrationName'])
    .where('installations.organization_id', '=', organizationId)
    .$if(search !== undefined, (one) =>
      one.where((eb) =>
        eb.or([
          containing('integrations.name', search ?? ''),
          containing('integrations.title', search ?? ''),
        ]),
      ),
    )
    .$if(target === 'space', (one) => one.where(onSomeSpace(organizationId)))
    .$if(target === 'site', (one) => one.where(onSomeSite(organizationId)))
  return paginate(query, page, { direction: 'asc', keys: byId })
}

interface SearchPage extends PageQuery {
  readonly search?: string
  readonly target?: string
}

/** A cluster looks up the IDs first: it takes no subquery that depends on a row of the directory. */
function onSomeSpace(organizationId: string) {
  return sql<boolean>`installations.id in (select x.installation_id from space_installations x
    join spaces s on s.id = x.space_id and s.deleted_at is null
    where x.organization_id = ${organizationId})`
}

function onSomeSite(organizationId: string) {
  return sql<boolean>`installations.id in (select x.installation_id from site_installations x
    where x.organization_id = ${organizationId})`
}

/** The installation of an integration in an organization, which has at most one of each. */
export function findIn(db: Database, organizationId: string, integrationName: string) {
  return installationsOf(db, integrationName)
    .where('installations.organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** The number of spaces that each of these installations is on. */
export async function countSpaces(db: Database, installationIds: readonly string[]) {
  const rows = await db
    .selectFrom('space_installations')
    .innerJoin('spaces', 'spaces.id', 'space_installations.space_id')
    .select(['installation_id as id', sql<number>`count(*)`.as('count')])
    .where((eb) => eb('installation_id', '=', eb.fn.any(eb.val([...installationIds]))))
    .where('spaces.deleted_at', 'is', null)
    .groupBy('installation_id')
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
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

export async function lock(db: Database, installationId: string) {
  const locked = await rowLock(db, 'for update', 'installations', [installationId])
  return db
    .selectFrom('installations')
    .select('id')
    .where('id', '=', installationId)
    .modifyEnd(locked)
    .execute()
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

/** Its tokens are deleted by cascade. */
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

/** The sealing context of an installation's configuration, which can contain credentials. */
export function configurationPlace({ id, organizationId }: Placed): SealedPlace {
  return { table: 'installations', row: id, organizationId }
}

interface Placed {
  readonly id: string
  readonly organizationId: string
}
