import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Client, each } from '@stemma/client'
import { type Role, roles } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { givenMember, givenOrganization, type Organization, startServer } from '../../../test/harness.ts'

const server = await startServer()
const invalid = { status: 400, reason: 'invalid_request' }

test('members are listed newest first by default, and filtered by role', async () => {
  const organization = await givenOrganization(server)
  const list = lister(organization)
  const people: Record<string, string> = {}
  for (const role of [...roles, null]) {
    people[String(role)] = (await givenMember(server, organization, role)).id
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const oldestFirst = [organization.admin.id, ...Object.values(people)]
  assert.deepEqual(await list({}), oldestFirst.toReversed())
  assert.deepEqual(await list({ sort: 'joinedAt', order: 'desc' }), oldestFirst.toReversed())
  assert.deepEqual(await list({ order: 'asc' }), oldestFirst)
  for (const role of roles.filter((one) => one !== 'admin')) {
    assert.deepEqual(await list({ role }), [people[role]])
  }
  assert.deepEqual(await list({ role: 'admin', order: 'asc' }), [organization.admin.id, people.admin])
  assert.deepEqual(await list({ role: 'guest' }), [people.null])
  await assert.rejects(list({ role: 'owner' as Role }), invalid)
  await assert.rejects(list({ sort: 'title' as 'joinedAt' }), invalid)
})

test('sorted by lastSeenAt, only members who were active are listed', async () => {
  const organization = await givenOrganization(server)
  const list = lister(organization)
  const [early, late, gone] = await Promise.all(
    roles.slice(0, 3).map((role) => givenMember(server, organization, role)),
  )
  assert.ok(early && late && gone)
  assert.deepEqual(await list({ sort: 'lastSeenAt' }), [])
  const params = { organizationId: organization.id }
  for (const [hour, person] of [early, gone, late].entries()) {
    server.time.now = `2026-11-15T0${hour}:00:00.000Z`
    assert.deepEqual(await server.as(person).updateOrganizationMemberLastSeenAt({ params }), {})
  }
  server.time.now = undefined
  const disabled = { disabled_at: new Date().toISOString() }
  await server.db.updateTable('members').set(disabled).where('user_id', '=', gone.id).execute()
  assert.deepEqual(await list({ sort: 'lastSeenAt' }), [late.id, early.id])
  assert.deepEqual(await list({ sort: 'lastSeenAt', order: 'asc' }), [early.id, late.id])
  assert.deepEqual(await list({ sort: 'lastSeenAt', role: 'comment' }), [late.id])
  const shown = await server
    .as(early)
    .getMemberInOrganizationById({ params: { ...params, userId: early.id } })
  assert.equal(shown.lastSeenAt, '2026-11-15T00:00:00.000Z')
})

test('members are sorted by name in both directions', async () => {
  const organization = await givenOrganization(server)
  const list = lister(organization)
  const people = new Map([[organization.admin.id, 'Bea']])
  for (const name of ['Carl', 'Adam']) people.set((await givenMember(server, organization, 'read')).id, name)
  for (const [id, name] of people)
    await server.db.updateTable('users').set({ display_name: name }).where('id', '=', id).execute()
  const namesOf = (ids: readonly string[]) => ids.map((id) => people.get(id))
  assert.deepEqual(namesOf(await list({ sort: 'name', order: 'asc' })), ['Adam', 'Bea', 'Carl'])
  assert.deepEqual(namesOf(await list({ sort: 'name' })), ['Carl', 'Bea', 'Adam'])
})

test('search finds a piece of the name or the e-mail address, in any case, as it is written', async () => {
  const organization = await givenOrganization(server)
  const list = lister(organization)
  const names = ['Ada Lovelace', 'Grace 100% Hopper', 'Élodie under_score', 'Back\\slash', "O'Brien"]
  const ids = await givenCrowd(
    organization,
    names.map((displayName, index) => {
      return { displayName, email: `crowd-${index}@Search.example`.toLowerCase() }
    }),
  )
  const found = async (search: string) => (await list({ search, order: 'asc' })).map((id) => ids.indexOf(id))
  assert.deepEqual(await found('LOVE'), [0])
  assert.deepEqual(await found('élodie UNDER'), [2])
  assert.deepEqual(await found('%'), [1])
  assert.deepEqual(await found('_'), [2])
  assert.deepEqual(await found('\\'), [3])
  assert.deepEqual(await found("o'b"), [4])
  assert.deepEqual((await found('@SEARCH.example')).toSorted(), [0, 1, 2, 3, 4])
  assert.deepEqual(await found('crowd-3@'), [3])
  assert.deepEqual(await found('nobody'), [])
  assert.equal((await list({ search: '' })).length, 6)
  await assert.rejects(list({ search: 'x'.repeat(257) }), invalid)
})

test('a search with U+0000 is refused', async () => {
  const organization = await givenOrganization(server)
  await assert.rejects(lister(organization)({ search: 'a\0b' }), invalid)
})

test('paging over equal times loses and repeats nothing, while others join in between', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const times = [1, 2, 3].map((day) => `2020-01-0${day}T00:00:00.000Z`)
  const people = Array.from({ length: 60 }, (_, index) => ({ at: times[index % 3] }))
  const crowd = await givenCrowd(organization, people)
  const api = server.as(organization.admin)
  for (const sort of ['joinedAt', 'lastSeenAt', 'name'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      const seen: string[] = []
      const query = { sort, order, limit: 7 }
      for await (const { id } of each(api.listMembersInOrganizationById, { params, query })) {
        seen.push(id)
        if (seen.length % 20 === 0) {
          await givenCrowd(organization, [
            { at: times[0] },
            { at: times[2] },
            { at: '2030-01-01T00:00:00.000Z' },
          ])
        }
      }
      assert.equal(new Set(seen).size, seen.length, `${sort} ${order} repeats`)
      assert.deepEqual(
        crowd.filter((id) => !seen.includes(id)),
        [],
        `${sort} ${order} loses`,
      )
    }
  }
})

