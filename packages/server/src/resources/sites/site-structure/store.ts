import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { SiteKey } from '../../../auth/site-standing.ts'
import { newId } from '../../../common/ids.ts'
import type { Database } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Tables } from '../../../db/tables.ts'
import { placesIn } from '../../../publishing/choosing.ts'
import { readStructure, type SiteSpaceRow } from '../../../publishing/structure.ts'
import * as sites from '../sites/store.ts'

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
  const write = () =>
    db
      .updateTable(table as Table)
      .set(changes as object)
      .where('organization_id', '=', organizationId)
      .where('site_id', '=', siteId)
      .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
      .execute()
  if (showing.some((column) => column in changes)) {
    await beginShowing(db, table, { organizationId, siteId, ids, isOther: 'space_id' in changes })
  }
  const isMove = placing.some((column) => column in changes)
  await (isMove ? notingPlaces(db, { organizationId, siteId }, write) : write())
}

/** The columns that decide who sees a space. */
const showing = ['condition', 'section_id', 'space_id']

/**
 * Readers see nothing of the time before a space was shown to the people who may read it now. Without a
 * condition, everybody saw it.
 */
async function beginShowing(
  db: Database,
  table: Table,
  { organizationId, siteId, ids, isOther }: SiteKey & { readonly ids: readonly string[]; isOther: boolean },
) {
  if (table === 'site_section_groups') return
  const column = sql.ref(table === 'site_spaces' ? 'shown.id' : 'shown.section_id')
  await sql`update site_spaces shown set shown_since = now()
    where shown.organization_id = ${organizationId} and shown.site_id = ${siteId}
      and ${column} = any (${[...ids]})
      and (${isOther} or shown.condition is not null or exists (select from site_sections s
        where s.organization_id = ${organizationId} and s.site_id = ${siteId}
          and s.id = shown.section_id and s.condition is not null))`.execute(db)
}

/** The columns that decide which path a space has below its site. */
const placing = ['path', 'is_default', 'section_id', 'space_id']

export async function remove(
  db: Database,
  table: Table,
  { organizationId, siteId }: SiteKey,
  ids: readonly string[],
) {
  const write = () =>
    db
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('site_id', '=', siteId)
      .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
      .execute()
  await notingPlaces(db, { organizationId, siteId }, write)
}

/** Changes the structure, and stores the paths that spaces gave up: links to them still lead there. */
async function notingPlaces(db: Database, key: SiteKey, write: () => Promise<unknown>) {
  const before = placesIn(await readStructure(db, key))
  await write()
  const after = placesIn(await readStructure(db, key))
  const left = [...before].filter(([name]) => !after.has(name)).map(([, place]) => place)
  if (left.length === 0) return
  const { organizationId: organization_id, siteId: site_id } = key
  const row = { organization_id, site_id, left_in: newId() }
  await db
    .insertInto('site_former_places')
    .values(left.map(({ path, spaceId }) => ({ ...row, path, space_id: spaceId })))
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
