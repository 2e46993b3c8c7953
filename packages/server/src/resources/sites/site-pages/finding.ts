import type { SiteCustomizationSettings } from '@stemma/contract'
import { customizationCss, fontOriginsOf, policyOf } from '@stemma/site'
import { type SiteKey, toDoor } from '../../../auth/site-standing.ts'
import type { Addresses } from '../../../common/addresses.ts'
import { sizedCache } from '../../../common/sized-cache.ts'
import { sharedRead } from '../../../db/shared-read.ts'
import type { Core } from '../../../http/route.ts'
import {
  type Address,
  findSite,
  type Neighbourhood,
  neighbourhoodOf,
  placeIn,
} from '../../../publishing/addresses.ts'
import { type Structure, shownOf } from '../../../publishing/structure.ts'
import type { PlacedSite } from '../../../publishing/visiting.ts'
import { frameOrigins } from '../../content/embeds/index.ts'
import * as customizations from '../site-customization/index.ts'
import * as sites from '../sites/index.ts'
import { checkSite, readWhole, type ShownSpace, spacesOf } from './store.ts'

/** A site at a URL, as it is now. */
export interface FoundSite extends PlacedSite {
  readonly site: KnownSite
  /** All spaces that visitors could see. */
  readonly spaces: readonly ShownSpace[]
}

/** What pages are drawn from, besides the content of spaces. It belongs to one version. */
interface KnownSite {
  /** Equal only if everything here is equal. */
  readonly version: string
  readonly title: string
  readonly url: string
  readonly structure: Structure
  readonly spaceIds: readonly string[]
  readonly lookOf: (siteSpaceId: string) => Look
  /** The first moment of which readers see a space. */
  readonly sinceOf: (siteSpaceId: string) => Date
  /** The IDs of the site spaces whose earlier days readers may see. */
  readonly withHistory: ReadonlySet<string>
}

/** How the pages of a site space look, before anything is hidden from a visitor. */
interface Look {
  readonly settings: SiteCustomizationSettings
  readonly css: string
  /** The content security policy of the pages. */
  readonly policy: string
}

/** Finds the site at a URL. Who may see it, and which version it has, is read for each request. */
export type SiteFinder = (url: URL) => Promise<FoundSite | undefined>

/**
 * What a process knows about sites lets it ask everything about a request at once, and spares it to read a
 * version that it has read. Requests of the same turn of the event loop share the statements.
 */
export function siteFinder({ db, seals, addresses }: Wants, bytesMax: number): SiteFinder {
  const neighbours = sizedCache<readonly Address[]>(bytesMax / 8)
  const known = sizedCache<KnownSite>(bytesMax)
  const share = sharedRead<Checked>()
  const check = (near: Neighbourhood, key: SiteKey, { spaceIds }: KnownSite) =>
    Promise.all([checkSite(db, near, key), spacesOf(db, spaceIds)])

  /** `undefined` if something is new to this process. */
  const recognize = async (url: URL, near: Neighbourhood): Promise<FoundSite | undefined> => {
    const nearby = placeIn(url, neighbours.get(nameOf(near)) ?? [], addresses)
    const expected = nearby === 'unknown' ? await findSite({ db, addresses }, url) : nearby
    const site = expected && known.get(idOf(expected.key))
    if (expected === undefined || site === undefined) return undefined
    const { key } = expected
    const name = `${nameOf(near)} ${idOf(key)} ${site.version}`
    const [checked, spaces] = await share(name, () => check(near, key, site))
    if (checked?.version !== site.version) return undefined
    const now = placeIn(url, checked.addresses, addresses)
    const place = now === 'unknown' && nearby === 'unknown' ? expected : now
    if (place === undefined || place === 'unknown' || idOf(place.key) !== idOf(key)) return undefined
    return { ...place, door: toDoor(seals, key, checked), site, spaces }
  }

  const read = async (url: URL, near: Neighbourhood): Promise<FoundSite | undefined> => {
    const place = await findSite({ db, addresses }, url)
    if (place === undefined) return undefined
    const { key } = place
    const whole = await readWhole(db, key)
    if (whole === undefined) return undefined
    const site = toKnown(key, whole, addresses)
    const [checked, spaces] = await check(near, key, site)
    neighbours.set(nameOf(near), checked?.addresses ?? [], 200 * (checked?.addresses.length ?? 0))
    known.set(idOf(key), site, 4 * JSON.stringify(whole.facts).length)
    return { ...place, door: toDoor(seals, key, whole), site, spaces }
  }

  return async (url) => {
    const near = neighbourhoodOf(url, addresses)
    return near && ((await recognize(url, near)) ?? read(url, near))
  }
}

type Wants = Pick<Core, 'db' | 'seals' | 'addresses'>
type Checked = readonly [Awaited<ReturnType<typeof checkSite>>, readonly ShownSpace[]]

function nameOf({ kind, address }: Neighbourhood): string {
  return `${kind} ${address}`
}

function idOf({ organizationId, siteId }: SiteKey): string {
  return `${organizationId}/${siteId}`
}

function toKnown(
  { siteId: id }: SiteKey,
  { facts, version, published }: NonNullable<Awaited<ReturnType<typeof readWhole>>>,
  addresses: Addresses,
): KnownSite {
  const structure = shownOf(facts.structure)
  const stored = customizations.toStored(facts.customization)
  const ofSite = customizations.siteSettings(stored.site)
  const looks = new Map<string, Look>()
  const siteSpaceIds = structure.siteSpaces.map(({ id }) => id)
  const settingsOf = (siteSpaceId: string) => {
    const overrides = stored.siteSpaces.get(siteSpaceId)
    return overrides === undefined ? ofSite : customizations.siteSpaceSettings(ofSite, overrides)
  }
  return {
    version,
    title: facts.title,
    url: sites.siteAddress({ ...facts, id, published }, addresses),
    structure,
    spaceIds: [...new Set(structure.siteSpaces.map(({ spaceId }) => spaceId))].sort(),
    lookOf(siteSpaceId) {
      const look = looks.get(siteSpaceId) ?? toLook(settingsOf(siteSpaceId))
      looks.set(siteSpaceId, look)
      return look
    },
    sinceOf(siteSpaceId) {
      const { site, spaces } = facts.since
      const moments = [site, spaces?.[siteSpaceId] ?? site].map((one) => Date.parse(one))
      return new Date(Math.max(...moments))
    },
    withHistory: new Set(siteSpaceIds.filter((id) => settingsOf(id).history.enabled)),
  }
}

function toLook(settings: SiteCustomizationSettings): Look {
  const css = customizationCss(settings)
  const policy = policyOf({ frames: [...frameOrigins, "'self'"], fonts: fontOriginsOf(settings), css })
  return { settings, css, policy }
}
