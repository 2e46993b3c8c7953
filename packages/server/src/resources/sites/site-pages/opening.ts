import { hash } from 'node:crypto'
import { siteFilesHash } from '@stemma/site'
import { contextIdOf, gateFor, isPublic, visibleStructure } from '../../../auth/audience.ts'
import { canonicalUrl, choose } from '../../../publishing/choosing.ts'
import * as customizations from '../site-customization/index.ts'
import type { Entrance } from './entering.ts'
import type { Framed } from './framing.ts'

/** A site as one visitor sees it, at the place that their URL names. */
export interface Opened extends Framed {
  /** Equal only if everything that pages are drawn from is equal, for visitors who see the same. */
  readonly version: string
  /** Whether everybody sees the same, so that shared caches may keep pages. */
  readonly isForAll: boolean
  /** The content security policy of its pages. */
  readonly policy: string
  readonly canonicalUrl: (pathname: string) => string
}

/** The site at the place that the URL names, or `undefined` if the visitor sees nothing of it. */
export function openSite(entrance: Entrance): Opened | undefined {
  const { site, door, visitor, rest, base } = entrance
  const gate = gateFor({ door, visitor })
  const structure = visibleStructure(site.structure, gate).seen
  const chosen = choose(structure, rest)
  if (chosen === undefined) return undefined
  const shown = new Set(structure.siteSpaces.map(({ spaceId }) => spaceId))
  const spaces = entrance.spaces.filter(({ id }) => shown.has(id))
  const { settings, css, policy } = site.lookOf(chosen.siteSpace.id)
  const isForAll = isPublic(door) && visitor.claims === undefined && !door.adaptiveContent
  const canLeave = !isPublic(door) && (visitor.token === 'valid' || entrance.link !== undefined)
  // Pages of two spaces can have the same path below them.
  const shownAt = [base, chosen.siteSpace.id]
  const facts = [siteFilesHash, site.url, site.version, door.visibility, shownAt, canLeave, spaces]
  return {
    base,
    structure,
    url: site.url,
    title: site.title,
    settings: customizations.seenSettings(settings, gate),
    chosen,
    spaces: new Map(spaces.map((space) => [space.id, space])),
    since: site.sinceOf(chosen.siteSpace.id),
    withHistory: new Set(structure.siteSpaces.map(({ id }) => id).filter((id) => site.withHistory.has(id))),
    locate: () => undefined,
    asset: (name) => assetAt(base, name),
    isIndexed: door.visibility === 'public',
    canLeave,
    version: hashOf(JSON.stringify([...facts, isForAll ? null : contextIdOf({ door, visitor })])),
    isForAll,
    css,
    policy,
    canonicalUrl: (pathname) => canonicalUrl(site.url, chosen, pathname),
  }
}

/** The URL of a file that all sites share. */
export function assetAt(base: string, name: string): string {
  return `${base}~site/assets/${siteFilesHash}/${name}`
}

export function hashOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22)
}
