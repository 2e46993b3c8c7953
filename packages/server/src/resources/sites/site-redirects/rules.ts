import type { SiteRedirect } from '@stemma/contract'
import { ApiError } from '../../../common/errors.ts'
import type { RedirectRow } from './store.ts'

export const redirectsMax = 10_000

export function requireRoom(present: number) {
  if (present >= redirectsMax) throw new ApiError('conflict', full)
}

export const full = `A site can have at most ${redirectsMax} redirects. Delete some first.`

/** One spelling for each path: only what must be percent-encoded is. Never longer than the given one. */
export function normalized(source: string): string {
  const [path, wildcard] = source.endsWith('*') ? [source.slice(0, -1), '*'] : [source, '']
  return path.split('/').map(normalizedSegment).join('/') + wildcard
}

function normalizedSegment(segment: string): string {
  try {
    const encoded = encodeURIComponent(decodeURIComponent(segment)).replaceAll('%2B', '+')
    return encoded.replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  } catch {
    // Bytes that are no UTF-8 have one spelling as soon as the letters of the escapes do.
    return segment.replaceAll(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase())
  }
}

/** A source that matches a path, and the part of the path that its wildcard matches. */
interface Candidate {
  readonly source: string
  readonly captured: string
}

/** The sources that match a path: the path itself, then wildcards after ever shorter beginnings. */
export function candidatesOf(path: string): readonly Candidate[] {
  const exact = { source: path, captured: '' }
  // Dot segments would lead out of the destination once the captured part is added to it.
  if (path.endsWith('*') || path.split('/').some((segment) => segment === '.' || segment === '..'))
    return [exact]
  const lengths = Array.from({ length: path.length - 1 }, (_, index) => path.length - index)
  const wildcards = lengths.map((length) => ({
    source: `${path.slice(0, length)}*`,
    captured: path.slice(length),
  }))
  return [exact, ...wildcards]
}

/** The live redirect of the best candidate. */
export function bestOf(rows: readonly RedirectRow[], candidates: readonly Candidate[]) {
  const live = new Map(rows.filter(({ draft }) => !draft).map((row) => [row.source, row]))
  for (const { source, captured } of candidates) {
    const row = live.get(source)
    if (row) return { row, captured: row.captureWildcard ? captured : '' }
  }
  return undefined
}

/** Adds the captured part of a path to the path of a URL. */
export function withCaptured(target: string, captured: string): string {
  if (captured === '') return target
  const url = new URL(target)
  const above = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`
  url.pathname = above + (captured.startsWith('/') ? captured.slice(1) : captured)
  return url.href
}

export function toSiteRedirect({ updatedAt, ...row }: RedirectRow): SiteRedirect {
  return { object: 'site-redirect', ...row, ...(updatedAt !== row.createdAt && { updatedAt }) }
}
