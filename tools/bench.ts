import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { rankBetween } from '@stemma/content'
import { newId } from '../packages/server/src/ids.ts'
import { type Server, serve } from '../packages/server/src/test/harness.ts'
import { contentOf, givenWorld, type Tenant } from '../packages/server/src/test/world.ts'
import { serveBoth } from './bench-server.ts'

/**
 * What our server costs, as ratios in one run: slices of requests to ours and to a bare handler on the
 * same rows take turns, and medians are compared. Absolute times mean nothing on a busy machine.
 */
const spacesCount = Number(process.env.BENCH_SPACES ?? 10_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 15)
const requestsPerSlice = 120
const concurrency = 8
const lateMax = 1.5

if (process.argv.includes('--serve')) await serveBoth(process.env.DATABASE_URL ?? '')
else await bench()

async function bench() {
  const fixture = await serve()
  const { ours } = await givenWorld(fixture)
  const spaces = await givenSpaces(fixture, ours)
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--serve'], {
    env: { ...process.env, DATABASE_URL: fixture.url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(createInterface(child.stdout), 'line')
    await measure(JSON.parse(line), ours, spaces)
  } finally {
    child.stdin.end()
    await once(child, 'exit')
    await fixture.stop()
  }
}

async function measure(
  addresses: { ours: string; bare: string },
  ours: Tenant,
  spaces: readonly { readonly id: string }[],
) {
  const client = clientOf(ours.person.secret)
  const list = `${addresses.ours}/v1/orgs/${ours.organizationId}/spaces`
  const middle = spaces[Math.floor(spaces.length / 2)]
  const late = await cursorAt(client, list, spaces.length - 50)
  const targets = {
    getOurs: `${addresses.ours}/v1/spaces/${middle?.id}`,
    getBare: `${addresses.bare}/one/${middle?.id}`,
    listFirst: `${list}?limit=50`,
    listLate: `${list}?limit=50&page=${late}`,
    listBare: `${addresses.bare}/list/${ours.organizationId}/0/0`,
  }
  const times = Object.fromEntries(Object.keys(targets).map((name) => [name, [] as number[]]))
  for (let round = -2; round < rounds; round++) {
    // Forward and backward in turn, so that a machine that gets slower hurts all alike.
    const order = Object.entries(targets)
    for (const [name, url] of round % 2 === 0 ? order : order.reverse()) {
      const ms = await slice(client, url)
      if (round >= 0) times[name]?.push(ms)
    }
  }
  report(Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)])))
}

function report(ms: Readonly<Record<string, number>>) {
  const ratio = (a: string, b: string) => (ms[a] ?? 0) / (ms[b] ?? 1)
  const late = ratio('listLate', 'listFirst')
  const figures = [
    `get a space ${ratio('getBare', 'getOurs').toFixed(2)} of bare`,
    `list 50 of ${spacesCount} ${ratio('listBare', 'listFirst').toFixed(2)} of bare`,
    `page ${Math.ceil(spacesCount / 50)} costs ${late.toFixed(2)} of page 1 (at most ${lateMax})`,
  ]
  console.log(`bench: ${figures.join(', ')}`)
  process.exitCode = late <= lateMax ? 0 : 1
}

/** One slice of requests, a few at a time; the time for all of them. */
async function slice(client: Client, url: string): Promise<number> {
  const begin = process.hrtime.bigint()
  let left = requestsPerSlice
  const run = async () => {
    while (left-- > 0) await client(url)
  }
  await Promise.all(Array.from({ length: concurrency }, run))
  return Number(process.hrtime.bigint() - begin) / 1e6
}

type Client = (url: string) => Promise<string>

/** Connections are kept, and let go of when nothing else is left to do. */
function clientOf(secret: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency, timeout: 5_000 })
  const headers = { authorization: `Bearer ${secret}` }
  return (url) =>
    new Promise((resolve, reject) => {
      get(url, { agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))))
      }).on('error', reject)
    })
}

async function cursorAt(client: Client, list: string, count: number): Promise<string> {
  const limit = Math.ceil(count / 10)
  let page = ''
  for (let walked = 0; walked < count; walked += limit) {
    const { next } = JSON.parse(await client(`${list}?limit=${limit}${page && `&page=${page}`}`))
    page = next.page
  }
  return page
}

/** Spaces in twenty collections, in their order; the caller is a reader with a grant and a team. */
async function givenSpaces({ db }: Server, ours: Tenant) {
  const now = new Date().toISOString()
  const named = { organization_id: ours.organizationId, title: 'Space', created_at: now }
  const collections = Array.from({ length: 20 }, () => ({ id: newId(), ...named }))
  await db.insertInto('collections').values(collections).execute()
  let rank: string | undefined
  const rows = Array.from({ length: spacesCount }, (_, index) => {
    rank = rankBetween(rank, undefined)
    const id = newId()
    return { id, ...named, ...contentOf(id), rank, parent_id: collections[index % 20]?.id ?? null }
  })
  for (let from = 0; from < rows.length; from += 1000) {
    await db
      .insertInto('spaces')
      .values(rows.slice(from, from + 1000))
      .execute()
  }
  return rows
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
