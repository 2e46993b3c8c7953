import { sql } from 'kysely'
import { newId } from '../../packages/server/src/common/ids.ts'
import { markOf } from '../../packages/server/src/search/vector.ts'
import { givenOrganization, type Person, type Server, serve } from '../../packages/server/src/test/harness.ts'
import { margin } from '../kit/margin.ts'
import { measureCost } from './cost.ts'
import { fillIndex, type Place, vocabulary } from './rows.ts'

/**
 * Measures what a search for a common word costs (`cost.ts`). Then searches one organization among many, and
 * the same content in an installation without any others: the content of
 * other organizations must not slow it down.
 */
const sections = Number(process.env.SEARCH_SECTIONS ?? 1_000_000)
const organizations = Number(process.env.SEARCH_ORGANIZATIONS ?? 1000)
const rounds = Number(process.env.SEARCH_ROUNDS ?? 100)
const batches = 5
const ratioMax = 1.5

const [common = '', other = '', rare = ''] = [vocabulary[3], vocabulary[40], vocabulary[490]]
const queries = {
  'a rare word': rare,
  'a common word': common,
  'two words': `${common} ${other}`,
  'a beginning': rare.slice(0, 5),
  'a misspelling': `${rare.slice(0, 3)}${rare.slice(4)}`,
  'too many words': `${rare} ${common} ${other} zzzz`,
}

const settings = { rateLimitPerMinute: 10_000_000 }
const [many, alone] = [await serve(settings), await serve(settings)]
try {
  const isCheap = await measureCost()
  process.exitCode = (await measure()) && isCheap ? 0 : 1
} finally {
  await many.stop()
  await alone.stop()
}

async function measure(): Promise<boolean> {
  const each = Math.round(sections / organizations)
  const [crowd, single] = [await givenPlace(many), await givenPlace(alone)]
  const others = Array.from({ length: organizations - 1 }, () => ({
    organizationId: newId(),
    spaceId: newId(),
  }))
  const started = performance.now()
  await fillIndex(
    many,
    [...others.slice(others.length / 2), crowd, ...others.slice(0, others.length / 2)],
    each,
  )
  await fillIndex(alone, [single], each)
  const filled = ((performance.now() - started) / 1000).toFixed(0)
  const { rows } = await sql<{
    size: string
  }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(many.db)
  console.log(`${sections} sections in ${organizations} organizations: ${rows[0]?.size}, made in ${filled} s`)
  let good = true
  for (const [kind, query] of Object.entries(queries)) {
    const times = await compare(crowd, single, query)
    const ratio = times.crowd / times.single
    good &&= ratio <= ratioMax * margin
    const told = [times.crowd, times.single, times.bare].map((ms) => ms.toFixed(1))
    console.log(
      `  ${kind.padEnd(16)} p99 ${told[0]} ms, alone ${told[1]} ms (×${ratio.toFixed(2)}), ` +
        `bare SQL ${told[2]} ms (×${(times.crowd / times.bare).toFixed(1)})`,
    )
  }
  console.log(`search: with others at most ×${ratioMax} of alone: ${good ? 'yes' : 'no'}`)
  return good
}

interface Asked extends Place {
  readonly server: Server
  readonly admin: Person
}

async function givenPlace(server: Server): Promise<Asked> {
  const { id: organizationId, admin } = await givenOrganization(server)
  const { id: spaceId } = await server.as(admin).createSpace({ params: { organizationId } })
  return { server, admin, organizationId, spaceId }
}

/** Alternates, so that other load affects all equally; the fastest batch counts. */
async function compare(crowd: Asked, single: Asked, query: string) {
  const best = {
    crowd: Number.POSITIVE_INFINITY,
    single: Number.POSITIVE_INFINITY,
    bare: Number.POSITIVE_INFINITY,
  }
  for (let batch = 0; batch < batches; batch++) {
    const taken = { crowd: [] as number[], single: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      taken.crowd.push(await timed(() => ask(crowd, query)))
      taken.single.push(await timed(() => ask(single, query)))
      taken.bare.push(await timed(() => askBarely(crowd, query)))
    }
    for (const key of ['crowd', 'single', 'bare'] as const) best[key] = Math.min(best[key], p99(taken[key]))
  }
  return best
}

function ask({ server, admin, organizationId }: Asked, query: string) {
  return server
    .as(admin)
    .searchOrganizationContent({ params: { organizationId }, query: { query, limit: 50 } })
}

/** The least a search can cost PostgreSQL: finding the sections that contain the first word. */
async function askBarely({ server, organizationId }: Asked, query: string) {
  const [word = ''] = query.split(' ')
  await sql`select page_id from search_sections where organization_id = ${organizationId}
    and words @@ ${`'${markOf(organizationId)}${word}':*`}::tsquery limit 50`.execute(server.db)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0
}
