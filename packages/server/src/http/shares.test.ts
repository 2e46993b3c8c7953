import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { givenOrganization, givenTeam, type Organization, startServer } from '../test/harness.ts'
import { createShares } from './shares.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('an organization whose requests wait in the database leaves connections to the others', async (t) => {
  const [slow, other] = [await givenOrganization(server), await givenOrganization(server)]
  const { ended, release } = await givenWaitingRequests(t, slow)
  const own = { organizationId: other.id }
  await server.as(other.admin).createOrganizationTeam({ params: own, body: { title: 'Ours' } })
  assert.equal((await server.as(other.admin).listTeamsInOrganizationById({ params: own })).count, 1)
  assert.equal(ended(), 0, 'those of the other organization still wait')
  await release()
})

test('reads by key need no connection of their own, so they wait for none', async (t) => {
  const slow = await givenOrganization(server)
  const { admin, id: organizationId } = slow
  const { id: spaceId } = await server.as(admin).createSpace({ params: { organizationId } })
  const { ended, release } = await givenWaitingRequests(t, slow)
  assert.equal((await server.as(admin).getSpaceById({ params: { spaceId } })).id, spaceId)
  assert.equal(ended(), 0, 'the others still wait')
  await release()
})

/** An organization has more requests than it may run at once, and all of them wait for a lock. */
async function givenWaitingRequests(t: TestContext, organization: Organization) {
  const { id: team } = await givenTeam(server, organization)
  const params = { organizationId: organization.id, teamId: team }
  const { updateTeamInOrganizationById } = server.as(organization.admin)
  const rename = () => updateTeamInOrganizationById({ params, body: { title: 'New' } })
  await rename()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  t.after(() => client.end())
  await client.query('begin')
  await client.query('select 1 from teams where id = $1 for update', [team])
  let ended = 0
  const renamed = Array.from({ length: 20 }, () => rename().finally(() => ended++))
  await sleep(200)
  const release = async () => {
    await client.query('rollback')
    await Promise.all(renamed)
  }
  return { ended: () => ended, release }
}

test('requests that find no room in time are refused with the advice to send fewer', async () => {
  const shares = createShares({ databaseConnectionsMax: 10, requestTimeoutMs: 20 })
  const request = requestWith('Bearer one')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const running = Array.from({ length: 4 }, () => shares.run(request, () => released))
  await assert.rejects(
    shares.run(request, async () => {}),
    { reason: 'rate_limited', retryAfterSeconds: 1 },
  )
  const other = requestWith('Bearer two')
  assert.equal(await shares.run(other, async () => 'done'), 'done')
  release()
  await Promise.all(running)
  assert.equal(await shares.run(request, async () => 'done'), 'done')
})

test('of costly operations two of an organization run at a time, whatever they wait for', async () => {
  const shares = createShares({ databaseConnectionsMax: 10, requestTimeoutMs: 5_000 })
  const request = requestWith('Bearer one')
  let [inside, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++inside)
    await sleep(5)
    inside--
  }
  await Promise.all(Array.from({ length: 9 }, () => shares.runCostly(request, 'mergeChangeRequest', work)))
  assert.equal(most, 2)
  await Promise.all(Array.from({ length: 9 }, () => shares.runCostly(request, 'listPages', work)))
  assert.equal(most, 9)
})

function requestWith(authorization: string) {
  return { headers: { authorization }, ip: '::1', params: {}, routeOptions: { config: {} } } as FastifyRequest
}
