import type { Role } from '@stemma/contract'
import { sql } from 'kysely'
import type { Caller, Context } from '../common/context.ts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { type Audience, type Door, gateFor, refusalOf, type Visitor, visibleStructure } from './audience.ts'
import { type ContentToken, type Visited, visitorWith } from './content-token.ts'
import { withKnownLevels } from './known-levels.ts'
import { readableSpaces, spaceLevel, viewerIn } from './levels.ts'
import { isAtLeast, type Standing, siteViews } from './resolver.ts'
import { secretHash } from './secrets.ts'
import type { Found } from './standing.ts'
import { openVisitorKey } from './visitor-key.ts'

export interface SiteKey {
  readonly organizationId: string
  readonly siteId: string
}

/** The caller's standing to the site in the path. Sites and levels are in different planes. */
export async function siteStanding(
  { db, seals }: Reader,
  key: SiteKey,
  { caller, standing, shareKey }: Pick<Found, 'caller' | 'standing'> & Pick<Visitor, 'shareKey'>,
): Promise<SiteStanding> {
  const organization = standing.organization ?? 'none'
  const door = await findDoor({ db, seals }, key)
  if (door === undefined) return { standing: { site: false, audience: false } }
  // For an installation, objects outside its selection don't exist, even if they are public.
  if (!(await isReached(db, key, caller)))
    return { standing: { organization: 'none', site: false, audience: false } }
  const isMember = isAtLeast(organization, 'read')
  const visitor = { isMember, token: 'missing', ...(shareKey !== undefined && { shareKey }) } as const
  const audience = { door, visitor }
  return {
    audience,
    standing: {
      site: await viewsSite(db, key, { caller, standing }),
      audience: refusalOf(audience) === undefined,
    },
  }
}

/** Whether a person in the organization may view a site. A deleted one shows nothing that guests can read. */
export async function viewsSite(
  db: Database,
  key: SiteKey,
  { caller, standing: { organization = 'none' } }: Pick<Found, 'caller' | 'standing'>,
): Promise<boolean> {
  return siteViews(organization, organization === 'guest' ? await bestLevel(db, key, caller) : null)
}

/** The standing of a content token's holder to its site, and to a space of the site. */
export async function visitorStanding(
  { db, seals }: Reader,
  token: ContentToken,
  { siteId, organizationId, spaceId }: Partial<Readonly<Record<'spaceId' | keyof SiteKey, string>>>,
): Promise<SiteStanding> {
  const key = { organizationId: token.organization, siteId: token.site }
  const isElsewhere =
    (siteId !== undefined && siteId !== key.siteId) ||
    (organizationId !== undefined && organizationId !== key.organizationId)
  const door = isElsewhere ? undefined : await findDoor({ db, seals }, key)
  if (door === undefined) return nothing
  const audience = { door, visitor: visitorWith(token, door.privateKey) }
  if (refusalOf(audience) !== undefined) return nothing
  const visited = { ...key, spaceId: token.space }
  if (spaceId === undefined)
    return { audience, visited, standing: { visitor: true, audience: siteId !== undefined } }
  const shownSpace = await isShown(db, key, audience, spaceId)
  return { audience, visited, standing: { visitor: true, shownSpace } }
}

const nothing = { standing: { visitor: false } } as const

/** Whether a key belongs to an active share link of a published site that shows the space. */
export async function opensSpace(reader: Reader, { organizationId, spaceId, shareKey }: SpaceAndKey) {
  const keyHash = secretHash(shareKey)
  for (const { siteId } of await readSitesOpened(reader.db, { organizationId, spaceId, keyHash })) {
    const key = { organizationId, siteId }
    const door = await findDoor(reader, key)
    if (door?.visibility !== 'share-link') continue
    const audience = { door, visitor: { token: 'missing', shareKey } } as const
    if (refusalOf(audience) === undefined && (await isShown(reader.db, key, audience, spaceId))) return true
  }
  return false
}

interface SpaceAndKey {
  readonly organizationId: string
  readonly spaceId: string
  readonly shareKey: string
}

const readSitesOpened = prepared<
  Omit<SpaceAndKey, 'shareKey'> & { readonly keyHash: Buffer },
  { readonly siteId: string }
>(
  ({ organizationId, spaceId, keyHash }) => sql<{ siteId: string }>`select distinct link.site_id as "siteId"
    from site_share_links link
    join site_spaces shown on shown.organization_id = ${organizationId} and shown.site_id = link.site_id
      and shown.space_id = ${spaceId}
    where link.organization_id = ${organizationId} and link.key_hash = ${keyHash}`,
)

