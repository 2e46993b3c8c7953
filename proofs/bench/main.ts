import { sql } from 'kysely'
import { type Server, serve } from '../../packages/server/src/test/harness.ts'
import { givenWorks } from '../kit/works.ts'
import { startChild } from './child.ts'
import { type Contest, measure } from './contest.ts'
import { openDirectus } from './directus.ts'
import { directusWorks } from './directus-rows.ts'
import { writePage } from './page.ts'
import { latePage } from './pages.ts'
import { openPgbench } from './pgbench.ts'
import { report, rowOf } from './report.ts'
import { serveOne } from './server.ts'
import { sideOf, type Target } from './side.ts'
import { benchSites } from './sites/bench-sites.ts'

/**
 * Measures the cost of our server as ratios within one run: slices of requests to our server and to a bare
 * handler on the same rows alternate, and medians are compared, in wall-clock time and in processor time of
 * server and database. Absolute times mean nothing on a busy machine.
 */
const spacesCount = Number(process.env.BENCH_SPACES ?? 10_000)
const size = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 15),
  sliceMs: Number(process.env.BENCH_SLICE_MS ?? 1000),
}
const only = process.env.BENCH_ONLY
/** Whether missing a target is a failure; falling below a floor always is. */
const isStrict = process.argv.includes('--strict')
const isWritten = process.argv.includes('--write')
const wantsDirectus = process.argv.includes('--directus')

const kind = process.argv[process.argv.indexOf('--serve') + 1]
if (process.argv.includes('--serve')) await serveOne(kind ?? '', process.env)
else if (process.argv.includes('--sites')) await measureSites()
else await bench()

async function bench() {
  const fixture = await serve()
  const closing: (() => Promise<void>)[] = []
  try {
    const { works, secret, places } = await givenWorks(fixture, spacesCount)
    await settle(fixture)
    const begin = async (which: string): Promise<Target> => {
      const { stop, ...child } = await startChild(which, { DATABASE_URL: fixture.url })
      closing.push(stop)
      return { ...child, secret, db: fixture.db }
    }
    const [ours, bare] = [await begin('ours'), await begin('bare')]
    const pgbench = await openPgbench(fixture.url)
    closing.push(async () => pgbench?.close())
    const directus = wantsDirectus ? await openDirectus(fixture) : undefined
    closing.push(async () => directus?.stop())
    const peers = directus ? directusWorks(places) : {}
    const contests = works
      .filter(({ name }) => only === undefined || name.includes(only))
      .map((work) => {
        const { name, statements } = work
        const peer = peers[name]
        const sides: Contest['sides'] = {
          ours: sideOf(ours, work.ours, work.countMax),
          bare: sideOf(bare, work.bare),
          ...(pgbench && statements && { pgbench: pgbench.sideOf(name, statements) }),
          ...(directus && peer && { directus: sideOf(directus, peer.asking) }),
        }
        return { work, sides, ...(peer && { directusBar: peer.bar }) }
      })
    const measured = await measure(contests, size)
    const late = await latePage(ours, places.organizationId, size)
    const rows = measured.map(rowOf)
    const { isAboveFloors, holdsBars } = report(rows, late)
    process.exitCode = isAboveFloors && (holdsBars || !isStrict) ? 0 : 1
    if (isWritten) await writePage(rows)
  } finally {
    for (const close of closing) await close()
    await fixture.stop()
  }
}

/** Compares published pages with those of other generators (docs/performance.md). */
async function measureSites() {
  const { isAboveFloors, holdsBars } = await benchSites({ ...size, isWritten })
  process.exitCode = isAboveFloors && (holdsBars || !isStrict) ? 0 : 1
}

/** Test databases don't wait for the disk, but measured ones must; the tables just filled are analyzed. */
async function settle({ db, url }: Server) {
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} reset synchronous_commit`.execute(db)
  // Tables that are still small are not analyzed: PostgreSQL would keep scanning them fully after they grow.
  await sql`vacuum analyze spaces`.execute(db)
}
