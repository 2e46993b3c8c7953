import { sql } from 'kysely'
import { doorColumns, type SiteKey, type StoredDoor } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { type Address, addressesIn, type Neighbourhood } from '../../../publishing/addresses.ts'
import { type Structure, structureColumns } from '../../../publishing/structure.ts'
import * as customizations from '../site-customization/store.ts'
import * as sites from '../sites/store.ts'

/** A space of a site, with its current revision. */
export interface ShownSpace {
  readonly id: string
  readonly title: string
  readonly language: string | null
  readonly revisionId: string
}

export async function spacesOf(db: Database, ids: readonly string[]): Promise<readonly ShownSpace[]> {
  return ids.length === 0 ? [] : readSpaces(db, { ids })
}

const readSpaces = prepared<{ ids: readonly string[] }, ShownSpace>(
  ({ ids }) => sql<ShownSpace>`select id, title, language, revision_id as "revisionId" from spaces
    where id = any (${ids}) and deleted_at is null`,
)

/** A path below a site that a space had, until it left it. */
export interface FormerPlace {
  readonly path: string
  readonly spaceId: string
  readonly leftIn: string
}

/** All paths that these spaces had, and those that once had one of these paths. The last one comes first. */
export async function formerPlaces(
  db: Database,
  { organizationId, siteId }: SiteKey,
  { paths, spaces }: Sought,
) {
  return readFormerPlaces(db, { organizationId, siteId, paths, spaces })
}

interface Sought {
  readonly paths: readonly string[]
  readonly spaces: readonly string[]
}

const readFormerPlaces = prepared<SiteKey & Sought, FormerPlace>(
  ({ organizationId, siteId, paths, spaces }) => sql<FormerPlace>`
    select path, space_id as "spaceId", left_in as "leftIn" from site_former_places
    where organization_id = ${organizationId} and site_id = ${siteId} and space_id in (
      select space_id from site_former_places
      where organization_id = ${organizationId} and site_id = ${siteId} and path = any (${paths})
      union all select unnest(${spaces}::text[]))
    order by left_in desc limit 1000`,
)

/** A change request that was merged into a space. */
export interface Merge {
  readonly id: string
  readonly root: Buffer
  /** The content before. */
  readonly parentRoot: Buffer
  readonly mergedAt: string
  readonly subject: string
  readonly number: number
}

/** The last merges up to a revision of a space, newest first. */
export async function mergesUntil(db: Database, { spaceId, id, limit }: MergesWanted) {
  return readMerges(db, { spaceId, id, limit })
}

interface MergesWanted {
  readonly spaceId: string
  readonly id: string
  readonly limit: number
}

const readMerges = prepared<MergesWanted, Merge>(
  ({ spaceId, id, limit }) => sql<Merge>`select r.id, r.root, parent.root as "parentRoot",
      r.created_at as "mergedAt", c.subject, c.number
    from revisions r
    join revisions parent on parent.space_id = ${spaceId} and parent.id = r.parents[1]
    join change_requests c on c.space_id = ${spaceId} and c.id = r.merged_from
    where r.space_id = ${spaceId} and r.id <= ${id}
      and r.change_request_id is null and r.merged_from is not null
    order by r.id desc limit ${limit}`,
)

/** Everything that pages are drawn from, besides the content of spaces. */
export interface SiteFacts {
  readonly title: string
  readonly basename: string | null
  readonly front: string | null
  readonly structure: Structure
  readonly customization: customizations.Row
  /** Since when the site, and each of its spaces by ID, has been open to the people who may read it now. */
  readonly since: { readonly site: string; readonly spaces: Readonly<Record<string, string>> | null }
}

/** Who may see a site, and the version of its facts: equal only if they are equal. */
interface CheckedSite extends StoredDoor {
  readonly version: string
}

/** A site with its facts, read at one moment. */
export async function readWhole(db: Database, { organizationId, siteId }: SiteKey) {
  const [found] = await readFacts(db, { organizationId, siteId })
  return found
}

const readFacts = prepared<SiteKey, CheckedSite & { readonly facts: SiteFacts }>(
  (key) => sql<CheckedSite & { readonly facts: SiteFacts }>`select ${doorColumns(key)},
    ${factsOf(key)} as facts, ${versionOf(key)} as version
    from sites where organization_id = ${key.organizationId} and id = ${key.siteId}`,
)

/**
 * What decides about a request for a page whose site is probably known: which sites the addresses near it
 * belong to, who may see the site, and whether its facts are those that are known.
 */
export async function checkSite(db: Database, near: Neighbourhood, { organizationId, siteId }: SiteKey) {
  const [found] = await readCheck(db, { ...near, organizationId, siteId })
  return found
}

interface Checked extends CheckedSite {
  readonly addresses: readonly Address[]
}

const readCheck = prepared<Neighbourhood & SiteKey, Checked>(
  (args) => sql<Checked>`select ${doorColumns(args)}, ${versionOf(args)} as version,
    ${addressesIn(args)} as addresses
    from sites where organization_id = ${args.organizationId} and id = ${args.siteId}`,
)

function versionOf(key: SiteKey) {
  return sql<string>`md5(${factsOf(key)}::text)`
}

/** In a statement that selects from `sites`. Pages show API descriptions, which the version covers too. */
function factsOf(key: SiteKey) {
  return sql`json_build_object('title', title, 'basename', basename,
    'front', ${sites.front(key.organizationId, 'sites')},
    'structure', (select row_to_json(parts) from (select ${structureColumns(key)}) parts),
    'customization', (select row_to_json(stored)
      from (select ${customizations.customizationColumns(key)}) stored),
    'since', json_build_object('site', audience_since, 'spaces', (
      select json_object_agg(shown.id, shown.shown_since order by shown.id) from site_spaces shown
      where shown.organization_id = ${key.organizationId} and shown.site_id = ${key.siteId})),
    'specs', (select md5(string_agg(concat(slug, ' ', last_version_id), ',' order by slug))
      from openapi_specs where organization_id = ${key.organizationId}))`
}
