import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Tables } from '../../../db/tables.ts'
import * as sites from '../sites/store.ts'

export interface GroupRow {
  readonly id: string
  readonly title: string
  readonly icon: string | null
  readonly rank: string
}

export interface SectionRow extends GroupRow {
  readonly groupId: string | null
  readonly description: string | null
  readonly path: string
  readonly condition: string | null
  readonly isDefault: boolean
}

export interface SiteSpaceRow {
  readonly id: string
  readonly sectionId: string | null
  readonly spaceId: string
  readonly path: string
  readonly condition: string | null
  readonly isDefault: boolean
  readonly isHidden: boolean
  readonly rank: string
}

/** The parts of a site, each kind in its order. */
export interface Structure {
  readonly groups: readonly GroupRow[]
  readonly sections: readonly SectionRow[]
  readonly siteSpaces: readonly SiteSpaceRow[]
}

/** Reads everything in one statement, so that the parts are consistent. */
export async function read(db: Database, { organizationId, siteId }: SiteKey): Promise<Structure> {
  const [structure] = await readAll(db, { organizationId, siteId })
  return structure as Structure
}

const readAll = prepared<{ organizationId: string; siteId: string }, Structure>(
  ({ organizationId, siteId }) => sql<Structure>`select
    (select coalesce(json_agg(one order by one.rank, one.id), '[]') from (
      select id, title, icon, rank from site_section_groups
      where organization_id = ${organizationId} and site_id = ${siteId}) one) as groups,
    (select coalesce(json_agg(one order by one.rank, one.id), '[]') from (
      select id, group_id as "groupId", title, description, icon, path, condition,
        is_default as "isDefault", rank from site_sections
      where organization_id = ${organizationId} and site_id = ${siteId}) one) as sections,
    (select coalesce(json_agg(one order by one.rank, one.id), '[]') from (
      select id, section_id as "sectionId", space_id as "spaceId", path, condition,
        is_default as "isDefault", is_hidden as "isHidden", rank from site_spaces
      where organization_id = ${organizationId} and site_id = ${siteId}) one) as "siteSpaces"`,
)

type Table = 'site_section_groups' | 'site_sections' | 'site_spaces'

export async function insertGroup(db: Database, row: Insertable<Tables['site_section_groups']>) {
  await db.insertInto('site_section_groups').values(row).execute()
}

export async function insertSection(db: Database, row: Insertable<Tables['site_sections']>) {
  await db.insertInto('site_sections').values(row).execute()
}

export async function insertSiteSpace(db: Database, row: Insertable<Tables['site_spaces']>) {
  await db.insertInto('site_spaces').values(row).execute()
}

export async function update<T extends Table>(
  db: Database,
  table: T,
  { organizationId, siteId }: SiteKey,
  ids: readonly string[],
  changes: Updateable<Tables[T]>,
) {
  if (ids.length === 0 || Object.keys(changes).length === 0) return
  await db
    .updateTable(table as Table)
    .set(changes as object)
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

export async function remove(
  db: Database,
  table: Table,
  { organizationId, siteId }: SiteKey,
  ids: readonly string[],
) {
  await db
    .deleteFrom(table)
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

/** The sites of an organization that contain a space, in locking order. */
export async function sitesWith(db: Database, organizationId: string, spaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('site_spaces')
    .select('site_id as siteId')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .orderBy('siteId')
    .execute()
  return rows.map(({ siteId }) => siteId)
}

/** The places where published sites show these spaces, oldest site first. */
export function publishedPlaces(db: Database, organizationId: string, spaceIds: readonly string[]) {
  return findPlaces(db, { organizationId, spaceIds })
}

const findPlaces = prepared<{ organizationId: string; spaceIds: readonly string[] }, PublishedPlace>(
  ({ organizationId, spaceIds }) => sql<PublishedPlace>`
    select p.space_id as "spaceId", p.path, p.is_default as "isDefault", section.path as "sectionPath",
      section.is_default as "isSectionDefault",
      s.id, s.visibility, s.published, s.basename, s.auth_backend as "authBackend",
      ${sites.front(organizationId, 's')} as front
    from site_spaces p
    join sites s on s.organization_id = ${organizationId} and s.id = p.site_id
    left join site_sections section on section.organization_id = ${organizationId}
      and section.site_id = p.site_id and section.id = p.section_id
    where p.organization_id = ${organizationId} and p.space_id = any (${spaceIds})
      and s.published and not p.is_hidden
    order by s.id, p.id`,
)

type PublishedPlace = Pick<SiteSpaceRow, 'spaceId' | 'path' | 'isDefault'> &
  Pick<Selectable<Tables['sites']>, 'id' | 'visibility' | 'published' | 'basename'> & {
    readonly front: string | null
    readonly sectionPath: string | null
    readonly isSectionDefault: boolean | null
    readonly authBackend: string
  }
