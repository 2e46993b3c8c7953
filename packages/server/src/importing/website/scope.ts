import { requireUrl } from '../../outside/target.ts'

/** Which addresses belong to a website that is brought, and how each is told from the others. */
export interface Scope {
  readonly origin: string
  /** Everything below this path belongs to it. */
  readonly folder: string
  /** Where the crawl begins, which belongs to it too. */
  readonly start: string
}

/** A page stands for its folder where its name has an ending; else for what is below its own name. */
export function scopeOf(url: string): Scope {
  const { origin, pathname } = requireUrl(url)
  const last = pathname.slice(pathname.lastIndexOf('/') + 1)
  const folder = last.includes('.') ? pathname.slice(0, -last.length) : pathname.replace(/(?<!\/)\/*$/, '/')
  return { origin, folder, start: addressOf(url) }
}

/**
 * An address without what does not make another page: what stands behind ? and #, the name of an index, a
 * slash at the end. Calendars and lists that are sorted in many ways are endless by their questions.
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

/** As long as a row can be told by it. */
const urlMax = 2000

/** Without what stands behind ? and #, so that each page is asked for in one way. */
export function askedUrl(url: string): string {
  const parsed = new URL(url)
  return parsed.origin + parsed.pathname
}

const segmentsMax = 30
const repeatsMax = 3

/** Whether a path is as only a mistake in links makes it: endless, or one part of it again and again. */
export function isTangled(url: string): boolean {
  const segments = new URL(url).pathname.split('/').filter((part) => part !== '')
  if (segments.length > segmentsMax) return true
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return Math.max(0, ...counts.values()) > repeatsMax
}