export interface SiteStanding {
  readonly standing: Pick<Standing, 'organization' | 'site' | 'audience' | 'shownSpace' | 'visitor'>
  readonly audience?: Audience
  readonly visited?: Visited
}

/** A site as visitors see it, with the keys that verify their tokens. */
export interface SiteDoor extends Door {
  /** Decrypts the key when it is needed: most visitors of most sites have no token. */
  readonly privateKey: () => string
  readonly fallbackURL: string | null
}

/** One statement, however many share links there are. */
export async function findDoor({ db, seals }: Reader, { organizationId, siteId }: SiteKey) {
  const key = { organizationId, siteId }
  const [door] = await readDoor(db, key)
  return door && toDoor(seals, key, door)
}

type Reader = Pick<Context, 'db' | 'seals'>

/** A door as `doorColumns` reads it. */
export interface StoredDoor extends Omit<SiteDoor, 'privateKey'> {
  /** Encrypted. */
  readonly privateKey: string
}

export function toDoor(seals: Context['seals'], key: SiteKey, stored: StoredDoor): SiteDoor {
  const { published, visibility, adaptiveContent, schema, shareLinks, fallbackURL, privateKey } = stored
  const door = { published, visibility, adaptiveContent, schema, shareLinks, fallbackURL }
  return { ...door, privateKey: () => openVisitorKey(seals, key, privateKey) }
}

const readDoor = prepared<SiteKey, StoredDoor>(
  (key) => sql<StoredDoor>`select ${doorColumns(key)} from sites
    where organization_id = ${key.organizationId} and id = ${key.siteId}`,
)

/** What decides who sees a site, in a statement that selects from `sites`. */
export function doorColumns({ organizationId, siteId }: SiteKey) {
  // A deleted organization publishes nothing.
  return sql`published and not exists (select from organizations gone
      where gone.id = ${organizationId} and gone.deleted_at is not null) as published,
    visibility, adaptive_content as "adaptiveContent", adaptive_schema as schema,
    auth_private_key as "privateKey", auth_fallback_url as "fallbackURL",
    (select coalesce(json_agg(
        json_build_object('id', id, 'keyHash', encode(key_hash, 'hex'), 'active', active)), '[]')
      from site_share_links
      where organization_id = ${organizationId} and site_id = ${siteId}) as "shareLinks"`
}

/** Whether an installation has access to this site: limited ones only if they are installed on it. */
async function isReached(db: Database, { organizationId, siteId }: SiteKey, { installation }: Caller) {
  if (installation?.siteSelection !== 'selected') return true
  const row = await db
    .selectFrom('site_installations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .where('installation_id', '=', installation.id)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a site shows a space in at least one place that its conditions don't hide. */
async function isShown(db: Database, key: SiteKey, audience: Audience, spaceId: string): Promise<boolean> {
  const rows = await readPlaces(db, { ...key, spaceId })
  const sections = rows.flatMap(({ sectionId, sectionCondition }) =>
    sectionId === null ? [] : [{ id: sectionId, groupId: null, condition: sectionCondition }],
  )
  const { seen } = visibleStructure({ groups: [], sections, siteSpaces: rows }, gateFor(audience))
  return seen.siteSpaces.length > 0
}

const readPlaces = prepared<{ organizationId: string; siteId: string; spaceId: string }, PlaceRow>(
  ({ organizationId, siteId, spaceId }) => sql<PlaceRow>`select shown.id, shown.condition,
      shown.section_id as "sectionId", s.condition as "sectionCondition"
    from site_spaces shown left join site_sections s
      on s.organization_id = ${organizationId} and s.site_id = ${siteId} and s.id = shown.section_id
    where shown.organization_id = ${organizationId} and shown.site_id = ${siteId}
      and shown.space_id = ${spaceId} and not shown.is_hidden`,
)

interface PlaceRow {
  readonly id: string
  readonly condition: string | null
  readonly sectionId: string | null
  readonly sectionCondition: string | null
}

/** A person's level on some readable space of a site; null if there is none. */
async function bestLevel(
  db: Database,
  { organizationId, siteId }: SiteKey,
  caller: Caller,
): Promise<Role | null> {
  const shown = await db
    .selectFrom('site_spaces')
    .select('space_id as id')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .execute()
  const viewer = await withKnownLevels(db, viewerIn(organizationId, caller))
  const row = await readableSpaces(db, viewer)
    .select(spaceLevel.as('level'))
    .where((eb) => eb('spaces.id', '=', eb.fn.any(eb.val(shown.map(({ id }) => id)))))
    .limit(1)
    .executeTakeFirst()
  return row?.level ?? null
}
