import { createHash } from 'node:crypto'
import { customizationCss, siteFilesHash } from '@stemma/site'
import { contextIdOf, gateFor, isPublic } from '../../../auth/audience.ts'
import type { PublicContext } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { type Chosen, canonicalUrl, choose } from '../../../publishing/choosing.ts'
import { readSeen } from '../../../publishing/structure.ts'
import * as customizations from '../site-customization/index.ts'
import * as sites from '../sites/index.ts'
import type { Entrance } from './entering.ts'
import type { Framed } from './framing.ts'
import { besideOf } from './placing.ts'
import { spacesOf, specVersions } from './store.ts'

/** A site as one visitor sees it, at the place that their URL names. */
export interface Opened extends Framed {
  /** Equal only if everything that pages are drawn from is equal, for visitors who see the same. */
  readonly version: string
  /** Whether everybody sees the same, so that shared caches may keep pages. */
  readonly isForAll: boolean
  readonly customCss: () => string
  readonly canonicalUrl: (pathname: string) => string
}

/** Reads what every page of the site is drawn from, or `undefined` if the visitor sees nothing of it. */
export async function openSite(moment: PublicContext, entrance: Entrance): Promise<Opened | undefined> {
  const { db, addresses } = moment
  const { key, door, visitor, rest, base } = entrance
  const [site, structure, stored, specs] = await Promise.all([
    sites.find(db, key),
    readSeen(db, key, { door, visitor }),
    customizations.find(db, key),
    specVersions(db, key.organizationId),
  ])
  const chosen = choose(structure, rest)
  if (chosen === undefined) return undefined
  const row = found(site, 'site')
  const spaces = await spacesOf(
    db,
    structure.siteSpaces.map(({ spaceId }) => spaceId),
  )
  const settings = settingsOf(found(stored, 'site'), chosen, entrance)
  const url = sites.siteAddress(row, addresses)
  const placing = { base, structure }
  // A page that is in memory doesn't need it.
  let css: string | undefined
  const customCss = () => (css ??= customizationCss(settings))
  const isForAll = isPublic(door) && visitor.claims === undefined && !door.adaptiveContent
  const facts = [siteFilesHash, url, base, row.title, door, structure, settings, spaces, specs]
  return {
    ...placing,
    url,
    title: row.title,
    settings,
    chosen,
    spaces: new Map(spaces.map((space) => [space.id, space])),
    locate: () => undefined,
    asset: assetsOf(placing, chosen, customCss),
    isIndexed: door.visibility === 'public',
    canLeave: !isPublic(door) && (visitor.token === 'valid' || entrance.link !== undefined),
    version: hashOf(JSON.stringify([...facts, isForAll ? null : contextIdOf({ door, visitor })])),
    isForAll,
    customCss,
    canonicalUrl: (pathname) => canonicalUrl(url, chosen, pathname),
  }
}

function settingsOf(
  stored: customizations.Stored,
  { siteSpace }: Chosen,
  { door, visitor }: Pick<Entrance, 'door' | 'visitor'>,
) {
  const overrides = stored.siteSpaces.get(siteSpace.id) ?? null
  const settings = customizations.siteSpaceSettings(customizations.siteSettings(stored.site), overrides)
  return customizations.seenSettings(settings, gateFor({ door, visitor }))
}

/** The stylesheet of a customization can differ between the spaces of a site. */
function assetsOf(
  placing: Pick<Framed, 'base' | 'structure'>,
  { siteSpace }: Chosen,
  customCss: () => string,
) {
  return (name: string) =>
    name === 'custom.css'
      ? besideOf(placing, siteSpace, `assets/${hashOf(customCss())}/custom.css`)
      : assetAt(placing.base, name)
}

/** The URL of a file that all sites share. */
export function assetAt(base: string, name: string): string {
  return `${base}~site/assets/${siteFilesHash}/${name}`
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
