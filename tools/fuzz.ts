import fc from 'fast-check'
import { checkAnswer } from '../packages/server/src/test/answers.ts'
import { forgetEverything } from '../packages/server/src/test/fingerprint.ts'
import { type Server, serve } from '../packages/server/src/test/harness.ts'
import { type Mounted, mountedOperations } from '../packages/server/src/test/samples.ts'
import { givenWorld, type World } from '../packages/server/src/test/world.ts'
import { foreignIds, foreignState } from './fuzz-foreign.ts'
import { type FuzzRequest, requestsFor } from './fuzz-requests.ts'

/** Requests made of the contract, and of what it forbids, for every operation. */
const perOperation = Number(process.env.FUZZ_REQUESTS ?? 5000)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const only = process.env.FUZZ_ONLY?.split(',')
/** So many are under way at once, against one world, which is made anew when it is used up. */
const [atOnce, perWorld] = [8, 50]
const forgetAfter = 10
/** Of each kind of finding so many are shown, for each operation. */
const shownMax = 2
/** Organizations that somebody could join by their e-mail address are told to them, and both tenants are. */
const mayTell = ['getOrganizationsForEmailDomain']

const found = { server: 0, contract: 0, reads: 0, writes: 0 }
const shown = new Map<string, number>()
const statuses = new Map<number, number>()
let requests = 0
const operations = mountedOperations()
  .filter(({ id }) => only === undefined || only.includes(id))
  .values()
await Promise.all([tryOperations(), tryOperations()])
const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} ${count}`)
console.log(`seed ${seed}; answers: ${counts.join(', ')}`)
const { server, contract, reads, writes } = found
const figures = `${server} server errors, ${contract} outside the contract, ${reads} foreign reads`
console.log(`fuzz: ${requests} requests, ${figures}, ${writes} foreign writes`)
process.exitCode = server + contract + reads + writes > 0 ? 1 : 0

/** With a server and a database of its own. */
async function tryOperations() {
  const server = await serve({ rateLimitPerMinute: 10_000_000 })
  let tried = 0
  try {
    for (const mounted of operations) {
      await tryOperation(server, mounted)
      if (++tried % forgetAfter === 0) await forgetEverything(server)
    }
  } finally {
    await server.stop()
  }
}

async function tryOperation(server: Server, mounted: Mounted) {
  for (let made = 0; made < perOperation; made += perWorld) {
    const world = await givenWorld(server)
    const before = await foreignState(server, world)
    const numRuns = Math.min(perWorld, perOperation - made)
    const some = fc.sample(requestsFor(mounted, world), { numRuns, seed: seed + made })
    for (let at = 0; at < some.length; at += atOnce)
      await Promise.all(some.slice(at, at + atOnce).map((request) => tryOne(server, mounted, world, request)))
    if (before !== (await foreignState(server, world))) tell('writes', mounted, undefined, 'theirs changed')
  }
}

async function tryOne({ app }: Server, mounted: Mounted, world: World, request: FuzzRequest) {
  const { method } = mounted.operation
  const { url, headers, payload } = request
  const authorization = `Bearer ${world.ours.admin.secret}`
  const answer = await app.inject({
    method,
    url,
    headers: { authorization, ...headers },
    ...(payload !== undefined && { payload }),
  })
  requests++
  statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
  if (answer.statusCode >= 500) return tell('server', mounted, request, `${answer.statusCode} ${answer.body}`)
  try {
    const { pathname } = new URL(url, 'http://test')
    checkAnswer(method, pathname, answer.statusCode, answer.body)
  } catch (error) {
    return tell('contract', mounted, request, String(error))
  }
  if (answer.statusCode >= 400 || mayTell.includes(mounted.id)) return
  // What was sent may come back: that tells nobody anything.
  const sent = `${url} ${payload}`
  const leaked = foreignIds(world).find((id) => answer.body.includes(id) && !sent.includes(id))
  if (leaked) tell('reads', mounted, request, `${leaked} in ${answer.body}`)
}

function tell(kind: keyof typeof found, { id }: Mounted, request: FuzzRequest | undefined, what: string) {
  found[kind]++
  const times = shown.get(`${kind} ${id}`) ?? 0
  shown.set(`${kind} ${id}`, times + 1)
  if (times >= shownMax) return
  const { kind: made, url, headers, payload } = request ?? {}
  const sent = request && JSON.stringify({ made, url, headers, payload: payload?.slice(0, 600) })
  console.log(`${kind}: ${id}: ${what.slice(0, 600)}${sent ? `\n  ${sent.slice(0, 1500)}` : ''}`)
}
