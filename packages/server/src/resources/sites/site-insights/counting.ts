import { networkOf } from '../../../auth/network.ts'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'
import { CommitUncertain, CommitUnreplicated } from '../../../db/driver.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { rateLimiter } from '../../../http/rate-limit.ts'
import { dayBefore } from './rules.ts'
import { addCounts, addViews, type CountRow, exists, forget } from './store.ts'

/** Something that a visitor did on a site. It says nothing about who they are. */
interface Happening extends SiteKey {
  readonly type:
    | 'page_view'
    | 'search_type_query'
    | 'search_no_results'
    | 'page_post_feedback'
    | 'page_post_feedback_comment'
  /** Absent if there is no page at the path. */
  readonly page?: { readonly spaceId: string; readonly pageId: string }
  readonly rating?: 'good' | 'ok' | 'bad'
  /** The path without a page, the words that were looked for, or the comment. */
  readonly detail?: string
}

export interface Insight {
  readonly count: (happening: Happening) => void
  /** Rejects feedback of a network that sends a lot of it. */
  readonly requireFew: (ip: string) => void
  readonly flush: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Options {
  readonly db: Database
  readonly clock: () => Date
  readonly insightSeconds: number
  readonly insightKeptDays: number
}

/**
 * Counts in memory what happens on sites, and stores it periodically: pages are shown without a write. A
 * process that is killed loses what it has counted since then.
 */
export function openInsight({ db, clock, insightSeconds, insightKeptDays }: Options): Insight {
  const limiter = rateLimiter({ perMinute: feedbackPerMinute })
  let counted = new Map<string, Map<string, Tally>>()
  let size = 0
  let running: Promise<void> = Promise.resolve()
  const dayOf = rememberedDay()

  /** Every page that is shown comes here, so what was counted before takes a text, two lookups and a sum. */
  function count({ organizationId, siteId, type, page, rating, detail = '' }: Happening) {
    const day = dayOf(clock())
    const { spaceId, pageId } = page ?? nowhere
    const text = detail === '' ? '' : storable(detail)
    const name = `${day} ${type} ${spaceId} ${pageId} ${rating ?? ''} ${text}`
    const known = counted.get(siteId)?.get(name)
    if (known !== undefined) known.count++
    else
      add(name, { organizationId, siteId, day, spaceId, pageId, type, rating: rating ?? '', detail: text }, 1)
  }

  function add(name: string, row: Tally['row'], times: number) {
    const ofSite = counted.get(row.siteId) ?? new Map<string, Tally>()
    const known = ofSite.get(name)
    if (known !== undefined) known.count += times
    if (known !== undefined || size >= rowsMax || ofSite.size >= rowsOfSiteMax) return
    size++
    counted.set(row.siteId, ofSite.set(name, { row, count: times }))
  }

  async function write() {
    const sites = [...counted.values()]
    counted = new Map()
    size = 0
    for (const tallies of sites) {
      try {
        const rows = [...tallies.values()].map(({ row, count: times }) => ({ ...row, count: times }))
        await writeSite(db, rows, dayBefore(clock().toISOString(), insightKeptDays))
      } catch (error) {
        // Nobody knows whether it was stored, and nothing is counted twice.
        if (error instanceof CommitUncertain || error instanceof CommitUnreplicated) continue
        // The database is away for a moment: what was counted waits for the next time.
        for (const [name, { row, count: times }] of tallies) add(name, row, times)
      }
    }
  }

  const flush = () => {
    running = running.then(write)
    return running
  }
  const timer = setInterval(() => void flush(), insightSeconds * 1000)
  timer.unref()
  return {
    count,
    requireFew: (ip) => void limiter(networkOf(ip)),
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** How often something happened since the last write. */
interface Tally {
  readonly row: Omit<CountRow, 'count'>
  count: number
}

const nowhere = { spaceId: '', pageId: '' }

/** The day of a moment, as YYYY-MM-DD. Most moments are on the day of the one before. */
function rememberedDay() {
  let [number, text] = [0, '']
  return (moment: Date): string => {
    const asked = Math.floor(moment.getTime() / dayMs)
    if (asked !== number) [number, text] = [asked, moment.toISOString().slice(0, 10)]
    return text
  }
}

const dayMs = 86_400_000

const feedbackPerMinute = 10
const detailMax = 512
/** Bounds the memory. More different events than this are not counted before the next write. */
const rowsMax = 20_000
/** Strangers who invent paths on one site leave room for the others. */
const rowsOfSiteMax = 2_000

/** PostgreSQL stores no U+0000, and one such text would keep all others of its site from being stored. */
function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, detailMax).toWellFormed()
}

async function writeSite(db: Database, rows: readonly CountRow[], keptFrom: string) {
  const [first] = rows
  if (first === undefined) return
  const key = { organizationId: first.organizationId, siteId: first.siteId }
  const [views, others] = [rows.filter(isView), rows.filter((row) => !isView(row))]
  await inTransaction(db, { repeatable: false }, async (alone) => {
    if (!(await exists(alone, key))) return
    for (let at = 0; at < views.length; at += batch) await addViews(alone, views.slice(at, at + batch))
    for (let at = 0; at < others.length; at += batch)
      await addCounts(alone, key, others.slice(at, at + batch))
    await forget(alone, key, keptFrom)
  })
}

const batch = 500

function isView({ type, pageId }: CountRow): boolean {
  return type === 'page_view' && pageId !== ''
}
