import { setTimeout as sleep } from 'node:timers/promises'
import type { FileRecord } from '@stemma/content'
import { sentenceOf } from '../assemble.ts'
import type { NavigationLink } from '../html-navigation.ts'
import type { SourceFile } from '../source-page.ts'
import { addressOf, askedUrl, isWithin, type Scope } from './scope.ts'
import { type Outcome, type Queued, type Visiting, visit } from './visit.ts'

/** An address that the crawl found, and its state. */
export interface Known extends Queued {
  readonly state: 'queued' | 'done' | 'alias' | 'failed' | 'skipped'
  readonly distance: number
  readonly title?: string | undefined
  readonly markdown?: string | undefined
  readonly file?: FileRecord | undefined
  /** The address that it redirects to. */
  readonly aliasOf?: string | undefined
  readonly reason?: string | undefined
}

/** The result of visiting some addresses. Applying it twice has no further effect. */
export interface Progress {
  /** The visited addresses, and those that they redirected to. */
  readonly looked: readonly Known[]
  /** The addresses linked from them, including known ones. */
  readonly seen: readonly Known[]
  readonly navigations: readonly (readonly NavigationLink[])[]
}

export interface Crawling extends Visiting {
  readonly keep: (file: SourceFile) => Promise<FileRecord>
  /** Deadline in milliseconds since the epoch; addresses not visited by then stay queued. */
  readonly until: number
}

/** Visits several addresses at a time until the deadline, but at least one. */
export async function crawl(queued: readonly Known[], crawling: Crawling): Promise<Progress> {
  const waiting = queued.values()
  const { delaySeconds } = crawling.rules
  const looked: Known[] = []
  const seen: Known[] = []
  const navigations: (readonly NavigationLink[])[] = []
  const work = async () => {
    for (const known of waiting) {
      const outcome = await visit(known, crawling)
      looked.push(...(await lookedAt(known, outcome, crawling)))
      if (outcome.is === 'page') {
        navigations.push(outcome.page.navigation)
        seen.push(...seenFrom(known, outcome, crawling.scope))
      }
      if (delaySeconds > 0) await sleep(delaySeconds * 1000)
      if (Date.now() >= crawling.until) return
    }
  }
  await Promise.all(Array.from({ length: delaySeconds > 0 ? 1 : atOnce }, work))
  return { looked, seen, navigations }
}

const atOnce = 4

/** Returns the address itself, and its redirect target if that is different. */
async function lookedAt(known: Known, outcome: Outcome, { keep }: Crawling): Promise<readonly Known[]> {
  if ('reason' in outcome) return [{ ...known, state: outcome.is, reason: outcome.reason }]
  const found = await contentIn(known, outcome, keep)
  if (known.kind === 'file' || outcome.address === known.address) return [{ ...known, ...found }]
  const alias: Known = { ...known, state: 'alias', aliasOf: outcome.address }
  return [alias, { ...known, ...found, address: outcome.address }]
}

async function contentIn(
  known: Known,
  outcome: Extract<Outcome, { is: 'page' | 'file' }>,
  keep: Crawling['keep'],
): Promise<Pick<Known, 'state' | 'title' | 'markdown' | 'file' | 'reason'>> {
  if (outcome.is === 'page') {
    const { title, markdown } = outcome.page
    return { state: 'done', title, markdown }
  }
  try {
    const file = await keep(outcome.file)
    if (known.kind === 'file' && !file.contentType.startsWith('image/'))
      return { state: 'failed', reason: 'This is no picture.' }
    return { state: 'done', file }
  } catch (error) {
    return { state: 'failed', reason: sentenceOf(error) }
  }
}

/** Pages in the navigation have distance 1, however far away the linking page is. */
function seenFrom(known: Known, { page }: Extract<Outcome, { is: 'page' }>, scope: Scope): readonly Known[] {
  const near = new Set(hrefsIn(page.navigation).map(addressOf))
  const distanceOf = (address: string) => (near.has(address) ? 1 : known.distance + 1)
  const pages = page.links.map((url) => pageAt(url, distanceOf(addressOf(url))))
  const images = page.images.map((url): Known => {
    const address = fileAddressOf(url)
    return { address, url: address, kind: 'file', state: 'queued', distance: known.distance + 1 }
  })
  return [
    ...pages,
    ...images.filter(({ url }) => !isWithin(scope, url) || !pages.some((one) => one.url === url)),
  ]
}

/** Queues a page, or skips it if it is so far away that the links may never end. */
export function pageAt(url: string, distance: number): Known {
  const known = { address: addressOf(url), url: askedUrl(url), kind: 'page' as const, distance }
  const isEndless = distance > (/\d/.test(known.address) ? countedMax : linksMax)
  if (!isEndless) return { ...known, state: 'queued' }
  return { ...known, state: 'skipped', reason: 'It is so many links away that there may be no end of them.' }
}

/**
 * Calendars and similar pages have numbers in their URLs, so the limit is lower for those. The higher limit
 * allows for books whose pages only link to the next one.
 */
const countedMax = 30
const linksMax = 300

/** Keeps the query string, because it often distinguishes images. */
export function fileAddressOf(url: string): string {
  return url.replace(/#.*$/s, '')
}

function hrefsIn(links: readonly NavigationLink[]): readonly string[] {
  return links.flatMap(({ href, below }) => [href, ...hrefsIn(below)])
}
