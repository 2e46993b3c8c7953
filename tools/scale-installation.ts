import { sql } from 'kysely'
import { type Person, type Server, serve } from '../packages/server/src/test/harness.ts'
import { givenWrittenSpace, page } from '../packages/server/src/test/writing.ts'
import { median } from './median.ts'

/**
 * What lists and gets cost in a large installation against a small one, as ratios in one run: the same
 * requests take turns in both, and medians are compared. A statement that reads a whole table is told of.
 */
const large = {
  organizations: Number(process.env.SCALE_ORGANIZATIONS ?? 1_000),
  members: Number(process.env.SCALE_MEMBERS ?? 10_000),
  comments: Number(process.env.SCALE_COMMENTS ?? 1_000_000),
}
/** Enough for a full page of each list. */
const small = { organizations: 60, members: 60, comments: 20_000 }
const rounds = Number(process.env.SCALE_ROUNDS ?? 40)
const ratioMax = 2
const atOnce = 50_000
/** Of the comments of an installation, the part in the space that is looked at. */
const share = 1 / 100

const sites: Site[] = []
try {
  for (const size of [small, large]) sites.push(await givenInstallation(size))
  process.exitCode = (await compare(sites)) ? 0 : 1
} finally {
  for (const { server } of sites) await server.stop()
}

interface Site {
  readonly server: Server
  readonly reader: Person
  readonly paths: Readonly<Record<string, string>>
}

async function givenInstallation(size: typeof small): Promise<Site> {
  const server = await serve()
  const space = await givenWrittenSpace(server, page('First'))
  const { organization, admin, reviewer, spaceId } = space
  const begun = performance.now()
  await fill(server, size, { organizationId: organization.id, spaceId, authorId: reviewer.id })
  const took = Math.round((performance.now() - begun) / 1000)
  const { organizations, members, comments } = size
  console.log(`${organizations} organizations, ${members} members in one, ${comments} comments: ${took} s`)
  return { server, reader: admin, paths: await pathsOf(server, admin, organization.id, spaceId) }
}

interface Place {
  readonly organizationId: string
  readonly spaceId: string
  readonly authorId: string
}

/** All in SQL: what matters is how many rows there are beside those that are asked for. */
async function fill({ db }: Server, size: typeof small, { organizationId, spaceId, authorId }: Place) {
  const at = sql`now() - make_interval(secs => n)`
  const id = (kind: string) => sql`${sql.lit(kind)} || lpad(n::text, 20, '0')`
  await sql`insert into organizations (id, title, default_role, created_at, updated_at)
    select ${id('o')}, 'Organization ' || n, 'read', ${at}, ${at}
    from generate_series(1, ${size.organizations}) n`.execute(db)
  await sql`insert into users (id, display_name, email, created_at, updated_at)
    select ${id('u')}, 'Person ' || n, 'person' || n || '@example.com', ${at}, ${at}
    from generate_series(1, ${size.members}) n`.execute(db)
  await sql`insert into members (organization_id, user_id, role, joined_at)
    select ${organizationId}, ${id('u')}, 'read', ${at} from generate_series(1, ${size.members}) n`.execute(
    db,
  )
  await sql`insert into teams (id, organization_id, title, created_at)
    select ${id('t')}, ${organizationId}, 'Team ' || n, ${at}
    from generate_series(1, ${Math.max(60, size.members / 20)}::int) n`.execute(db)
  await sql`insert into spaces (id, organization_id, title, content_id, revision_id, created_at, updated_at)
    select ${id('s')}, 'o' || lpad((n % 10 + 1)::text, 20, '0'), 'Space', ${id('s')}, ${id('s')}, ${at}, ${at}
    from generate_series(0, 98) n`.execute(db)
  const here = Math.ceil(size.comments * share)
  // The others are spread over the other spaces and organizations.
  for (let from = 1; from <= size.comments; from += atOnce) {
    const some = sql`generate_series(${from}::int, ${Math.min(size.comments, from + atOnce - 1)}::int) n`
    await sql`insert into comments (space_id, id, revision_id, body, posted_by, posted_at)
      select case when n <= ${here} then ${spaceId} else 's' || lpad((n % 99)::text, 20, '0') end,
        ${id('c')}, ${spaceId}, 'Said ' || n, ${authorId}, ${at} from ${some}`.execute(db)
    await sql`insert into events (organization_id, id, type, actor_id, body, created_at)
      select case when n <= ${here} then ${organizationId} else 'o' || lpad((n % 99)::text, 20, '0') end,
        ${id('e')}, 'comment.posted', ${authorId}, '{}', ${at} from ${some}`.execute(db)
  }
  await sql`vacuum analyze`.execute(db)
}

async function pathsOf(server: Server, reader: Person, organizationId: string, spaceId: string) {
  const organization = `/v1/orgs/${organizationId}`
  const space = `/v1/spaces/${spaceId}`
  const { next } = await ask(server, reader, `${space}/comments?limit=100`)
  const comment = `c${'5'.padStart(20, '0')}`
  return {
    'get a comment': `${space}/comments/${comment}`,
    'list comments': `${space}/comments`,
    'list comments further on': `${space}/comments?page=${next?.page}`,
    'get a space': space,
    'get a page by path': `${space}/content/path/first`,
    'list spaces': `${organization}/spaces`,
    'get an organization': organization,
    'list organizations': '/v1/orgs',
    'get a member': `${organization}/members/u${'5'.padStart(20, '0')}`,
    'list members': `${organization}/members`,
    'list teams': `${organization}/teams`,
    'list people of a space': `${space}/permissions/aggregate`,
    'list change requests': `${organization}/change-requests`,
  }
}

async function ask({ app }: Server, { secret }: Person, url: string) {
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${secret}` } })
  if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.body}`)
  return answer.json() as { readonly next?: { readonly page: string } }
}

async function compare([few, many]: readonly Site[]): Promise<boolean> {
  if (few === undefined || many === undefined) throw new Error('There must be two installations.')
  const ratios = new Map<string, number>()
  for (const [name, path] of Object.entries(few.paths)) {
    const times: [number[], number[]] = [[], []]
    for (let round = -5; round < rounds; round++) {
      const [a, b] = [await timeOf(few, path), await timeOf(many, many.paths[name] ?? '')]
      if (round < 0) continue
      times[0].push(a)
      times[1].push(b)
    }
    const [small, large] = times.map(median)
    ratios.set(name, (large ?? 0) / (small ?? 1))
    const shown = [small, large, ratios.get(name)].map((figure) => figure?.toFixed(2))
    console.log(`  ${name.padEnd(26)} ${shown[0]} ms, ${shown[1]} ms: ${shown[2]}`)
  }
  const slow = [...ratios].filter(([, ratio]) => ratio > ratioMax).map(([name]) => name)
  const memory = Math.round(process.memoryUsage().rss / 1024 / 1024)
  const worst = Math.max(...ratios.values()).toFixed(2)
  if (slow.length > 0) console.log(`over ${ratioMax}: ${slow.join(', ')}`)
  console.log(
    `scale of an installation: ${ratios.size} requests, at most ${worst} of a small one (≤ ${ratioMax}), ` +
      `${slow.length} over, ${memory} MB`,
  )
  return slow.length === 0
}

async function timeOf({ server, reader }: Site, path: string): Promise<number> {
  const begun = performance.now()
  await ask(server, reader, path)
  return performance.now() - begun
}
