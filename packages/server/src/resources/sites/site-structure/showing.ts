import type { SiteSection, SiteSectionGroup, SiteSpace, SiteStructure, Space } from '@stemma/contract'
import { type Gate, gateFor, visibleStructure } from '../../../auth/audience.ts'
import { viewerIn } from '../../../auth/levels.ts'
import { allows } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import {
  type GroupRow,
  readStructure,
  type SectionRow,
  type SiteSpaceRow,
  type Structure,
} from '../../../publishing/structure.ts'
import * as spaces from '../../spaces/spaces/index.ts'
import * as sites from '../sites/index.ts'
import { addressOf, publicationsOf } from './addresses.ts'
import { inGroup, inSection, rootOf } from './rules.ts'

/** A site with its whole structure, and the part of it that the caller sees. */
export interface OpenSite {
  readonly site: sites.SiteRow
  readonly whole: Structure
  readonly seen: Structure
  readonly spaces: ReadonlyMap<string, Space>
  /** The URL of the site, if it is published. */
  readonly address: string | undefined
}

/**
 * Members with access to the site see the spaces that they can read; visitors see what is published for them.
 * Nobody sees spaces in the trash.
 */
export async function open(context: Context, key: sites.SiteKey, as = roleOf(context)): Promise<OpenSite> {
  const { db, caller, standing, addresses } = context
  const site = found(await sites.find(db, key), 'site')
  const whole = await readStructure(db, key)
  const ids = new Set(whole.siteSpaces.map(({ spaceId }) => spaceId))
  const { organizationId } = key
  const rows = allows('org.member', standing)
    ? await spaces.findAll(db, viewerIn(organizationId, caller), [...ids])
    : await spaces.findAllFromOutside(db, organizationId, [...ids])
  const readable = rows.filter(({ level }) => as === 'audience' || level !== null)
  const organization = standing.organization ?? 'none'
  const elsewhere = as === 'audience' ? [] : [...ids]
  const publications = await publicationsOf(db, organizationId, elsewhere, addresses)
  const shown = new Map(
    readable.map(({ level, ...row }) => {
      const space = spaces.toSpace(row, { level, organization }, addresses, publications.get(row.id))
      return [row.id, as === 'audience' ? spaces.asVisitorsSee(space, site.visibility) : space]
    }),
  )
  const siteSpaces = whole.siteSpaces.filter(({ isHidden, spaceId }) => !isHidden && shown.has(spaceId))
  const there = { ...whole, siteSpaces }
  const seen = as === 'audience' ? visibleStructure(there, gateOf(context)).seen : there
  return { site, whole, seen, spaces: shown, address: sites.publishedAddress(site, addresses) }
}

/** Evaluates conditions for the caller. */
export function gateOf({ audience }: Pick<Context, 'audience'>): Gate {
  return gateFor(found(audience, 'site'))
}

function roleOf({ standing }: Context): 'viewer' | 'audience' {
  return standing.site ? 'viewer' : 'audience'
}

/** Locks a site for writing and opens it. It doesn't change until the transaction ends. */
export async function take(context: Context, key: sites.SiteKey): Promise<OpenSite | undefined> {
  const rows = await sites.lock(context.db, key)
  return rows.length === 0 ? undefined : open(context, key)
}

export function toStructure(opened: OpenSite): SiteStructure {
  const { groups, sections, siteSpaces } = opened.seen
  if (sections.length === 0)
    return { type: 'siteSpaces', structure: siteSpaces.map((row) => toSiteSpace(row, opened)) }
  const byId = new Map<string, SiteSection | SiteSectionGroup>([
    ...groups.map((row) => [row.id, toGroup(row, opened)] as const),
    ...sections.map((row) => [row.id, toSection(row, opened)] as const),
  ])
  return { type: 'sections', structure: rootOf(opened.seen).map(({ id }) => found(byId.get(id), 'section')) }
}

export function toGroup({ id, title, icon }: GroupRow, opened: OpenSite): SiteSectionGroup {
  const sections = inGroup(opened.seen.sections, id).map((row) => toSection(row, opened))
  const shared = { id, title, ...(icon !== null && { icon }) }
  return { object: 'site-section-group', draft: false, ...shared, sections, children: sections }
}

export function toSection(row: SectionRow, opened: OpenSite): SiteSection {
  const { id, title, description, path, condition, icon, groupId, isDefault } = row
  return {
    object: 'site-section',
    draft: false,
    id,
    title,
    ...(description !== null && { description }),
    default: isDefault,
    path,
    ...(condition !== null && { condition }),
    ...(groupId !== null && { sectionGroup: groupId }),
    ...(icon !== null && { icon }),
    siteSpaces: inSection(opened.seen.siteSpaces, id).map((one) => toSiteSpace(one, opened)),
    urls: urlsAt(addressOf(opened.address, row)),
  }
}

export function toSiteSpace(row: SiteSpaceRow, opened: OpenSite): SiteSpace {
  const { id, sectionId, path, condition, isDefault } = row
  const space = found(opened.spaces.get(row.spaceId), 'space')
  return {
    object: 'site-space',
    draft: false,
    id,
    path,
    ...(sectionId !== null && { section: sectionId }),
    space,
    title: space.title,
    default: isDefault,
    ...(condition !== null && { condition }),
    hasAdvancedCustomizationFeature: true,
    urls: urlsAt(siteSpaceAddress(row, opened)),
  }
}

/** The URL of a site space, if the site has one. */
export function siteSpaceAddress(row: SiteSpaceRow, { whole, address }: OpenSite): string | undefined {
  const section = whole.sections.find(({ id }) => id === row.sectionId)
  return addressOf(section ? addressOf(address, section) : address, row)
}

function urlsAt(published: string | undefined) {
  return published === undefined ? {} : { published }
}
