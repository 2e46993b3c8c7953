import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { countJobs } from '../../packages/server/src/jobs/count.ts'
import { type Server, serve } from '../../packages/server/src/test/harness.ts'
import { startServe } from '../../packages/server/src/test/process.ts'
import { spentOn } from '../bench/processor.ts'
import { slice, type Wire } from '../kit/load.ts'
import { margin } from '../kit/margin.ts'
import { median } from '../kit/median.ts'
import { givenWorks, type Work } from '../kit/works.ts'

/**
 * Mixed load for a long time: reads, searches, comments, edits and merges, with their jobs. Memory and open
 * handles must not grow with the number of requests, and nothing may fail. Before, the server has nothing to
 * do, and must do next to nothing.
 */
const minutes = Number(process.env.SOAK_MINUTES ?? 20)
const lines = 4
const restMs = Number(process.env.SOAK_REST_MS ?? 100)
/** The limit is 400 MB with a cache of 128 MB. A small cache fills quickly and reveals other growth. */
const [cacheMegabytes, megabytesMax] = [8, 400 - (128 - 8)]
/** In MB, along a line through each part's minimum in the second half; short runs still warm up there. */
const growthMax = minutes < 10 ? 30 : 15
const partsMax = 12
/** Connections that the pool may have opened since; what leaks with requests or jobs is soon many more. */
const handlesMax = 4
const [settleMs, idleMs, idleParts] = [15_000, 5_000, 5]
/** Processor milliseconds a second. A busy machine doubles them; a timer or a poll too many costs more. */
const idleMax = 2
/** The heap that Node chooses on the 2 GB of docs/deployment.md; with more, it collects garbage later. */
const nodeOptions = '--max-old-space-size=512 --max-semi-space-size=8'

const fixture = await serve()
try {
  process.exitCode = report(await soak(fixture)) ? 0 : 1
} finally {
  await fixture.stop()
}

interface Sample {
  readonly atMs: number
  readonly megabytes: number
  readonly handles: number
}

async function soak(server: Server) {
  const { works, secret, places } = await givenWorks(server, 200)
  const { config, url } = server
  const running = await startServe({
    DATABASE_URL: url,
    NODE_OPTIONS: nodeOptions,
    STEMMA_FILES_FOLDER: config.filesFolder,
    STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
    STEMMA_CONTENT_CACHE_BYTES: String(cacheMegabytes * 1024 * 1024),
  })
  const [samples, errors]: [Sample[], string[]] = [[], []]
  let [requests, idle] = [0, 0]
  try {
    idle = await idleOf(running.child.pid ?? 0, server)
    const begun = performance.now()
    while (performance.now() - begun < minutes * 60_000) {
      const wanted = shuffled([...(await requestsOf(works)), ...others(places)])
      await slice(running.address, secret, wanted, lines).catch((error) => errors.push(String(error)))
      requests += wanted.length
      samples.push({ atMs: performance.now() - begun, ...heldBy(running.child.pid ?? 0) })
      await sleep(restMs)
    }
  } finally {
    const { code, stdout, stderr } = await running.stop()
    if (code !== 0) errors.push(`The server ended with ${code}: ${(stdout + stderr).slice(-500)}`)
    const logged = /^.*"level":(?:50|60).*$/m.exec(stdout)
    if (logged) errors.push(`The server logged an error: ${logged[0].slice(0, 500)}`)
  }
  return { samples, errors, requests, idle }
}

/** Processor milliseconds a second of a server that nobody calls, without the jobs that a schedule starts. */
async function idleOf(pid: number, { db }: Server): Promise<number> {
  while ((await countJobs(db)).due > 0) await sleep(1_000)
  await sleep(settleMs)
  const parts: number[] = []
  while (parts.length < idleParts) {
    const spent = await spentOn({ pid, db }, () => sleep(idleMs))
    parts.push(spent.server / 1000 / (idleMs / 1000))
  }
  return median(parts)
}

/** Some requests of each task, so that the kinds mix. */
async function requestsOf(works: readonly Work[]): Promise<Wire[]> {
  const all = await Promise.all(works.map(({ ours, isWrite }) => ours(isWrite ? 8 : 20)))
  return all.flatMap((some) => Array.from({ length: some.length }, (_, index) => some.at(index) as Wire))
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

/** Memory and open handles of a process, as reported by Linux. */
function heldBy(pid: number): Omit<Sample, 'atMs'> {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { megabytes: Number(kilobytes) / 1024, handles: readdirSync(`/proc/${pid}/fd`).length }
}

/** The first half is warm-up. */
function report({ samples, errors, requests, idle }: Awaited<ReturnType<typeof soak>>): boolean {
  const warm = samples.slice(samples.length / 2)
  const growth = growthOf(warm)
  const peak = Math.max(...samples.map(({ megabytes }) => megabytes))
  // The pool opens and closes connections as needed; only leaked handles raise the minimum.
  const [before = 0, after = 0] = [0, 0.5].map((from) =>
    Math.min(...warm.slice(warm.length * from, warm.length * (from + 0.5)).map(({ handles }) => handles)),
  )
  for (const error of new Set(errors)) console.log(error)
  console.log(
    `soak: ${minutes} min, ${requests} requests, ${errors.length} errors, ` +
      `memory at most ${Math.round(peak)} MB (≤ ${megabytesMax}, with a cache of ${cacheMegabytes}), ` +
      `growing by ${growth.toFixed(1)} MB in the second half (≤ ${growthMax}), ` +
      `open handles at least ${before} then ${after}, ` +
      `idle before ${idle.toFixed(1)} ms a second (≤ ${idleMax})`,
  )
  const isFlat =
    growth <= growthMax * margin && after <= before + handlesMax * margin && peak <= megabytesMax * margin
  return errors.length === 0 && isFlat && idle <= idleMax * margin
}

/** By least squares. The minimum of each part excludes garbage that has not been collected yet. */
function growthOf(samples: readonly Sample[]): number {
  // A busy machine takes few samples, and a part without any has no minimum.
  const parts = Math.min(partsMax, samples.length)
  if (parts < 2) return 0
  const least = Array.from({ length: parts }, (_, part) => {
    const own = samples.slice((samples.length * part) / parts, (samples.length * (part + 1)) / parts)
    return Math.min(...own.map(({ megabytes }) => megabytes))
  })
  const middle = (parts - 1) / 2
  const mean = least.reduce((sum, held) => sum + held, 0) / parts
  const up = least.reduce((sum, held, part) => sum + (part - middle) * (held - mean), 0)
  const across = least.reduce((sum, _, part) => sum + (part - middle) ** 2, 0)
  return (up / across) * parts
}
