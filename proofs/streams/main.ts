import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Server, serve } from '../../packages/server/src/test/harness.ts'
import { killAll } from '../../packages/server/src/test/process.ts'
import { freePort } from '../../tools/dev/port.ts'
import { margin } from '../kit/margin.ts'
import { type Idle, measureIdle } from './idle.ts'
import { clientOf, givenScene, type Instance, type Scene, startInstance } from './stage.ts'
import { type Watcher, watch } from './watching.ts'

/**
 * Opens streams on one process and measures what they cost while nothing happens. Then people write and watch
 * while one of two processes, or its connections to the database, is killed: everyone who watches must see
 * every event once, in the order of its position. STREAMS_KILLS sets the number of kills, STREAMS_OPEN the
 * number of open streams. `--control` lets one event disappear and requests leave memory behind, which must
 * be noticed.
 */
const kills = Number(process.env.STREAMS_KILLS ?? 200)
const streams = Number(process.env.STREAMS_OPEN ?? 1000)
const isControl = process.argv.includes('--control')
const idleSeconds = Number(process.env.STREAMS_SECONDS ?? 30)
const [megabytesMax, percentMax] = [60, 5]
const folder = await mkdtemp(join(tmpdir(), 'stemma-streams-'))
const server = await serve({ rateLimitPerMinute: 10_000_000 })
const wrong: string[] = []
try {
  const settings = {
    DATABASE_URL: server.url,
    STEMMA_FILES_FOLDER: folder,
    STEMMA_JOBS: 'off',
    STEMMA_LOG_LEVEL: 'info',
    STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
    STEMMA_STREAMS_PER_PERSON: '10000',
    STEMMA_STREAMS_PER_ORGANIZATION: '10000',
    ...(isControl && { STREAMS_LEAK: '1' }),
  }
  const quiet = await givenScene(server, { people: 20, changeRequests: 20 })
  const scene = await givenScene(server, { people: 4, changeRequests: 3 })
  const instances = [
    await startInstance(settings, await freePort(21_000)),
    await startInstance(settings, await freePort(24_000)),
  ]
  const idle = await measureIdle(instances[0] as Instance, quiet, { streams, seconds: idleSeconds })
  if (idle.open < streams) wrong.push(`only ${idle.open} streams were open`)
  if (idle.megabytes > megabytesMax * margin) wrong.push('too much memory')
  if (idle.percent > percentMax * margin) wrong.push('too much processor time')
  await tell(idle, await watchThroughKills(instances, scene))
} finally {
  killAll()
  await server.stop()
  await rm(folder, { recursive: true })
}
process.exit(wrong.length > 0 ? 1 : 0)

interface Outcome {
  readonly events: number
  readonly missed: number
  readonly doubled: number
  readonly disordered: number
  readonly resets: number
}

async function watchThroughKills(instances: readonly Instance[], scene: Scene): Promise<Outcome> {
  const addresses = instances.map(({ address }) => address)
  const watchers = scene.changeRequests.flatMap((params) =>
    scene.people.map((person) => ({ params, watcher: watch(addresses, person, params) })),
  )
  await Promise.all(watchers.map(({ watcher }) => watcher.ready))
  const before = await patiently(() => lastPosition(server, scene))
  let isOver = false
  const complain = (error: unknown) => void wrong.push(String(error))
  for (const { watcher } of watchers) watcher.ended.catch(complain)
  const writers = scene.people.map((person, index) =>
    write(addresses, scene, person, index, () => isOver).catch(complain),
  )
  for (let count = 0; count < kills; count++) {
    await sleep(200 + Math.random() * 800)
    if (count % 2 === 0) await instances[(count / 2) % 2]?.kill()
    else await patiently(() => cutConnections(server))
  }
  isOver = true
  await Promise.all(writers)
  const outcome = await compare(scene, watchers, before)
  for (const { watcher } of watchers) watcher.stop()
  await Promise.allSettled(watchers.map(({ watcher }) => watcher.ended))
  return outcome
}

