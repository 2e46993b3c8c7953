import { type Rank, rankBetween } from '@stemma/content'
import type { SiteKey } from '../../../auth/site-standing.ts'
import { ApiError } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Database } from '../../../db/database.ts'
import { readStructure, type SiteSpaceRow } from '../../../publishing/structure.ts'
import * as sites from '../sites/store.ts'
import { freePath, inSection, missingDefaults, type Place, ranksFor, type Sibling } from './rules.ts'
import * as structure from './store.ts'

/** Sets missing defaults: a section, a site space in each section, or a site space at the root. */
export async function settleDefaults(db: Database, key: SiteKey) {
  const missing = missingDefaults(await readStructure(db, key))
  const yes = { is_default: true }
  await structure.update(db, 'site_sections', key, missing.sections, yes)
  await structure.update(db, 'site_spaces', key, missing.siteSpaces, yes)
}

/** Makes one sibling the default. Resets the old default first, because there must never be two. */
export async function makeDefault(
  db: Database,
  table: 'site_sections' | 'site_spaces',
  key: SiteKey,
  siblings: readonly { readonly id: string; readonly isDefault: boolean }[],
  id: string,
) {
  const others = siblings.filter((one) => one.isDefault && one.id !== id).map((one) => one.id)
  await structure.update(db, table, key, others, { is_default: false })
  await structure.update(db, table, key, [id], { is_default: true })
}

/** Saves the order of site spaces in a section, or at the root of a site without sections. */
export async function arrangeSiteSpaces(db: Database, key: SiteKey, order: readonly Place[]) {
  for (const [id, rank] of ranksFor(order)) await setRank(db, 'site_spaces', key, id, rank)
}

/** Saves an order of sections and groups. */
export async function arrange(
  db: Database,
  key: SiteKey,
  order: readonly Place[],
  kindOf: (id: string) => Sibling['kind'],
) {
  for (const [id, rank] of ranksFor(order)) {
    await setRank(db, kindOf(id) === 'group' ? 'site_section_groups' : 'site_sections', key, id, rank)
  }
}

function setRank(
  db: Database,
  table: 'site_spaces' | 'site_sections' | 'site_section_groups',
  key: SiteKey,
  id: string,
  rank: Rank,
) {
  return structure.update(db, table, key, [id], { rank })
}

export function endRank(order: readonly { readonly rank: Rank }[]): Rank {
  return rankBetween(order.at(-1)?.rank, undefined)
}

/** Adds a space as the last of its siblings: the variants of a section or of the site. */
export async function addSiteSpace(
  db: Database,
  { organizationId, siteId }: SiteKey,
  siblings: readonly SiteSpaceRow[],
  added: NewSiteSpace,
): Promise<SiteSpaceRow> {
  const { id, sectionId, spaceId, title } = added
  const path = freePath(title, siblings)
  const rank = endRank(siblings)
  const shared = { id, path, rank }
  await structure.insertSiteSpace(db, {
    ...shared,
    organization_id: organizationId,
    site_id: siteId,
    section_id: sectionId,
    space_id: spaceId,
    is_default: false,
  })
  return { ...shared, sectionId, spaceId, condition: null, isDefault: false, isHidden: false }
}

export interface NewSiteSpace {
  readonly id: string
  readonly sectionId: string | null
  readonly spaceId: string
  /** The title of the space. */
  readonly title: string
}

/** Adds the initial spaces of a site, as variants of each other. */
export async function addAtRoot(db: Database, key: SiteKey, spaces: readonly Added[]) {
  const siblings: SiteSpaceRow[] = []
  for (const { id: spaceId, title } of spaces) {
    const added = { id: newId(), sectionId: null, spaceId, title }
    siblings.push(await addSiteSpace(db, key, siblings, added))
  }
  await settleDefaults(db, key)
}

interface Added {
  readonly id: string
  readonly title: string
}

