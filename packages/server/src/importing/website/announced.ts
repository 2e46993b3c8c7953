import * as robotsParser from 'robots-parser'
import type { Outside } from '../../outside/guarded-fetch.ts'
import { OutsideError } from '../../outside/outside-error.ts'
import { isWithin, type Scope } from './scope.ts'

/** What a website publishes for crawlers. */
export interface Announced {
  /** The content of robots.txt; empty if there is none. */
  readonly robots: string
  /** The pages in its sitemaps that are in scope, up to the page limit. */
  readonly urls: readonly string[]
}

export async function readAnnounced(outside: Outside, scope: Scope, pagesMax: number): Promise<Announced> {
  const robots = (await textAt(outside, `${scope.origin}/robots.txt`)) ?? ''
  const named = rulesOf(scope, robots).sitemaps
  const waiting = new Set([`${scope.origin}/sitemap.xml`, ...named.slice(0, sitemapsMax)])
  const urls = new Set<string>()
  let read = 0
  for (const sitemap of waiting) {
    if (++read > sitemapsMax || urls.size >= pagesMax) break
    const xml = new URL(sitemap).origin === scope.origin ? await textAt(outside, sitemap) : undefined
    if (xml === undefined) continue
    const isIndex = /<sitemapindex[\s>]/.test(xml)
    for (const url of locationsIn(xml)) {
      if (isIndex && URL.canParse(url)) waiting.add(url)
      else if (!isIndex && isWithin(scope, url) && urls.size < pagesMax) urls.add(url)
    }
  }
  return { robots, urls: [...urls] }
}

const sitemapsMax = 50
const bytesMax = 20 * 1024 * 1024

async function textAt(outside: Outside, url: string): Promise<string | undefined> {
  try {
    const { status, bytes } = await outside.fetch(url, { bytesMax, timeoutMs: 10_000 })
    return status === 200 ? new TextDecoder().decode(bytes) : undefined
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}

function* locationsIn(xml: string): Generator<string> {
  for (const [, written = ''] of xml.matchAll(/<loc>\s*(?:<!\[CDATA\[)?([^<\]]{1,2048})/g)) {
    yield written.trim().replaceAll('&amp;', '&')
  }
}

export interface Rules {
  readonly sitemaps: readonly string[]
  /** The delay between requests that the website asks for. */
  readonly delaySeconds: number
  mayFetch(url: string): boolean
}

/** Applies the rules for our user agent, or else those for all. */
export function rulesOf({ origin }: Scope, robots: string): Rules {
  const parsed = parse(`${origin}/robots.txt`, robots)
  return {
    sitemaps: parsed.getSitemaps().flatMap((written) => URL.parse(written, origin)?.href ?? []),
    delaySeconds: Math.min(delaySecondsMax, parsed.getCrawlDelay('stemma') ?? 0),
    mayFetch: (url) => parsed.isAllowed(url, 'stemma') !== false,
  }
}

const delaySecondsMax = 10

/** The library is a CommonJS module whose types don't match its import from an ES module. */
const parse = robotsParser.default as unknown as (url: string, text: string) => Parsed

interface Parsed {
  getSitemaps(): string[]
  getCrawlDelay(userAgent: string): number | undefined
  isAllowed(url: string, userAgent: string): boolean | undefined
}
