import type { Outside } from '../../outside/guarded-fetch.ts'
import { ImportRefusal } from '../refusal.ts'
import type { Source } from '../source-page.ts'
import { readAnnounced, rulesOf } from './announced.ts'
import { type Crawling, crawl, type Known, pageAt } from './crawl.ts'
import { crawledSource } from './crawled-source.ts'
import { type Placements, place } from './placements.ts'
import { addressOf, scopeOf } from './scope.ts'

type Options = Omit<Crawling, 'scope' | 'rules'> & { readonly outside: Outside; readonly pagesMax: number }

/** Crawls as much of a website as time allows, with all state in memory. */
export async function crawlNow(url: string, options: Options): Promise<Source> {
  const scope = scopeOf(url)
  const { robots, urls } = await readAnnounced(options.outside, scope, options.pagesMax)
  const crawling = { ...options, scope, rules: rulesOf(scope, robots) }
  const known = new Map<string, Known>()
  const placements: Placements = new Map()
  for (const one of [url, ...urls]) addTo(known, pageAt(one, 0))
  for (;;) {
    const queue = [...known.values()].filter(({ state }) => state === 'queued')
    const done = [...known.values()].filter(({ state, kind }) => state === 'done' && kind === 'page')
    const batch = queue.sort((a, b) => a.distance - b.distance).slice(0, batchSize)
    if (batch.length === 0 || Date.now() >= options.until || done.length >= options.pagesMax) break
    const { looked, seen, navigations } = await crawl(batch, crawling)
    for (const one of looked) known.set(one.address, one)
    for (const one of seen) if (known.size < options.pagesMax * 10) addTo(known, one)
    for (const navigation of navigations) place(placements, navigation)
  }
  const reason = 'There was no time left for it. Bring the website by an import run.'
  const all = [...known.values()].map(
    (one): Known => (one.state === 'queued' ? { ...one, state: 'skipped', reason } : one),
  )
  const first = known.get(addressOf(url))
  if (first?.state === 'failed' || first?.state === 'skipped') throw new ImportRefusal(first.reason ?? '')
  return crawledSource(all, placements, scope.start)
}

const batchSize = 20

function addTo(known: Map<string, Known>, one: Known) {
  if (!known.has(one.address)) known.set(one.address, one)
}
