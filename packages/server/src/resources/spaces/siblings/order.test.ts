import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiFailure, each } from '@stemma/client'
import { newId } from '../../../common/ids.ts'
import {
  givenMember,
  givenOrganization,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import { givenCollection } from '../../../test/places.ts'
import { contentOf } from '../../../test/world.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('64 moves at once among 1,000 spaces: nothing is lost, and everybody sees one order', async (t) => {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const reader = await givenMember(server, organization)
  const parent = await givenCollection(server, organization)
  const ids = await givenSpaces(organization, parent, 1_000, (index) => `K${pad(index)}V`)
  const moved = ids.slice(0, 64)
  const anchors = ids.slice(500, 564)
  const outcomes = await Promise.allSettled(
    moved.map((spaceId, index) => {
      const position = { after: { type: 'space' as const, space: anchors[index % 8] ?? '' } }
      return server.as(admin).moveSpace({ params: { spaceId }, body: { position } })
    }),
  )
  assert.deepEqual(refusalsOf(outcomes), [])
  const order = await orderFor(admin, parent)
  assert.equal(order.length, 1_000)
  assert.deepEqual(order.toSorted(), ids.toSorted())
  assert.deepEqual(await orderFor(reader, parent), order)
  assert.deepEqual(await orderFor(reader, parent, 7), order)
  // Items moved next to the same neighbour are between it and the next item that wasn't moved.
  for (let lane = 0; lane < 8; lane++) {
    const start = order.indexOf(anchors[lane] ?? '')
    const behind = new Set(order.slice(start + 1, start + 9))
    const expected = moved.filter((_, index) => index % 8 === lane)
    assert.deepEqual([...behind].toSorted(), expected.toSorted())
  }
  assert.equal(new Set(await ranksIn(parent)).size, 1_000)
  t.diagnostic('64 moves, 0 refused')
})

test('spaces that all have the same rank are spread by the first moves, 64 of them at once', async () => {
  const organization = await givenOrganization(server)
  const parent = await givenCollection(server, organization)
  const ids = await givenSpaces(organization, parent, 1_000, () => 'V')
  const before = await orderFor(organization.admin, parent)
  assert.deepEqual(before, ids.toSorted())
  const moved = before.slice(100, 164)
  const first = before[0] ?? ''
  const outcomes = await Promise.allSettled(
    moved.map((spaceId) =>
      server.as(organization.admin).moveSpace({
        params: { spaceId },
        body: { position: { after: { type: 'space', space: first } } },
      }),
    ),
  )
  assert.deepEqual(refusalsOf(outcomes), [])
  const order = await orderFor(organization.admin, parent)
  assert.deepEqual(order.slice(1, 65).toSorted(), moved.toSorted())
  const rest = before.filter((id) => !moved.includes(id))
  assert.deepEqual([order[0], ...order.slice(65)], rest)
  assert.equal(new Set(await ranksIn(parent)).size, 1_000)
})

test('moves between one pair of neighbours never run out of room', async () => {
  const organization = await givenOrganization(server)
  const parent = await givenCollection(server, organization)
  const ids = await givenSpaces(organization, parent, 3, (index) =>
    index ? `V${'0'.repeat(95)}${index}` : 'V',
  )
  const [first = '', second = '', third = ''] = ids
  const api = server.as(organization.admin)
  let [moved, other] = [second, third]
  for (let round = 0; round < 60; round++) {
    const position = { after: { type: 'space' as const, space: first } }
    await api.moveSpace({ params: { spaceId: moved }, body: { position } })
    ;[moved, other] = [other, moved]
  }
  assert.deepEqual(await orderFor(organization.admin, parent), [first, other, moved])
  assert.ok((await ranksIn(parent)).every((rank) => rank.length <= 101))
})

