import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { givenOrganization, startServer } from '../../../test/harness.ts'
import { killAll, startCommand } from '../../../test/process.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import { description } from '../../../test/world-openapi.ts'

/** An external server that never responds to the first request. */
let asked = 0
const outside = createServer((_, response) => {
  if (++asked > 1) response.end(JSON.stringify(description))
})
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
const allowed = `127.0.0.1:${(outside.address() as AddressInfo).port}`
after(() => {
  killAll()
  outside.closeAllConnections()
  outside.close()
})
const server = await startServer({ outsideAllow: [allowed] })

test('a spec whose worker was killed while it fetched is processed by the next one', async (t) => {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const settings = { DATABASE_URL: server.url, STEMMA_OUTSIDE_ALLOW: allowed, STEMMA_LOG_LEVEL: 'info' }
  const first = await startCommand(['work'], settings, /working/)
  const fetching = once(outside, 'request')
  const source = { url: `http://${allowed}/openapi.json` }
  await api.createOpenAPISpec({ params, body: { slug: 'pets', source } })
  await fetching
  first.child.kill('SIGKILL')
  await first.ended
  const one = { params: { ...params, specSlug: 'pets' } }
  assert.equal((await api.getOpenAPISpecBySlug(one)).processingState, 'progress')

  const second = await startQuietWorker(server)
  t.after(() => second.stop())
  while ((await api.getOpenAPISpecBySlug(one)).processingState !== 'complete') await sleep(50)
  assert.equal((await api.listOpenAPISpecVersions(one)).count, 1)
})
