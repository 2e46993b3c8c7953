import { decoded } from './addresses.ts'
import type { SectionRow, SiteSpaceRow, Structure } from './structure.ts'

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
export function canonicalUrl(siteAddress: string, chosen: Parts, pathname: string): string {
  const path = canonicalPath(chosen, pathname)
  return path === '' ? siteAddress : `${siteAddress}/${path}`
}

/** The path below the site: default sections and site spaces have no segment. */
export function canonicalPath({ section, siteSpace }: Parts, pathname: string): string {
  const parts = [section, siteSpace].flatMap((one) => (one && !one.isDefault ? [one.path] : []))
  const segments = [...parts, ...pathname.split('/')].filter((part) => part !== '')
  return segments.map(encodeURIComponent).join('/')
}

/** The canonical paths of the spaces of a site, by a name of both. */
export function placesIn({ sections, siteSpaces }: Structure) {
  return new Map(
    siteSpaces.map((siteSpace) => {
      const section = sections.find(({ id }) => id === siteSpace.sectionId)
      const path = canonicalPath({ section, siteSpace }, '')
      return [`${path} ${siteSpace.spaceId}`, { path, spaceId: siteSpace.spaceId }] as const
    }),
  )
}

type Parts = Pick<Chosen, 'section' | 'siteSpace'>