test('count is that of the whole list, on every page and under every filter', async () => {
  const organization = await givenOrganization(server)
  await givenCrowd(
    organization,
    Array.from({ length: 9 }, (_, index) => ({ displayName: `Crowd ${index}` })),
  )
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  const first = await api.listMembersInOrganizationById({ params, query: { limit: 4 } })
  const second = await api.listMembersInOrganizationById({
    params,
    query: { limit: 4, page: first.next?.page },
  })
  const third = await api.listMembersInOrganizationById({
    params,
    query: { limit: 4, page: second.next?.page },
  })
  assert.deepEqual(
    [first, second, third].map(({ items, count }) => [items.length, count]),
    [
      [4, 10],
      [4, 10],
      [2, 10],
    ],
  )
  assert.equal(third.next, undefined)
  const found = await api.listMembersInOrganizationById({ params, query: { limit: 1, search: 'crowd' } })
  assert.deepEqual([found.items.length, found.count], [1, 9])
  for (const limit of [0, 1001, 1.5]) {
    await assert.rejects(api.listMembersInOrganizationById({ params, query: { limit } }), invalid)
  }
})

test('a page that this list did not give is refused', async () => {
  const organization = await givenOrganization(server)
  const list = lister(organization)
  const time = '2026-01-01T00:00:00.000Z'
  const wrong = [
    {},
    [],
    [time],
    [time, 'id', 'more'],
    ['Title', 'id'],
    [time, 1],
    ['2026-01-01', 'id'],
    [time, 'a\0'],
  ]
  for (const values of wrong)
    await assert.rejects(list({ page: cursor(values) }), invalid, JSON.stringify(values))
  for (const page of ['', 'made-up', '%', '😀']) await assert.rejects(list({ page }), invalid, page)
  assert.deepEqual(await list({ page: cursor([time, "' or true --"]), order: 'desc' }), [])
})

test('a page with a day that does not exist is refused', async () => {
  const organization = await givenOrganization(server)
  for (const time of ['2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z']) {
    await assert.rejects(lister(organization)({ page: cursor([time, 'id']) }), invalid)
  }
})

type Query = NonNullable<Parameters<Client['listMembersInOrganizationById']>[0]['query']>

function lister({ id, admin }: Organization) {
  return async (query: Query) => {
    const params = { organizationId: id }
    const { items } = await server.as(admin).listMembersInOrganizationById({ params, query })
    return items.map((member) => member.id)
  }
}

function cursor(values: unknown) {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Inserts many members. `at` is when they joined and were last seen, and defaults to now for all. */
async function givenCrowd({ id }: Organization, people: readonly Crowd[]) {
  const now = new Date().toISOString()
  const rows = people.map(({ at = now, ...given }) => ({ id: newId(), at, ...given }))
  await server.db
    .insertInto('users')
    .values(
      rows.map((row) => ({
        id: row.id,
        display_name: row.displayName ?? 'One of many',
        email: row.email ?? `${randomUUID()}@many.example`,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  const seen = rows.map((row) => ({
    organization_id: id,
    user_id: row.id,
    joined_at: row.at,
    last_seen_at: row.at,
  }))
  await server.db.insertInto('members').values(seen).execute()
  return rows.map((row) => row.id)
}

interface Crowd {
  readonly displayName?: string
  readonly email?: string
  readonly at?: string | undefined
}
