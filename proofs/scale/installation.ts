import { sql } from 'kysely'
import { type Server, serve } from '../../packages/server/src/test/harness.ts'
import { givenWorld, type Tenant } from '../../packages/server/src/test/world.ts'
import { margin } from '../kit/margin.ts'
import { median } from '../kit/median.ts'
import { copyEverything } from './copies.ts'
import { openPlans } from './plans.ts'
import { ask, type Request, requestsOf, type Site, statementsOf } from './requests.ts'

/**
 * Compares lists and reads in a large installation with a small one, as ratios within one run: the same
 * requests alternate between both, and medians are compared. Then every statement that any operation runs is
 * planned in the large one, and none may read a whole table or a whole index.
 */
const large = {
  organizations: Number(process.env.SCALE_ORGANIZATIONS ?? 1_000),
  members: Number(process.env.SCALE_MEMBERS ?? 10_000),
  comments: Number(process.env.SCALE_COMMENTS ?? 1_000_000),
}
/** Enough for two full pages of each list. */
const small = { organizations: 60, members: 120, comments: 20_000 }
const rounds = Number(process.env.SCALE_ROUNDS ?? 40)
const only = process.env.SCALE_ONLY ?? ''
const ratioMax = 2
/** Finding members with one level reads all who have any: 80 times as many in the large installation. */
const levelRatioMax = 15
const levelRatiosMax: Readonly<Record<string, number>> = {
  'listPermissionsAggregateInSpace read': levelRatioMax,
  'listPermissionsAggregateInSpace admin': levelRatioMax,
  'listPermissionsAggregateInCollection read': levelRatioMax,
}
/** For this whole process, with both servers and everything that response validation needs. */
const memoryMaxMB = 1_000
const atOnce = 50_000
/** The share of all comments that is in the measured space. */
const share = 1 / 100

/** Permitted full reads: integrations are listed across all organizations. */
const subjects = ['all of integrations', 'all of the index integrations_pkey']

const servers: Server[] = []
try {
  const [few, many] = [await givenInstallation(small), await givenInstallation(large)]
  process.exitCode = (await report(few, many)) ? 0 : 1
} finally {
  for (const server of servers) await server.stop()
}

async function givenInstallation(size: typeof small): Promise<Site> {
  const server = await serve({ rateLimitPerMinute: 10_000_000 })
  servers.push(server)
  const { ours } = await givenWorld(server)
  const begun = performance.now()
  const { rows } = await sql<{ count: number }>`select count(*) from organizations`.execute(server.db)
  await copyEverything(server, Math.ceil(size.organizations / (rows[0]?.count ?? 1)))
  await fill(server, size, ours)
  const took = Math.round((performance.now() - begun) / 1000)
  const { organizations, members, comments } = size
  console.log(`${organizations} organizations, ${members} members in one, ${comments} comments: ${took} s`)
  return { server, ours }
}

/** Writes rows in SQL: all that matters is how many rows there are besides the requested ones. */
async function fill({ db }: Server, size: typeof small, ours: Tenant) {
  const { organizationId, spaceId, teamId } = ours
  const at = sql`now() - make_interval(secs => n)`
  const id = (kind: string) => sql`${sql.lit(kind)} || lpad(n::text, 20, '0')`
  await sql`insert into users (id, display_name, email, created_at, updated_at)
    select ${id('u')}, 'Person ' || n, 'person' || n || '@example.com', ${at}, ${at}
    from generate_series(1, ${size.members}) n`.execute(db)
  // Includes some guests and admins, and some members who were seen lately.
  await sql`insert into members (organization_id, user_id, role, joined_at, last_seen_at)
    select ${organizationId}, ${id('u')},
      (case n % 50 when 0 then null when 1 then 'admin' else 'read' end)::access_role,
      ${at}, case when n % 2 = 0 then ${at} end from generate_series(1, ${size.members}) n`.execute(db)
  await sql`insert into teams (id, organization_id, title, created_at)
    select ${id('t')}, ${organizationId}, 'Team ' || n, ${at}
    from generate_series(1, ${Math.max(60, size.members / 20)}::int) n`.execute(db)
  // Nine in ten are in the team that has an access level, and everybody is in one of the others.
  await sql`insert into team_members (organization_id, team_id, user_id, role)
    select ${organizationId}, ${teamId}, ${id('u')}, 'member'::team_role
      from generate_series(1, ${size.members}) n
      where n % 10 > 0
    union all
    select ${organizationId}, 't' || lpad((n % 60 + 1)::text, 20, '0'), ${id('u')}, 'member'
      from generate_series(1, ${size.members}) n`.execute(db)
  await sql`insert into space_user_grants (space_id, user_id, role)
    select ${spaceId}, ${id('u')}, 'edit' from generate_series(1, 60) n`.execute(db)
  await fillComments(db, size.comments, ours)
  await sql`vacuum analyze`.execute(db)
}

