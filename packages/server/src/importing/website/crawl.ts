import { setTimeout as sleep } from 'node:timers/promises'
import type { FileRecord } from '@stemma/content'
import { sentenceOf } from '../assemble.ts'
import type { NavigationLink } from '../html-navigation.ts'
import type { SourceFile } from '../source-page.ts'
import { addressOf, askedUrl, isWithin, type Scope } from './scope.ts'
import { type Outcome, type Queued, type Visiting, visit } from './visit.ts'

/** An address that a crawl knows of, and what became of it. */
export interface Known extends Queued {
  readonly state: 'queued' | 'done' | 'alias' | 'failed' | 'skipped'
  readonly distance: number
  readonly title?: string | undefined
  readonly markdown?: string | undefined
  readonly file?: FileRecord | undefined
  /** Where it leads to. */
  readonly aliasOf?: string | undefined
  readonly reason?: string | undefined
}

/** What looking at some addresses came to. Taking it in twice is as good as once. */
export interface Progress {
  /** Addresses that were looked at, and those that they led to. */
  readonly looked: readonly Known[]
  /** Addresses that were seen, known already or not. */
  readonly seen: readonly Known[]
  readonly navigations: readonly (readonly NavigationLink[])[]
}

export interface Crawling extends Visiting {
  readonly keep: (file: SourceFile) => Promise<FileRecord>
  /** When to stop, in milliseconds of the clock; what was not looked at by then stays in the queue. */
  readonly until: number
}

/** Looks at addresses, a few at once, for as long as there is time, but at one at least. */
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

/** The address itself, and where it led to if that is another one. */
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

/** Pages that the navigation names are near, however far away the page is that has it. */
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

/** A page that waits to be looked at, unless it is one of those that have no end. */
export function pageAt(url: string, distance: number): Known {
  const known = { address: addressOf(url), url: askedUrl(url), kind: 'page' as const, distance }
  const isEndless = distance > (/\d/.test(known.address) ? countedMax : linksMax)
  if (!isEndless) return { ...known, state: 'queued' }
  return { ...known, state: 'skipped', reason: 'It is so many links away that there may be no end of them.' }
}

/** Calendars and the like count; a book whose pages have only a link to the next one may have a few more. */
const countedMax = 30
const linksMax = 300

/** Pictures are often told apart by what stands behind the question mark. */
export function fileAddressOf(url: string): string {
  return url.replace(/#.*$/s, '')
}

function hrefsIn(links: readonly NavigationLink[]): readonly string[] {
  return links.flatMap(({ href, below }) => [href, ...hrefsIn(below)])
}
