import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { type Settings, startServe } from '../../packages/server/src/test/process.ts'
import { spentOn } from '../bench/processor.ts'
import { slice, type Wire } from '../kit/load.ts'
import { givenSite } from './site.ts'

/** What counting multiplies the processor time of a request by, storing included. */
export interface Cost {
  readonly pages: number
  readonly searches: number
}

/**
 * Sends the same requests to one server in turn: once as browsers send them, and once as prefetches, which
 * are not counted. The processor time of the server and its database decides. Each slice waits until its
 * counts are stored, which happens more often here than by default. Pages are not modified: the cheapest
 * response, of which counting is the largest part.
 */
export async function measureCost(
  server: Server,
  settings: Settings,
  { rounds, requests: ofSlice }: Size,
): Promise<Cost> {
  const titles = Array.from({ length: pages }, (_, index) => `Page ${index}`)
  const site = await givenSite(server, titles)
  const running = await startServe({ ...settings, STEMMA_INSIGHT_SECONDS: String(intervalSeconds) })
  const base = new URL(site.url).pathname
  // The first page has the URL of the site.
  const paths = titles.slice(1).map((title) => `${base}/${title.toLowerCase().replace(' ', '-')}`)
  const known: Known[] = []
  for (const path of paths) known.push({ path, etag: await etagOf(`${running.address}${path}`) })
  const measure = (work: Work) =>
    ratioOf(rounds, async (purpose) => {
      const target = { pid: running.child.pid ?? 0, db: server.db }
      const requests = Array.from({ length: work.requests }, (_, at) => work.at(at, purpose))
      const { server: own, database } = await spentOn(target, async () => {
        await slice(running.address, '', requests, work.lines)
        await sleep(storedMs)
      })
      return own + database
    })
  const cost = {
    pages: await measure({
      requests: ofSlice,
      lines: 16,
      at: (at, purpose) => pageRequest(known[at % known.length], purpose),
    }),
    searches: await measure({
      requests: ofSlice / searchCost,
      lines: 2,
      at: (at, purpose) => ({ path: `${base}/~site/search?q=page+${at % 20}`, headers: headersOf(purpose) }),
    }),
  }
  await running.stop()
  return cost
}

interface Size {
  readonly rounds: number
  /** Pages in a slice. */
  readonly requests: number
}

interface Work {
  readonly requests: number
  /** Searches of one organization wait for each other, and too many are refused. */
  readonly lines: number
  readonly at: (at: number, purpose: Purpose) => Wire
}

/** Both are equally long, and only the first is counted. */
type Purpose = 'navigate' | 'prefetch'

const pages = 100
/** In pages that are not modified. */
const searchCost = 20
const intervalSeconds = 2
const storedMs = 2200
const warmUp = 2

function headersOf(purpose: Purpose) {
  return { 'sec-purpose': purpose }
}

/** A page that the browser has already. */
interface Known {
  readonly path: string
  readonly etag: string
}

function pageRequest({ path, etag }: Known = { path: '', etag: '' }, purpose: Purpose): Wire {
  return { path, headers: { ...headersOf(purpose), 'if-none-match': etag } }
}

async function etagOf(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

/**
 * What a quarter of the slices stays below, counted and not counted. Other work on the machine makes slices
 * more expensive, never cheaper. The order changes with each round.
 */
async function ratioOf(rounds: number, take: (purpose: Purpose) => Promise<number>): Promise<number> {
  const costs: Record<Purpose, number[]> = { navigate: [], prefetch: [] }
  for (let round = -warmUp; round < rounds; round++) {
    const order = ['navigate', 'prefetch'] as const
    for (const purpose of round % 2 === 0 ? order : order.toReversed()) {
      const cost = await take(purpose)
      if (round >= 0) costs[purpose].push(cost)
    }
  }
  return quartileOf(costs.navigate) / quartileOf(costs.prefetch)
}

function quartileOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN
}