/** Sets the default section or site space of a site. A site space also makes its section the default. */
export async function chooseDefaults(db: Database, key: SiteKey, chosen: Chosen) {
  const { defaultSiteSpace, defaultSiteSection } = chosen
  if (defaultSiteSpace === undefined && defaultSiteSection === undefined) return
  const { sections, siteSpaces } = await readStructure(db, key)
  const shown = siteSpaces.filter(({ isHidden }) => !isHidden)
  const siteSpace = defaultSiteSpace && requireOne(shown, defaultSiteSpace, 'defaultSiteSpace')
  const section = defaultSiteSection && requireOne(sections, defaultSiteSection, 'defaultSiteSection')
  if (siteSpace && section && siteSpace.sectionId !== section.id) throw notOfSite('defaultSiteSpace')
  const sectionId = section ? section.id : siteSpace ? siteSpace.sectionId : null
  if (sectionId !== null) await makeDefault(db, 'site_sections', key, sections, sectionId)
  if (!siteSpace) return
  const siblings = inSection(siteSpaces, siteSpace.sectionId)
  await makeDefault(db, 'site_spaces', key, siblings, siteSpace.id)
}

interface Chosen {
  readonly defaultSiteSpace?: string
  readonly defaultSiteSection?: string
}

function requireOne<T extends { readonly id: string }>(all: readonly T[], id: string, field: string): T {
  const one = all.find((candidate) => candidate.id === id)
  if (one === undefined) throw notOfSite(field)
  return one
}

function notOfSite(field: string) {
  return new ApiError(
    'invalid_request',
    'The default section and the default site space must belong to this site and to each other.',
    {
      details: [{ pointer: `/body/${field}`, message: 'does not exist in this site' }],
    },
  )
}

/** Hides a trashed space from all sites. Restored, it keeps its position but is no longer a default. */
export async function setHidden(db: Database, organizationId: string, spaceId: string, hidden: boolean) {
  const change = hidden ? { is_hidden: true, is_default: false } : { is_hidden: false }
  for (const key of await lockSitesWith(db, organizationId, spaceId)) {
    const { siteSpaces } = await readStructure(db, key)
    await structure.update(db, 'site_spaces', key, idsOf(siteSpaces, spaceId), change)
    await settleDefaults(db, key)
  }
}

/** Removes a deleted space from all sites, and the sections that contained nothing else. */
export async function forgetSpace(db: Database, organizationId: string, spaceId: string) {
  for (const key of await lockSitesWith(db, organizationId, spaceId)) {
    const { siteSpaces, sections } = await readStructure(db, key)
    const left = siteSpaces.filter((one) => one.spaceId !== spaceId)
    const empty = sections.filter(({ id }) => inSection(left, id).length === 0)
    await structure.remove(db, 'site_spaces', key, idsOf(siteSpaces, spaceId))
    await structure.remove(
      db,
      'site_sections',
      key,
      empty.map(({ id }) => id),
    )
    await settleDefaults(db, key)
  }
}

/** A space can't be transferred while sites of its organization show it. */
export async function requireInNoSite(db: Database, organizationId: string, spaceId: string) {
  const siteIds = await structure.sitesWith(db, organizationId, spaceId)
  if (siteIds.length === 0) return
  throw new ApiError(
    'precondition_failed',
    'Sites of this organization show this space. Remove the space from them first.',
    {
      details: { sites: siteIds },
    },
  )
}

async function lockSitesWith(db: Database, organizationId: string, spaceId: string): Promise<SiteKey[]> {
  const siteIds = await structure.sitesWith(db, organizationId, spaceId)
  const keys = siteIds.map((siteId) => ({ organizationId, siteId }))
  for (const key of keys) await sites.lock(db, key)
  return keys
}

function idsOf(siteSpaces: readonly SiteSpaceRow[], spaceId: string): string[] {
  return siteSpaces.filter((one) => one.spaceId === spaceId).map(({ id }) => id)
}