/** Comments on every change request, over both servers, until it is over. */
async function write(
  addresses: readonly string[],
  scene: Scene,
  person: Scene['people'][number],
  index: number,
  isOver: () => boolean,
) {
  for (let count = index; !isOver(); count++) {
    const params = scene.changeRequests[count % scene.changeRequests.length]
    if (params === undefined) return
    const client = clientOf(addresses[count % 2] ?? '', person)
    await client.postCommentInChangeRequest({ params, body: { body: { markdown: `Number ${count}` } } })
    await sleep(20)
  }
}

/** Ends every connection to the database except our own: those of requests, and those that listen. */
async function cutConnections({ db }: Server) {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = '' and pid <> pg_backend_pid()
      and backend_start < now() and (query ilike 'listen%' or random() < 0.5)`.execute(db)
}

async function lastPosition({ db }: Server, { organizationId }: Scene): Promise<number> {
  const row = await db
    .selectFrom('event_positions')
    .select('position')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.position ?? 0
}

/** Our own connections are cut, too, and a busy machine opens new ones slowly. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + 60_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(200)
    }
  }
}

/** Waits until everyone has seen everything, and at most a minute. */
async function compare(scene: Scene, watchers: readonly Watched[], before: number): Promise<Outcome> {
  const expected = new Map<string, readonly string[]>()
  const isComplete = () =>
    watchers.every(
      ({ params, watcher }) => watcher.seen.length >= (expected.get(params.changeRequestId)?.length ?? 1),
    )
  const end = performance.now() + 60_000
  do {
    await sleep(500)
    for (const { changeRequestId } of scene.changeRequests)
      expected.set(changeRequestId, await patiently(() => eventsOf(scene, changeRequestId, before)))
  } while (performance.now() < end && !isComplete())
  const sum = { events: 0, missed: 0, doubled: 0, disordered: 0, resets: 0 }
  for (const events of expected.values()) sum.events += events.length
  for (const { params, watcher } of watchers) {
    const events = expected.get(params.changeRequestId) ?? []
    const seen = new Set(watcher.seen)
    if (isControl) seen.delete(events[0] ?? '')
    sum.missed += events.filter((id) => !seen.has(id)).length
    sum.doubled += watcher.seen.length - new Set(watcher.seen).size
    sum.disordered += watcher.seen.some((id, index) => id !== events[index]) ? 1 : 0
    sum.resets += watcher.resets()
  }
  return sum
}

interface Watched {
  readonly params: Scene['changeRequests'][number]
  readonly watcher: Watcher
}

/** What the database says happened, in order. An event without a position was never sent, and is missed. */
async function eventsOf({ organizationId }: Scene, changeRequestId: string, before: number) {
  const rows = await server.db
    .selectFrom('events')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`body ->> 'changeRequestId' = ${changeRequestId}`)
    .where(sql<boolean>`coalesce(position, ${before} + 1) > ${before}`)
    .orderBy(sql`position nulls last`)
    .execute()
  return rows.map(({ id }) => id)
}

async function tell({ open, megabytes, residentMegabytes, percent }: Idle, outcome: Outcome) {
  const { events, missed, doubled, disordered, resets } = outcome
  for (const [what, count] of Object.entries({ missed, doubled, disordered, resets }))
    if (count > 0) wrong.push(`${count} ${what}`)
  if (events < kills) wrong.push('too few events')
  for (const line of wrong) console.log(line)
  console.log(
    `streams: ${open} open, ${megabytes.toFixed(1)} MB alive (≤ ${megabytesMax}), ` +
      `${residentMegabytes.toFixed(0)} MB resident, ${percent.toFixed(1)} % of a core; ` +
      `${events} events, ${kills} kills, ${missed} missed, ${doubled} doubled`,
  )
}
