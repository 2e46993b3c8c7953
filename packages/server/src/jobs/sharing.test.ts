import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@stemma/client'
import { sql } from 'kysely'
import { givenOrganization, startServer } from '../test/harness.ts'
import { startQuietWorker } from '../test/quiet-worker.ts'
import { description } from '../test/world-openapi.ts'
import { givenWrittenSpace, page } from '../test/writing.ts'
import { crews } from './crews.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A third-party server that never responds to paths under /slow. */
const open = new Set<IncomingMessage>()
const asked: string[] = []
let answer: Answer = (_, response) => void response.end(JSON.stringify(description))
const outside = createServer((request, response) => {
  request.resume()
  open.add(request)
  asked.push(request.url ?? '')
  response.once('close', () => open.delete(request))
  if (!request.url?.startsWith('/slow')) answer(request, response)
})
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
const endpoint = `127.0.0.1:${(outside.address() as AddressInfo).port}`
after(() => {
  outside.closeAllConnections()
  outside.close()
})
const server = await startServer({ rateLimitPerMinute: 1_000_000, outsideAllow: [endpoint] })

test('slow specs of one organization keep neither the index nor the specs of another waiting', async (t) => {
  const [slow, other] = [await given(), await givenWrittenSpace(server, page('Lantern'))]
  await addSpecs(slow, 'slow', 12)
  await startJobs(t)
  while (open.size < crews.outside.workersPerOrganization) await sleep(20)
  await sleep(500)
  assert.equal(open.size, crews.outside.workersPerOrganization, 'its share, and no more')

  const api = server.as(other.admin)
  const params = { organizationId: other.organization.id }
  const input = { params, query: { query: 'lantern', limit: 10 } }
  while ((await api.searchOrganizationContent(input)).items.length === 0) await sleep(50)
  await addSpecs({ api, params }, 'other', 1)
  const spec = { params: { ...params, specSlug: 'other-0' } }
  while ((await api.getOpenAPISpecBySlug(spec)).processingState !== 'complete') await sleep(50)
  assert.ok(countOf('/slow') < 12, 'before the slow ones were through')
})

test('slow receivers of one organization do not delay the webhooks of another', async (t) => {
  open.clear()
  const [slow, other] = [await given(), await given()]
  for (let made = 0; made < 3; made++) await slow.api.createWebhook(hook(slow, `slow/${made}`))
  for (let made = 0; made < 8; made++) await addTeam(slow)
  await other.api.createWebhook(hook(other, 'other'))
  await startJobs(t)
  while (open.size < crews.webhooks.workersPerOrganization) await sleep(20)
  await sleep(500)
  assert.equal(open.size, crews.webhooks.workersPerOrganization, 'its share, and no more')
  asked.length = 0
  await addTeam(other)
  while (!asked.includes('/other')) await sleep(20)
  assert.ok(countOf('/slow') < 8, 'before many of the slow ones were tried')
})

test('organizations take turns, however many jobs one of them asked for first', async (t) => {
  const [greedy, modest] = [await given(), await given()]
  await addSpecs(greedy, 'greedy', 20)
  await addSpecs(modest, 'modest', 2)
  asked.length = 0
  answer = async (_, response) => {
    await sleep(100)
    response.end(JSON.stringify(description))
  }
  await startJobs(t)
  while (countOf('/modest') < 2) await sleep(20)
  assert.ok(asked.length <= 8, `after ${asked.length} fetches, the modest one had its two`)
})

test('imports of one organization run one after the other, those of two at once', async (t) => {
  open.clear()
  const first = await givenWrittenSpace(server)
  const second = await givenWrittenSpace(server)
  await startJobs(t)
  for (const { admin, organization, spaceId } of [first, first, second]) {
    const source = { type: 'website' as const, url: `http://${endpoint}/slow/${spaceId}` }
    const params = { organizationId: organization.id }
    await server.as(admin).startImportRun({ params, body: { source, target: { space: spaceId } } })
  }
  // The website's robots.txt and sitemap respond; its first page doesn't.
  const waiting = () => [...open].map(({ url }) => url).filter((url) => url?.startsWith('/slow'))
  while (waiting().length < 2) await sleep(20)
  await sleep(500)
  assert.deepEqual(waiting().toSorted(), [`/slow/${first.spaceId}`, `/slow/${second.spaceId}`].toSorted())
})

function countOf(start: string): number {
  return asked.filter((path) => path.startsWith(start)).length
}

interface Tenant {
  readonly api: Client
  readonly params: { readonly organizationId: string }
}

async function given(): Promise<Tenant> {
  const organization = await givenOrganization(server)
  return { api: server.as(organization.admin), params: { organizationId: organization.id } }
}

async function addSpecs({ api, params }: Tenant, name: string, count: number) {
  for (let made = 0; made < count; made++) {
    const source = { url: `http://${endpoint}/${name}/${made}` }
    await api.createOpenAPISpec({ params, body: { slug: `${name}-${made}`, source } })
  }
}

function hook({ params }: Tenant, path: string) {
  return { params, body: { url: `http://${endpoint}/${path}`, eventTypes: ['team.created' as const] } }
}

async function addTeam({ api, params }: Tenant) {
  await api.createOrganizationTeam({ params, body: { title: 'Team' } })
}

/** The real worker, until the test ends. Its unfinished jobs are not left for the next one. */
async function startJobs(t: { after: (work: () => Promise<void>) => void }) {
  const worker = await startQuietWorker(server)
  t.after(async () => {
    await sql`delete from graphile_worker._private_jobs where locked_at is null`.execute(server.db)
    outside.closeAllConnections()
    await worker.stop()
    await sql`truncate graphile_worker._private_jobs`.execute(server.db)
  })
}
