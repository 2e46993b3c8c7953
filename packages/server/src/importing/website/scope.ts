import { requireUrl } from '../../outside/target.ts'

/** Decides which URLs belong to the crawled website. */
export interface Scope {
  readonly origin: string
  /** All URLs below this path are in scope. */
  readonly folder: string
  /** The address where the crawl starts; always in scope. */
  readonly start: string
}

/**
 * If the last path segment has a file extension, the scope is its folder; otherwise it is everything below
 * the path.
 */
export function scopeOf(url: string): Scope {
  const { origin, pathname } = requireUrl(url)
  const last = pathname.slice(pathname.lastIndexOf('/') + 1)
  const folder = last.includes('.') ? pathname.slice(0, -last.length) : pathname.replace(/(?<!\/)\/*$/, '/')
  return { origin, folder, start: addressOf(url) }
}

/**
 * Normalizes a URL, so that each page has one address: without query string, fragment, index file name and
 * trailing slash. Query strings are dropped because calendars and sortable lists have endless variants.
 */
export function addressOf(url: string): string {
  const { origin, pathname } = new URL(url)
  const path = pathname
    .replace(/\/{2,}/g, '/')
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, '/')
    .replace(/(?<!\/)\/+$/, '')
  return origin + path
}

export function isWithin({ origin, folder, start }: Scope, url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.origin !== origin || url.length > urlMax) return false
  const address = addressOf(url)
  return address === start || `${address.slice(origin.length)}/`.startsWith(folder)
}

/** URLs are part of a row's primary key, which limits their length. */
const urlMax = 2000

/** Drops the query string and fragment, so that each page is requested in only one way. */
export function askedUrl(url: string): string {
  const parsed = new URL(url)
  return parsed.origin + parsed.pathname
}

const segmentsMax = 30
const repeatsMax = 3

/** Detects paths that result from broken relative links: very long, or with a segment repeated many times. */
export function isTangled(url: string): boolean {
  const segments = new URL(url).pathname.split('/').filter((part) => part !== '')
  if (segments.length > segmentsMax) return true
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return Math.max(0, ...counts.values()) > repeatsMax
}
