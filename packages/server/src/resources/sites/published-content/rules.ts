import type { Hidden, Refusal } from '../../../auth/audience.ts'
import type { Addresses } from '../../../common/addresses.ts'
import type { SectionRow, SiteSpaceRow, Structure } from '../site-structure/store.ts'

const segmentsMax = 32

/** An address that a site may have, and the number of path segments that belong to it. */
export interface Candidate {
  readonly kind: 'proxy' | 'hostname' | 'path'
  readonly address: string
  readonly taken: number
}

/** The segments of a path, still encoded, without empty ones. */
export function segmentsOf({ pathname }: URL): string[] {
  return pathname.split('/').filter((segment) => segment !== '')
}

/**
 * The possible site addresses in a URL, most specific first. On the installation's own hosts there are only
 * paths, whatever an organization sets as its proxy.
 */
export function candidatesOf(url: URL, { sites, isOwnHost }: Installation): Candidate[] {
  // A trailing dot in a host name is insignificant.
  const host = url.hostname.replace(/\.$/, '')
  if (isOwnHost(host)) return belowSites(url, new URL(sites))
  const segments = segmentsOf(url)
  const lengths = Array.from({ length: Math.min(segments.length, segmentsMax) }, (_, index) => index + 1)
  const proxies = lengths.toReversed().map((taken) => ({
    kind: 'proxy' as const,
    address: [host, ...segments.slice(0, taken)].join('/'),
    taken,
  }))
  return [...proxies, { kind: 'hostname', address: host, taken: 0 }]
}

type Installation = Pick<Addresses, 'sites' | 'isOwnHost'>

function belowSites(url: URL, sites: URL): Candidate[] {
  const [segments, above] = [segmentsOf(url), segmentsOf(sites)]
  const name = segments[above.length]
  const isBelow = url.host === sites.host && above.every((segment, index) => segments[index] === segment)
  return isBelow && name !== undefined
    ? [{ kind: 'path', address: decoded(name), taken: above.length + 1 }]
    : []
}

export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The part of a site that a path leads to: its segments select a section, then a site space, then a page. */
export interface Chosen {
  readonly section: SectionRow | undefined
  readonly siteSpace: SiteSpaceRow
  /** The number of segments that selected a section or a site space. */
  readonly taken: number
  /** Whether no further segment could select a section or a site space. */
  readonly complete: boolean
}

/**
 * If a path doesn't match anything visible, the default is shown, or the first visible part. So hidden parts
 * can't be told from missing ones.
 */
export function choose({ sections, siteSpaces }: Structure, segments: readonly string[]): Chosen | undefined {
  const names = segments.map(decoded)
  const namedSection = sections.find(({ path }) => path === names[0])
  const section = namedSection ?? preferred(sections)
  const rest = namedSection ? names.slice(1) : names
  const variants = siteSpaces.filter(({ sectionId }) => sectionId === (section?.id ?? null))
  const namedSpace = variants.find(({ path }) => path === rest[0])
  const siteSpace = namedSpace ?? preferred(variants)
  if (siteSpace === undefined) return undefined
  const taken = (namedSection ? 1 : 0) + (namedSpace ? 1 : 0)
  const mayFollow = (!namedSection && sections.length > 1) || variants.length > 1
  return {
    section,
    siteSpace,
    taken,
    complete: namedSpace !== undefined || names.length > taken || !mayFollow,
  }
}

function preferred<T extends { readonly isDefault: boolean }>(all: readonly T[]): T | undefined {
  return all.find(({ isDefault }) => isDefault) ?? all[0]
}

/** The canonical URL of the content, whichever URL led to it. */
export function canonicalUrl(siteAddress: string, { section, siteSpace }: Chosen, pathname: string): string {
  const parts = [section, siteSpace].flatMap((one) => (one && !one.isDefault ? [one.path] : []))
  const path = [...parts, ...pathname.split('/')].filter((part) => part !== '').map(encodeURIComponent)
  return [siteAddress, ...path].join('/')
}

/** The parts of a site, each with the reason if it isn't visible. */
export function explained(
  structure: Structure,
  hidden: ReadonlyMap<string, Hidden>,
  refusal: Refusal | undefined,
) {
  const item = <Type extends string>(type: Type, { id, condition = null }: Part) => {
    const why: Refusal | Hidden | undefined = refusal ?? hidden.get(id)
    return { type, id, visible: why === undefined, ...(why && { why }), ...(condition && { condition }) }
  }
  return [
    ...structure.groups.map((group) => item('site-section-group', { id: group.id })),
    ...structure.sections.map((section) => item('site-section', section)),
    ...structure.siteSpaces.map((siteSpace) => item('site-space', siteSpace)),
  ]
}

interface Part {
  readonly id: string
  readonly condition?: string | null
}