/** The first ones are in our space, the others in all spaces; each comment has its event. */
async function fillComments(db: Server['db'], comments: number, { spaceId, organizationId, admin }: Tenant) {
  const here = Math.ceil(comments * share)
  const id = (kind: string) => sql`${sql.lit(kind)} || lpad(n::text, 20, '0')`
  await sql`create table scale_spaces as
    select row_number() over (order by id) - 1 as at, id, organization_id from spaces`.execute(db)
  await sql`alter table scale_spaces add primary key (at)`.execute(db)
  for (let from = 1; from <= comments; from += atOnce) {
    const some = sql`(select n, case when n <= ${here} then ${spaceId} else s.id end as space_id,
        case when n <= ${here} then ${organizationId} else s.organization_id end as organization_id
      from generate_series(${from}::int, ${Math.min(comments, from + atOnce - 1)}::int) n
      join scale_spaces s on s.at = n % (select count(*) from scale_spaces)) spread`
    await sql`insert into comments (space_id, id, revision_id, body, posted_by, posted_at)
      select space_id, ${id('c')}, space_id, 'Said ' || n, ${admin.id}, now() from ${some}`.execute(db)
    await sql`insert into events (organization_id, id, type, actor_id, body, created_at)
      select organization_id, ${id('e')}, 'comment.posted', ${admin.id}, '{}', now() from ${some}`.execute(db)
  }
  await sql`drop table scale_spaces`.execute(db)
}

async function report(few: Site, many: Site): Promise<boolean> {
  const ratios = await compare(few, many)
  const memory = Math.round(process.memoryUsage().rss / 1024 / 1024)
  const reads = await wholeReads(few, many)
  const slow = [...ratios].filter(([name, ratio]) => ratio > boundOf(name) * margin).map(([name]) => name)
  for (const line of reads.found) console.log(line)
  if (slow.length > 0) console.log(`over its bound: ${slow.join(', ')}`)
  const worst = (isLinear: boolean) => {
    const some = [...ratios].filter(([name]) => name in levelRatiosMax === isLinear)
    return shown(Math.max(0, ...some.map(([, ratio]) => ratio)))
  }
  console.log(
    `scale of an installation: ${ratios.size} requests, at most ${worst(false)} of a small one ` +
      `(≤ ${ratioMax}), people of one level ${worst(true)} (≤ ${levelRatioMax}), ${slow.length} over; ` +
      `${reads.statements} statements of ${reads.operations} operations, ` +
      `${reads.found.length} read all of something; ${memory} MB (≤ ${memoryMaxMB})`,
  )
  return slow.length === 0 && reads.found.length === 0 && memory <= memoryMaxMB * margin
}

async function compare(few: Site, many: Site): Promise<Map<string, number>> {
  const ratios = new Map<string, number>()
  const pairs = requestsOf(few).map((request, index) => [request, requestsOf(many)[index]] as const)
  for (const [inFew, inMany] of pairs.filter(([{ name }]) => name.includes(only))) {
    if (inMany === undefined) throw new Error(`${inFew.name} is asked of one only.`)
    const measure = (times: number) => mediansOf([few, inFew], [many, inMany], times)
    let medians = await measure(rounds)
    // Other load distorts short measurements, so anything that seems slow is measured again, for longer.
    if (ratioOf(medians) > boundOf(inFew.name)) medians = await measure(Math.max(40, rounds * 2))
    ratios.set(inFew.name, ratioOf(medians))
    console.log(
      `  ${inFew.name.padEnd(52)} ${medians.map(shown).join(' ms, ')} ms: ${shown(ratioOf(medians))}`,
    )
  }
  return ratios
}

function boundOf(name: string): number {
  return levelRatiosMax[name] ?? ratioMax
}

function shown(figure: number): string {
  return figure.toFixed(2)
}

function ratioOf([few, many]: readonly [number, number]): number {
  return many / few
}

type Asked = readonly [Site, Request]

async function mediansOf(few: Asked, many: Asked, times: number): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []]
  for (let round = -5; round < times; round++) {
    const [a, b] = [await timeOf(few), await timeOf(many)]
    if (round < 0) continue
    taken[0].push(a)
    taken[1].push(b)
  }
  return [median(taken[0]), median(taken[1])]
}

async function timeOf([site, request]: Asked): Promise<number> {
  const begun = performance.now()
  await ask(site, request)
  return performance.now() - begun
}

/** Collects statements in the small installation, which is fast, and plans them in the large one. */
async function wholeReads(few: Site, many: Site) {
  const plans = await openPlans(many.server.url)
  const known = new Map<string, readonly string[]>()
  const found: string[] = []
  let operations = 0
  for await (const { name, texts } of statementsOf(few)) {
    operations++
    for (const text of texts) {
      const reads = known.get(text) ?? (await plans.wholeReadsOf(text))
      const wrong = known.has(text) ? [] : reads.filter((read) => !subjects.includes(read))
      found.push(...wrong.map((read) => `${name} reads ${read}:\n    ${text}`))
      known.set(text, reads)
    }
  }
  await plans.close()
  return { found, operations, statements: known.size }
}
