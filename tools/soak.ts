import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Server, serve } from '../packages/server/src/test/harness.ts'
import { startServe } from '../packages/server/src/test/process.ts'
import { slice, type Wire } from './bench-load.ts'
import { givenWorks, type Work } from './bench-works.ts'
import { median } from './median.ts'

/**
 * Mixed load for a long time: reads, searches, comments, edits and merges, with their jobs. What a server
 * keeps must not grow with what it has answered: neither memory nor connections, and nothing may fail.
 */
const minutes = Number(process.env.SOAK_MINUTES ?? 20)
const lines = 4
const restMs = Number(process.env.SOAK_REST_MS ?? 100)
const growthMax = 1.1
const megabytesMax = 400

const fixture = await serve()
try {
  process.exitCode = report(await soak(fixture)) ? 0 : 1
} finally {
  await fixture.stop()
}

interface Sample {
  readonly atMs: number
  readonly megabytes: number
  readonly connections: number
}

async function soak(server: Server) {
  const { works, secret, places } = await givenWorks(server, 200)
  const { config, url } = server
  const running = await startServe({
    DATABASE_URL: url,
    STEMMA_FILES_FOLDER: config.filesFolder,
    STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
  })
  const [samples, errors]: [Sample[], string[]] = [[], []]
  let requests = 0
  try {
    const begun = performance.now()
    for (let round = 0; performance.now() - begun < minutes * 60_000; round++) {
      const wanted = shuffled([...(await requestsOf(works, round)), ...others(places)])
      await slice(running.address, secret, wanted, lines).catch((error) => errors.push(String(error)))
      requests += wanted.length
      const connections = await connectionsTo(server)
      samples.push({
        atMs: performance.now() - begun,
        megabytes: residentOf(running.child.pid ?? 0),
        connections,
      })
      await sleep(restMs)
    }
  } finally {
    const { code, stdout, stderr } = await running.stop()
    if (code !== 0) errors.push(`The server ended with ${code}: ${(stdout + stderr).slice(-500)}`)
    if (/"level":(?:50|60)/.test(stdout)) errors.push(`The server logged an error: ${stdout.slice(0, 500)}`)
  }
  return { samples, errors, requests }
}

/** A tenth of what is measured of each work elsewhere, so that the kinds mix. */
async function requestsOf(works: readonly Work[], round: number): Promise<Wire[]> {
  const all = await Promise.all(works.map(({ ours }) => ours(round)))
  return all.flatMap((wires) => (wires[0]?.method === 'POST' ? wires.slice(0, 8) : wires.slice(0, 20)))
}

function others({ organizationId, spaceId }: { readonly [Name in 'organizationId' | 'spaceId']: string }) {
  const organization = `/v1/orgs/${organizationId}`
  return [
    `${organization}/search?query=words`,
    `${organization}/change-requests?limit=50`,
    `${organization}/members?limit=50`,
    `/v1/spaces/${spaceId}/content/pages`,
    `/v1/spaces/${spaceId}/search?query=explain`,
    `/v1/spaces/${spaceId}/revisions`,
  ].map((path): Wire => ({ path }))
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

/** Megabytes of memory that a process holds, as Linux tells. */
function residentOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

async function connectionsTo({ db }: Server): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database()`.execute(db)
  return rows[0]?.count ?? 0
}

/** The first half warms up; then the last quarter is held against the one before. */
function report({ samples, errors, requests }: Awaited<ReturnType<typeof soak>>): boolean {
  const quarter = (from: number, pick: (sample: Sample) => number) =>
    median(samples.slice(samples.length * from, samples.length * (from + 0.25)).map(pick))
  const growth = quarter(0.75, ({ megabytes }) => megabytes) / quarter(0.5, ({ megabytes }) => megabytes)
  const slope = slopeOf(samples.slice(samples.length / 2))
  const peak = Math.max(...samples.map(({ megabytes }) => megabytes))
  const connections = [0.5, 0.75].map((from) => quarter(from, (sample) => sample.connections))
  for (const error of new Set(errors)) console.log(error)
  const isFlat = growth <= growthMax && (connections[1] ?? 0) <= (connections[0] ?? 0) + 1
  console.log(
    `soak: ${minutes} min, ${requests} requests, ${errors.length} errors, ` +
      `memory at most ${Math.round(peak)} MB (≤ ${megabytesMax}), ` +
      `last quarter ${growth.toFixed(3)} of the third (≤ ${growthMax}), ` +
      `slope ${slope.toFixed(2)} MB a minute, connections ${connections.join(' then ')}`,
  )
  return errors.length === 0 && isFlat && peak <= megabytesMax
}

/** Megabytes a minute, by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length
  const [at, held] = [mean(({ atMs }) => atMs), mean(({ megabytes }) => megabytes)]
  const up = samples.reduce((sum, { atMs, megabytes }) => sum + (atMs - at) * (megabytes - held), 0)
  const across = samples.reduce((sum, { atMs }) => sum + (atMs - at) ** 2, 0)
  return (up / across) * 60_000
}
