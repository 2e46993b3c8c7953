import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Server, serve } from '../packages/server/src/test/harness.ts'
import { slice, type Wire } from './bench-load.ts'
import { writePage } from './bench-page.ts'
import { latePage } from './bench-pages.ts'
import { databaseTime, processorTime } from './bench-processor.ts'
import { type Figure, report, rowOf } from './bench-report.ts'
import { serveOne } from './bench-server.ts'
import { givenWorks, lines, type Work } from './bench-works.ts'

/**
 * What our server costs, as ratios in one run: slices of requests to ours and to a bare handler on the same
 * rows take turns, and medians are compared, by the clock and by the processor time of server and database.
 * Absolute times mean nothing on a busy machine.
 */
const spacesCount = Number(process.env.BENCH_SPACES ?? 10_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 15)
const only = process.env.BENCH_ONLY

const kind = process.argv[process.argv.indexOf('--serve') + 1]
if (process.argv.includes('--serve')) await serveOne(kind ?? '', process.env.DATABASE_URL ?? '')
else await bench()

async function bench() {
  const fixture = await serve()
  const servers: Child[] = []
  try {
    const { works, secret, places } = await givenWorks(fixture, spacesCount)
    const ours = await start('ours', fixture.url)
    servers.push(ours)
    const bare = await start('bare', fixture.url)
    servers.push(bare)
    const chosen = works.filter(({ name }) => only === undefined || name.includes(only))
    const figures = await measure({ fixture, ours, bare, secret }, chosen)
    const late = await latePage({ address: ours.address, secret, rounds, ...places })
    const rows = figures.map(rowOf)
    process.exitCode = report(rows, late) ? 0 : 1
    if (process.argv.includes('--write')) await writePage(rows)
  } finally {
    for (const { stop } of servers) await stop()
    await fixture.stop()
  }
}

async function start(which: string, url: string) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--serve', which], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [address] = await once(createInterface(child.stdout), 'line')
  const stop = async () => {
    child.stdin.end()
    await once(child, 'exit')
  }
  return { pid: child.pid ?? 0, address: String(address), stop }
}

type Child = Awaited<ReturnType<typeof start>>

interface Setting {
  readonly fixture: Server
  readonly ours: Child
  readonly bare: Child
  readonly secret: string
}

async function measure(setting: Setting, works: readonly Work[]): Promise<Figure[]> {
  const figures = works.map((work) => ({ work, rounds: [] as Figure['rounds'][number][] }))
  for (let round = -1; round < rounds; round++) {
    for (const { work, rounds: kept } of figures) {
      const requests = { ours: await work.ours(round), bare: work.bare(round) }
      const times: Partial<Record<'ours' | 'bare', Cost>> = {}
      // Forward and backward in turn, so that a machine that gets slower hurts both alike.
      const order = ['ours', 'bare'] as const
      for (const which of round % 2 === 0 ? order : order.toReversed()) {
        times[which] = await costOf(setting, setting[which], requests[which])
      }
      // The first round only warms up.
      if (round >= 0) kept.push(times as Figure['rounds'][number])
    }
  }
  return figures
}

export interface Cost {
  /** Milliseconds by the clock for one request, of several at once. */
  readonly ms: number
  /** Microseconds of the processor for one request. */
  readonly server: number
  readonly database: number
}

async function costOf({ fixture, secret }: Setting, { pid, address }: Child, requests: readonly Wire[]) {
  const before = { server: processorTime(pid), database: await databaseTime(fixture.db) }
  const ms = await slice(address, secret, requests, lines)
  const after = { server: processorTime(pid), database: await databaseTime(fixture.db) }
  return {
    ms: ms / requests.length,
    server: (after.server - before.server) / requests.length,
    database: (after.database - before.database) / requests.length,
  }
}
