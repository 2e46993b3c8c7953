import fc from 'fast-check'
import { checkAnswer } from '../../packages/server/src/test/answers.ts'
import { forgetEverything } from '../../packages/server/src/test/fingerprint.ts'
import { serve } from '../../packages/server/src/test/harness.ts'
import { type Mounted, mountedOperations } from '../../packages/server/src/test/samples.ts'
import { givenTenant, type Tenant, type World } from '../../packages/server/src/test/world.ts'
import { workThrough } from '../kit/processes.ts'
import { type Answer, sendOver } from '../kit/wire.ts'
import { foreignIds, foreignState } from './foreign.ts'
import { type FuzzRequest, requestsFor } from './requests.ts'

export interface Task {
  readonly id: string
  readonly requests: number
  readonly seed: number
}

/** The number of responses by status, and of findings by kind. */
export interface Tried {
  readonly statuses: readonly (readonly [number, number])[]
  readonly found: Readonly<Record<Kind, number>>
}

type Kind = 'server' | 'contract' | 'reads' | 'writes'

/** Requests in parallel, and requests per tenant: of operations that may write, and of reads. */
const [atOnce, perWriting, perReading] = [8, 50, 500]
const forgetAfter = 10
/** The number of findings to print per kind and operation. */
const shownMax = 2
/**
 * Both tenants can be joined by email domain, subdomains and sign-in methods are public, and operators are
 * told what to do for each organization.
 */
const mayTell = [
  'getOrganizationsForEmailDomain',
  'getSubdomain',
  'listSSOProviderLoginsInOrganization',
  'getServerStatus',
]
const mayWrite = ['joinOrganization']

/** Each process has its own server and database. */
const server = await serve({ rateLimitPerMinute: 10_000_000 })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
const operations = new Map(mountedOperations().map((mounted) => [mounted.id, mounted]))
let tried = 0
/** The other tenant must never change, and reads don't change ours, so both are reused. */
const kept: { theirs?: Foreign | undefined; read?: Read | undefined } = {}
try {
  await workThrough<Task, Tried>(async (task) => {
    const found = await tryOperation(task, operations.get(task.id) as Mounted)
    if (++tried % forgetAfter === 0) await forgetAll()
    return found
  })
} finally {
  const { deadlocks } = await server.stop()
  // The server retries them, but each costs a second, and with enough of them the retries run out.
  if (deadlocks > 0) {
    console.log(`${deadlocks} deadlocks: the log of PostgreSQL has their statements.`)
    process.exitCode = 1
  }
}

async function forgetAll() {
  await forgetEverything(server)
  kept.theirs = kept.read = undefined
}

async function tryOperation({ requests, seed }: Task, mounted: Mounted): Promise<Tried> {
  const tally = tallyOf(mounted.id)
  const isRead = mounted.operation.method === 'GET'
  const most = isRead ? perReading : perWriting
  for (let made = 0; made < requests; made += most) {
    const numRuns = Math.min(most, requests - made)
    kept.theirs ??= await givenForeign()
    const { tenant: theirs, state } = kept.theirs
    const world = { ours: isRead ? await tenantToRead(numRuns) : await givenTenant(server), theirs }
    const some = fc.sample(requestsFor(mounted, world), { numRuns, seed: seed + made }).values()
    const line = async () => {
      for (const request of some) await tryOne(mounted, world, request, tally)
    }
    await Promise.all(Array.from({ length: atOnce }, line))
    if (state === (await foreignState(server, theirs))) continue
    if (!mayWrite.includes(mounted.id)) tally.tell('writes', undefined, 'theirs changed')
    kept.theirs = undefined
  }
  return { statuses: [...tally.statuses], found: tally.found }
}

interface Foreign {
  readonly tenant: Tenant
  readonly state: string
}

async function givenForeign(): Promise<Foreign> {
  const tenant = await givenTenant(server)
  return { tenant, state: await foreignState(server, tenant) }
}

interface Read {
  readonly tenant: Tenant
  requests: number
}

async function tenantToRead(requests: number): Promise<Tenant> {
  if (kept.read === undefined || kept.read.requests >= perReading)
    kept.read = { tenant: await givenTenant(server), requests: 0 }
  kept.read.requests += requests
  return kept.read.tenant
}

async function tryOne(mounted: Mounted, world: World, request: FuzzRequest, tally: Tally) {
  const { method } = mounted.operation
  const { url, payload } = request
  const { status, body } = await answerTo(method, { ...request, headers: headersOf(world, request) })
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
  if (status >= 500) return tally.tell('server', request, `${status} ${body}`)
  try {
    checkAnswer(method, new URL(url, 'http://test').pathname, status, body)
  } catch (error) {
    return tally.tell('contract', request, String(error))
  }
  if (status >= 400 || mayTell.includes(mounted.id)) return
  // An ID that the request contained reveals nothing if it comes back.
  const sent = `${url} ${payload}`
  const leaked = foreignIds(world).find((id) => body.includes(id) && !sent.includes(id))
  if (leaked) tally.tell('reads', request, `${leaked} in ${body}`)
}

function headersOf({ ours }: World, { headers }: FuzzRequest) {
  return { authorization: `Bearer ${ours.admin.secret}`, ...headers }
}

/** Injects requests in memory, which is much faster; only a socket shows the effect of headers. */
async function answerTo(method: Method, request: FuzzRequest): Promise<Answer> {
  const { kind, url, headers, payload } = request
  if (kind === 'headers') return sendOver(address, { method, url, headers, payload })
  const sent = { method, url, headers, ...(payload !== undefined && { payload }) }
  const { statusCode: status, body } = await server.app.inject(sent)
  return { status, body }
}

type Method = Mounted['operation']['method']

/** The results for one operation. */
function tallyOf(id: string) {
  const statuses = new Map<number, number>()
  const found = { server: 0, contract: 0, reads: 0, writes: 0 }
  const tell = (kind: Kind, request: FuzzRequest | undefined, what: string) => {
    if (++found[kind] > shownMax) return
    const { kind: made, url, headers, payload } = request ?? {}
    const sent = request && JSON.stringify({ made, url, headers, payload: payload?.slice(0, 600) })
    console.log(`${kind}: ${id}: ${what.slice(0, 600)}${sent ? `\n  ${sent.slice(0, 1500)}` : ''}`)
  }
  return { statuses, found, tell }
}

type Tally = ReturnType<typeof tallyOf>
