import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Server, serve } from '../../packages/server/src/test/harness.ts'
import { killAll, startCommand, startServe } from '../../packages/server/src/test/process.ts'
import { startReceiver } from '../../packages/server/src/test/receiver.ts'
import { givenWrittenSpace, page } from '../../packages/server/src/test/writing.ts'
import { margin } from '../kit/margin.ts'
import { median } from '../kit/median.ts'
import type { Order, Word } from './attacker.ts'
import { type Experience, experience, noExperience, type Quiet } from './measures.ts'

/**
 * One organization does its worst at the full rate of its user: slow specs, websites and receivers, large
 * imports, PDFs, exports, merges and change requests by the thousand. Another reads, writes, searches and
 * waits for its webhooks, alternately with and without that load. NEIGHBOURS_ROUNDS sets the number of
 * rounds, NEIGHBOURS_SECONDS the length of each.
 */
const rounds = Number(process.env.NEIGHBOURS_ROUNDS ?? 4)
const seconds = Number(process.env.NEIGHBOURS_SECONDS ?? 15)
const bars = { reads: 3, writes: 3, search: 5, webhooks: 5 }
/** The default of STEMMA_RATE_LIMIT_PER_MINUTE. */
const perMinute = Number(process.env.NEIGHBOURS_PER_MINUTE ?? 6000)
const [pagesOfLoud, changesMax] = [300, 50]

/** Time until the loud organization's jobs have started, and the longest wait until they are done. */
const [warmUpMs, calmMs] = [3_000, 30_000]

const attacker = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)))
const receiver = await startReceiver()
const [{ endpoint }] = (await once(attacker, 'message')) as [{ endpoint: string }]
const server = await serve({ rateLimitPerMinute: 10_000_000, outsideAllow: [receiver.endpoint, endpoint] })
let isKept = false
try {
  isKept = await prove(server)
} finally {
  attacker.kill()
  killAll()
  receiver.close()
  await server.stop()
}
process.exit(isKept ? 0 : 1)

async function prove({ url, config }: Server): Promise<boolean> {
  const settings = {
    DATABASE_URL: url,
    STEMMA_FILES_FOLDER: config.filesFolder,
    STEMMA_OUTSIDE_ALLOW: `${receiver.endpoint},${endpoint}`,
    STEMMA_RATE_LIMIT_PER_MINUTE: String(perMinute),
    STEMMA_LOG_LEVEL: 'info',
  }
  const { address } = await startServe({ ...settings, STEMMA_JOBS: 'off' })
  await startCommand(['work'], { ...settings, STEMMA_LOG_LEVEL: 'info' }, /working/)
  const quiet = await givenQuiet(address)
  tell({ order: 'begin', target: { ...(await givenLoud(address)), perSecond: perMinute / 60 } })
  const [alone, beside] = [noExperience(), noExperience()]
  await experience(quiet, 3_000, noExperience())
  for (let round = 0; round < rounds; round++) {
    await experience(quiet, seconds * 1000, alone)
    tell({ order: 'on' })
    await sleep(warmUpMs)
    await experience(quiet, seconds * 1000, beside)
    tell({ order: 'off' })
    await calm()
  }
  const said = once(attacker, 'message')
  tell({ order: 'end' })
  const [{ statuses, lateMs }] = (await said) as [Extract<Word, { lateMs: number }>]
  console.log(`the loud one: ${JSON.stringify(statuses)}, late by ${lateMs.toFixed(0)} ms at most`)
  return report(alone, beside)
}

function tell(order: Order) {
  attacker.send(order)
}

async function givenQuiet(address: string): Promise<Quiet> {
  const { organization, admin, spaceId } = await givenWrittenSpace(server, page('Quiet'))
  const api = server.as(admin)
  const [{ id: pageId = '' } = {}] = (await api.listPages({ params: { spaceId } })).pages
  const [organizationId, secret] = [organization.id, admin.secret]
  const body = { url: receiver.url, eventTypes: ['team.created' as const] }
  await api.createWebhook({ params: { organizationId }, body })
  return { address, secret, organizationId, spaceId, pageId, receiver }
}

async function givenLoud(address: string) {
  const markdown = 'Some words of a page that is long enough to be set and indexed.\n\n'.repeat(40)
  const { organization, admin, spaceId, write } = await givenWrittenSpace(server)
  for (let made = 0; made < pagesOfLoud; made += changesMax)
    await write(
      ...Array.from({ length: changesMax }, (_, at) => page(`${made + at}`, { document: { markdown } })),
    )
  return { address, secret: admin.secret, organizationId: organization.id, spaceId }
}

/** Waits until no job is running or due, at most `calmMs`. */
async function calm() {
  const end = performance.now() + calmMs
  for (; performance.now() < end; await sleep(250)) {
    const { rows } = await sql<{ left: number }>`select count(*) as left from graphile_worker.jobs
      where attempts < max_attempts and (locked_at is not null or run_at <= now())`.execute(server.db)
    if (rows[0]?.left === 0) return
  }
}

function report(alone: Experience, beside: Experience): boolean {
  for (const kind of ['reads', 'writes', 'search', 'webhooks'] as const)
    console.log(`${kind}: alone ${summary(alone[kind])}; beside ${summary(beside[kind])}`)
  const found = {
    reads: median(beside.reads) / median(alone.reads),
    writes: median(beside.writes) / median(alone.writes),
    search: Math.max(...beside.search) / 1000,
    webhooks: Math.max(...beside.webhooks) / 1000,
  }
  const broken = (Object.keys(bars) as (keyof typeof bars)[]).filter(
    (kind) => !(found[kind] <= bars[kind] * margin),
  )
  for (const kind of broken) console.log(`${kind}: more than ${bars[kind] * margin}`)
  const { reads, writes, search, webhooks } = found
  console.log(
    `neighbours: reads ${reads.toFixed(1)}, writes ${writes.toFixed(1)}, search ${search.toFixed(1)} s, ` +
      `webhooks ${webhooks.toFixed(1)} s of a quiet server`,
  )
  return broken.length === 0
}

function summary(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)
  return `${at(0.5)} ms, ${at(0.95)} at 95 %, ${at(1)} at most, ${values.length} times`
}
