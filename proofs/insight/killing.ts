import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { type Settings, startServe } from '../../packages/server/src/test/process.ts'
import { margin } from '../kit/margin.ts'
import { givenSite, type Site } from './site.ts'

export interface Outcome {
  readonly kills: number
  readonly counted: number
  /** What was counted before the last interval. */
  readonly due: number
  /** What the last interval before a kill may take along. */
  readonly lost: number
  readonly missing: number
  readonly doubled: number
  readonly problems: readonly string[]
}

interface Plan {
  readonly kills: number
  readonly isControl: boolean
}

/** A server from its start to its end. Its readers open pages and look for words that are only its own. */
interface Life {
  readonly names: readonly string[]
  readonly sent: Map<string, number>
  /** When each response arrived. */
  readonly answered: Map<string, number[]>
  /** Absent if the server was stopped, which stores everything. */
  killedAt?: number
}

const pagesOfLife = 3
const readers = 4
const [servers, intervalSeconds] = [2, 2]
/** Storing takes a moment, and the timer of a busy process is late. */
const storingMs = 1000 * margin

/** Two servers live and die at the same time, and the last ones are stopped. */
export async function countThroughKills(server: Server, settings: Settings, plan: Plan): Promise<Outcome> {
  const lives = Array.from({ length: plan.kills + servers }, (_, index) => newLife(index))
  const titles = lives.flatMap(({ names }) => names.filter((name) => !name.includes(' ')))
  const site = await givenSite(server, titles)
  const seconds = plan.isControl ? 3600 : intervalSeconds
  const environment = { ...settings, STEMMA_INSIGHT_SECONDS: String(seconds) }
  const waiting = lives.entries()
  // Long lives, of which nothing is stored, must be noticed.
  const lifeShare = () => (plan.isControl ? 1 : Math.random())
  const crew = async () => {
    for (const [index, life] of waiting)
      await live(life, { environment, site, isKilled: index < plan.kills, lifeShare })
  }
  await Promise.all(Array.from({ length: servers }, crew))
  if (plan.isControl)
    for (const { sent } of lives.slice(-1)) for (const name of sent.keys()) sent.set(name, 0)
  return compare(lives, await storedOf(site))
}

function newLife(index: number): Life {
  const pages = Array.from({ length: pagesOfLife }, (_, at) => `life-${index}-${at}`)
  return { names: [...pages, `looks for ${index}`], sent: new Map(), answered: new Map() }
}

interface Around {
  readonly environment: Settings
  readonly site: Site
  readonly isKilled: boolean
  readonly lifeShare: () => number
}

async function live(life: Life, { environment, site, isKilled, lifeShare }: Around) {
  const running = await startServe(environment)
  const address = `${running.address}${new URL(site.url).pathname}`
  let isOver = false
  const reading = Array.from({ length: readers }, (_, at) =>
    read(life, { address, at, isOver: () => isOver }),
  )
  await sleep(lifeShare() * 3 * (intervalSeconds * 1000 + storingMs))
  if (isKilled) {
    life.killedAt = performance.now()
    running.child.kill('SIGKILL')
    await running.ended
  }
  isOver = true
  await Promise.all(reading)
  if (!isKilled) await running.stop()
}

interface Reader {
  readonly address: string
  readonly at: number
  readonly isOver: () => boolean
}

async function read({ names, sent, answered }: Life, { address, at, isOver }: Reader) {
  for (let turn = at; !isOver(); turn++) {
    const name = names[turn % names.length] ?? ''
    const path = name.includes(' ') ? `~site/search?q=${encodeURIComponent(name)}` : name
    sent.set(name, (sent.get(name) ?? 0) + 1)
    try {
      const answer = await fetch(`${address}/${path}`)
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      await answer.arrayBuffer()
      answered.set(name, [...(answered.get(name) ?? []), performance.now()])
    } catch {
      // A response that a kill cut off may have been counted.
    }
  }
}

/** How often each page and search was counted, by the names that lives use. */
async function storedOf({ api, params, spaceId }: Site): Promise<ReadonlyMap<string, number>> {
  const { pages } = await api.listPages({ params: { spaceId } })
  const paths = new Map(pages.map((one) => [one.id, 'path' in one ? one.path : '']))
  const stored = new Map<string, number>()
  for (const column of ['page', 'eventSearchQuery']) {
    const select = [{ column }, { column: 'eventsCount' }]
    const type = column === 'page' ? 'page_view' : 'search_type_query'
    const where = [{ column: 'eventType', values: [type] }]
    const { columns } = await api.aggregateSiteEvents({ params, body: { range: 'last7Days', select, where } })
    const [values = [], counts = []] = columns.map((one) => one.values)
    for (const [index, value] of values.entries()) {
      const about = value as { readonly page?: string } | string | null
      const name = typeof about === 'string' ? about : paths.get(about?.page ?? '')
      stored.set(name ?? String(value), Number(counts[index]))
    }
  }
  return stored
}

function compare(lives: readonly Life[], stored: ReadonlyMap<string, number>): Outcome {
  const problems: string[] = []
  const sum = { counted: 0, due: 0, lost: 0, missing: 0, doubled: 0 }
  for (const { names, sent, answered, killedAt = Number.POSITIVE_INFINITY } of lives) {
    const last = killedAt - intervalSeconds * 1000 - storingMs
    for (const name of names) {
      const [times, count] = [answered.get(name) ?? [], stored.get(name) ?? 0]
      const due = times.filter((time) => time < last).length
      const missing = due - count
      const doubled = count - (sent.get(name) ?? 0)
      if (missing > 0) problems.push(`${name}: ${missing} events from before the last interval are missing`)
      if (doubled > 0) problems.push(`${name}: ${doubled} events more than there were`)
      sum.counted += count
      sum.due += due
      sum.missing += Math.max(0, missing)
      sum.doubled += Math.max(0, doubled)
      sum.lost += Math.max(0, times.length - count) - Math.max(0, missing)
    }
  }
  if (sum.due === 0) problems.push('nothing was counted before the last interval')
  return { kills: lives.filter(({ killedAt }) => killedAt !== undefined).length, ...sum, problems }
}