test('64 moves of collections at once that would make circles together make none', async (t) => {
  const organization = await givenOrganization(server)
  const ids: string[] = []
  for (let index = 0; index < 8; index++) ids.push(await givenCollection(server, organization))
  const pairs = ids.flatMap((id) => ids.map((parent) => ({ id, parent })))
  const outcomes = await Promise.allSettled(
    pairs.map(({ id, parent }) =>
      server.as(organization.admin).moveCollection({ params: { collectionId: id }, body: { parent } }),
    ),
  )
  const refusals = refusalsOf(outcomes)
  assert.ok(refusals.length >= ids.length)
  assert.deepEqual([...new Set(refusals)], [409])
  assert.equal(await countOnLoops(organization), 0)
  const list = server.as(organization.admin).listCollectionsInOrganizationById
  const { items } = await list({ params: { organizationId: organization.id } })
  assert.deepEqual(items.map(({ id }) => id).toSorted(), ids.toSorted())
  t.diagnostic(`${outcomes.length} moves, ${refusals.length} refused with 409`)
})

test('spaces and collections moved in and out at once show no caller a deadlock', async () => {
  const organization = await givenOrganization(server)
  const [left, right] = [
    await givenCollection(server, organization),
    await givenCollection(server, organization),
  ]
  const ids = await givenSpaces(organization, left, 16, () => 'V')
  const api = server.as(organization.admin)
  const outcomes = await Promise.allSettled([
    ...ids.map((spaceId) => api.moveSpace({ params: { spaceId }, body: { parent: right } })),
    ...ids.map((spaceId) => api.moveSpace({ params: { spaceId }, body: { parent: left } })),
    ...ids.map((spaceId) => api.moveSpace({ params: { spaceId }, body: { parent: null } })),
    ...ids.map(() => api.moveCollection({ params: { collectionId: left }, body: { parent: right } })),
    ...ids.map(() => api.moveCollection({ params: { collectionId: right }, body: { parent: left } })),
  ])
  for (const status of refusalsOf(outcomes)) assert.equal(status, 409)
  const spaces = await api.listSpacesInOrganizationById({ params: { organizationId: organization.id } })
  assert.deepEqual(spaces.items.map(({ id }) => id).toSorted(), ids.toSorted())
  assert.equal(await countOnLoops(organization), 0)
})

test('spaces created at once all stand at the end, each with a rank of its own', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const parent = await givenCollection(server, organization)
  const create = () => server.as(organization.admin).createSpace({ params, body: { parent } })
  const created = await Promise.all(Array.from({ length: 64 }, create))
  const order = await orderFor(organization.admin, parent)
  assert.deepEqual(order.toSorted(), created.map(({ id }) => id).toSorted())
  assert.equal(new Set(await ranksIn(parent)).size, 64)
})

/** Inserts rows directly, with the rank that `rankOf` returns for each. */
async function givenSpaces(
  { id }: Organization,
  parent: string,
  count: number,
  rankOf: (index: number) => string,
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const spaceId = newId()
    const place = { organization_id: id, parent_id: parent, rank: rankOf(index) }
    const created_at = new Date().toISOString()
    return { id: spaceId, title: `Space ${index}`, created_at, ...place, ...contentOf(spaceId) }
  })
  await server.db.insertInto('spaces').values(rows).execute()
  return rows.map((row) => row.id)
}

const pad = (index: number) => String(index).padStart(4, '0')

async function orderFor(person: Person, collectionId: string, limit = 1000): Promise<string[]> {
  const ids: string[] = []
  const input = { params: { collectionId }, query: { limit } }
  for await (const { id } of each(server.as(person).listSpacesInCollectionById, input)) ids.push(id)
  return ids
}

async function ranksIn(parent: string): Promise<string[]> {
  const rows = await server.db.selectFrom('spaces').select('rank').where('parent_id', '=', parent).execute()
  return rows.map(({ rank }) => rank)
}

/** The statuses of rejected requests. Any rejection that isn't an API error fails the test. */
function refusalsOf(outcomes: readonly PromiseSettledResult<unknown>[]): number[] {
  return outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => {
      if (!(reason instanceof ApiFailure)) throw reason
      return reason.status
    })
}

/** How many collections can't reach the top level through their parents. */
async function countOnLoops({ id }: Organization): Promise<number> {
  const rows = await server.db
    .selectFrom('collections')
    .select(['id', 'parent_id'])
    .where('organization_id', '=', id)
    .execute()
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]))
  return rows.filter((row) => {
    let at: string | null | undefined = row.id
    for (let step = 0; at && step <= rows.length; step++) at = parents.get(at)
    return at
  }).length
}
