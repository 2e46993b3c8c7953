import { sql } from 'kysely'
import { type Audience, gateFor, visibleStructure } from '../auth/audience.ts'
import type { SiteKey } from '../auth/site-standing.ts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

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
export async function readStructure(db: Database, { organizationId, siteId }: SiteKey): Promise<Structure> {
  const [structure] = await readAll(db, { organizationId, siteId })
  return structure as Structure
}

const readAll = prepared<SiteKey, Structure>((key) => sql<Structure>`select ${structureColumns(key)}`)

/** The parts of a site, as one column for each kind. */
export function structureColumns({ organizationId, siteId }: SiteKey) {
  return sql`(select coalesce(json_agg(one order by one.rank, one.id), '[]') from (
      select id, title, icon, rank from site_section_groups
      where organization_id = ${organizationId} and site_id = ${siteId}) one) as groups,
    (select coalesce(json_agg(one order by one.rank, one.id), '[]') from (
      select id, group_id as "groupId", title, description, icon, path, condition,
        is_default as "isDefault", rank from site_sections
      where organization_id = ${organizationId} and site_id = ${siteId}) one) as sections,
    (select coalesce(json_agg(one order by one.rank, one.id), '[]') from (
      select id, section_id as "sectionId", space_id as "spaceId", path, condition,
        is_default as "isDefault", is_hidden as "isHidden", rank from site_spaces
      where organization_id = ${organizationId} and site_id = ${siteId}) one) as "siteSpaces"`
}

/** The structure that visitors could see: spaces in the trash are never part of it. */
export async function readShown(db: Database, key: SiteKey): Promise<Structure> {
  return shownOf(await readStructure(db, key))
}

/** The part of a whole structure that visitors could see. */
export function shownOf(whole: Structure): Structure {
  return { ...whole, siteSpaces: whole.siteSpaces.filter(({ isHidden }) => !isHidden) }
}

/** The part of the structure that a visitor sees. */
export async function readSeen(db: Database, key: SiteKey, audience: Audience): Promise<Structure> {
  return visibleStructure(await readShown(db, key), gateFor(audience)).seen
}
