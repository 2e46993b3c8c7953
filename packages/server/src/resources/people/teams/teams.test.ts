import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { roles } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  givenUser,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import { refusalWhileLeaving } from '../../../test/leaving.ts'
import { givenCollection, givenSpace } from '../../../test/places.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const invalid = { status: 400, reason: 'invalid_request' }

test('an admin creates a team of members, renames it and deletes it, all on record', async () => {
  const organization = await givenOrganization(server)
  const { id, admin } = organization
  const member = await givenMember(server, organization)
  const api = server.as(admin)
  const params = { organizationId: id }

  const body = { title: 'Writers', members: [member.id, member.id] }
  const created = await api.request('createOrganizationTeam', { params, body })
  const { id: teamId, createdAt, ...shown } = created.data
  assert.equal(created.status, 201)
  const permissions = { admin: true, view: true }
  assert.deepEqual(shown, { object: 'team', title: 'Writers', members: 1, spaces: 0, permissions })
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
  assert.deepEqual(await recorded(server, id, created), [
    { type: 'team.created', actor: admin.id, teamId, title: 'Writers' },
    { type: 'team.member_set', actor: admin.id, teamId, userId: member.id, role: 'member' },
  ])

  const one = { params: { ...params, teamId } }
  const renamed = await api.request('updateTeamInOrganizationById', { ...one, body: { title: 'Editors' } })
  assert.deepEqual(renamed.data, { ...created.data, title: 'Editors' })
  assert.deepEqual(await api.getTeamInOrganizationById(one), renamed.data)
  assert.deepEqual(await recorded(server, id, renamed), [
    { type: 'team.renamed', actor: admin.id, teamId, before: 'Writers', after: 'Editors' },
  ])

  const deleted = await api.request('removeTeamFromOrganizationById', one)
  assert.equal(deleted.status, 204)
  assert.deepEqual(await recorded(server, id, deleted), [
    { type: 'team.deleted', actor: admin.id, teamId, title: 'Editors' },
  ])
  await assert.rejects(api.getTeamInOrganizationById(one), notFound)
})

test('what changes nothing is not on record: the same title, a team that is not there', async () => {
  const organization = await givenOrganization(server)
  const team = await givenTeam(server, organization)
  const api = server.as(organization.admin)
  const same = await api.request('updateTeamInOrganizationById', {
    ...at(organization, team),
    body: { title: 'Writers' },
  })
  assert.deepEqual(same.data, await api.getTeamInOrganizationById(at(organization, team)))
  assert.deepEqual(await recorded(server, organization.id, same), [])
  const absent = await api.request('removeTeamFromOrganizationById', at(organization, { id: newId() }))
  assert.equal(absent.status, 204)
  assert.deepEqual(await recorded(server, organization.id, absent), [])
})

test('a team is made of members of its organization, and of nobody else', async () => {
  const [organization, other] = [await givenOrganization(server), await givenOrganization(server)]
  const params = { organizationId: organization.id }
  const member = await givenMember(server, organization)
  for (const stranger of [other.admin.id, newId()]) {
    const body = { title: 'Mixed', members: [member.id, stranger] }
    const refused = server.as(organization.admin).createOrganizationTeam({ params, body })
    await assertRefused(server, organization.id, refused, 'invalid_request')
  }
  assert.deepEqual(await list(organization, organization.admin), [])
})

test('a title has 1 to 64 characters', async () => {
  const organization = await givenOrganization(server)
  const team = await givenTeam(server, organization)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  for (const title of ['', 'x'.repeat(65)]) {
    await assert.rejects(api.createOrganizationTeam({ params, body: { title } }), invalid)
    await assert.rejects(
      api.updateTeamInOrganizationById({ ...at(organization, team), body: { title } }),
      invalid,
    )
  }
  const untitled = api.updateTeamInOrganizationById({
    ...at(organization, team),
    body: {} as { title: string },
  })
  await assert.rejects(untitled, invalid)
  const { title } = await api.createOrganizationTeam({ params, body: { title: '😀'.repeat(64) } })
  assert.equal(title, '😀'.repeat(64))
})

test('only admins create and delete teams, and besides them only the owner renames', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const [owner, member] = [
    await givenMember(server, organization, null),
    await givenMember(server, organization),
  ]
  const team = await givenTeam(server, organization, 'Writers', {
    [owner.id]: 'owner',
    [member.id]: 'member',
  })
  const one = at(organization, team)
  const others = await Promise.all(
    roles.filter((role) => role !== 'admin').map((role) => givenMember(server, organization, role)),
  )
  for (const person of [owner, member, ...others]) {
    const api = server.as(person)
    const refusals = [
      () => api.createOrganizationTeam({ params, body: { title: 'Mine' } }),
      () => api.removeTeamFromOrganizationById(one),
      ...(person === owner
        ? []
        : [() => api.updateTeamInOrganizationById({ ...one, body: { title: 'Mine' } })]),
    ]
    for (const refused of refusals) await assertRefused(server, organization.id, refused(), 'forbidden')
    const shown = await api.getTeamInOrganizationById(one)
    assert.deepEqual(shown.permissions, { admin: person === owner, view: true })
  }
  const renamed = await server.as(owner).updateTeamInOrganizationById({ ...one, body: { title: 'Ours' } })
  assert.deepEqual([renamed.title, renamed.permissions.admin], ['Ours', true])
})

test('a guest sees the teams they are in, and only those', async () => {
  const organization = await givenOrganization(server)
  const [guest, other] = [
    await givenMember(server, organization, null),
    await givenMember(server, organization, null),
  ]
  const own = await givenTeam(server, organization, 'Own', { [guest.id]: 'member' })
  const hidden = await givenTeam(server, organization, 'Hidden', { [other.id]: 'owner' })
  const api = server.as(guest)
  const listed = await api.listTeamsInOrganizationById({ params: { organizationId: organization.id } })
  assert.deepEqual([listed.items.map(({ title }) => title), listed.count], [['Own'], 1])
  assert.deepEqual(await list(organization, guest, { owner: other.id }), [])
  assert.deepEqual(await list(organization, guest, { owner: organization.admin.id }), ['Own'])
  assert.equal((await api.getTeamInOrganizationById(at(organization, own))).title, 'Own')
  for (const team of [hidden, { id: newId() }]) {
    await assert.rejects(api.getTeamInOrganizationById(at(organization, team)), forbidden)
  }
  const reader = await givenMember(server, organization)
  assert.deepEqual(await list(organization, reader), ['Hidden', 'Own'])
})

test('the owner filter lists the teams that a member can manage', async () => {
  const organization = await givenOrganization(server)
  const [owner, member, deputy, disabled] = await Promise.all(
    (['read', null, 'admin', 'edit'] as const).map((role) => givenMember(server, organization, role)),
  )
  assert.ok(owner && member && deputy && disabled)
  await givenTeam(server, organization, 'A', { [owner.id]: 'owner', [member.id]: 'member' })
  await givenTeam(server, organization, 'B', { [member.id]: 'owner', [owner.id]: 'member' })
  await givenTeam(server, organization, 'C', { [disabled.id]: 'owner' })
  const managed = (person: { id: string }) => list(organization, organization.admin, { owner: person.id })
  assert.deepEqual(await managed(owner), ['A'])
  assert.deepEqual(await managed(member), ['B'])
  assert.deepEqual(await managed(deputy), ['A', 'B', 'C'], 'an admin manages all')
  assert.deepEqual(await managed(disabled), ['C'])
  assert.deepEqual(await managed(await givenUser(server)), [])
  for (const person of [disabled, deputy]) {
    const since = { disabled_at: new Date().toISOString() }
    await server.db.updateTable('members').set(since).where('user_id', '=', person.id).execute()
    assert.deepEqual(await managed(person), [], 'who is disabled manages nothing')
  }
})

test('the title filter finds a piece of the title, in any case, as it is written', async () => {
  const organization = await givenOrganization(server)
  for (const title of ['Écrivains', '100% Readers', 'snake_case', 'Back\\slash']) {
    await givenTeam(server, organization, title)
  }
  const found = (title: string) => list(organization, organization.admin, { title })
  assert.deepEqual(await found('READ'), ['100% Readers'])
  assert.deepEqual(await found('éCRI'), ['Écrivains'])
  assert.deepEqual(await found('%'), ['100% Readers'])
  assert.deepEqual(await found('_'), ['snake_case'])
  assert.deepEqual(await found('\\'), ['Back\\slash'])
  assert.deepEqual(await found('none'), [])
  assert.equal((await found('')).length, 4)
  await assert.rejects(found('x'.repeat(65)), invalid)
})

test('teams with one title are paged without loss, while others are created in between', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const titles = Array.from({ length: 30 }, (_, index) => (index % 2 ? 'Same' : '😀'.repeat(64)))
  const ids = await Promise.all(
    titles.map(async (title) => (await givenTeam(server, organization, title)).id),
  )
  const seen: string[] = []
  const api = server.as(organization.admin)
  for await (const { id } of each(api.listTeamsInOrganizationById, { params, query: { limit: 4 } })) {
    seen.push(id)
    if (seen.length % 10 === 0)
      for (const title of ['A', 'Same']) await givenTeam(server, organization, title)
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(
    ids.filter((id) => !seen.includes(id)),
    [],
  )
  const { count, items } = await api.listTeamsInOrganizationById({ params, query: { limit: 4 } })
  assert.deepEqual([items.length, count], [4, 30 + 2 * Math.floor(seen.length / 10)])
  await assert.rejects(api.listTeamsInOrganizationById({ params, query: { page: 'WyJhIl0' } }), invalid)
})

test('a team is reached only through its own organization', async () => {
  const [own, other] = [await givenOrganization(server), await givenOrganization(server)]
  const team = await givenTeam(server, other, 'Theirs')
  const api = server.as(own.admin)
  const crossed = at(own, team)
  await assert.rejects(api.getTeamInOrganizationById(crossed), notFound)
  await assertRefused(
    server,
    own.id,
    api.updateTeamInOrganizationById({ ...crossed, body: { title: 'Ours' } }),
    'not_found',
  )
  assert.equal((await api.request('removeTeamFromOrganizationById', crossed)).status, 204)
  await assert.rejects(api.getTeamInOrganizationById(at(other, team)), notFound)
  const shown = await server.as(other.admin).getTeamInOrganizationById(at(other, team))
  assert.deepEqual([shown.title, shown.id], ['Theirs', team.id])
})

test('what was granted to a team goes with it', async () => {
  const organization = await givenOrganization(server)
  const team = await givenTeam(server, organization)
  const [space, collection] = [
    await givenSpace(server, organization),
    await givenCollection(server, organization),
  ]
  const granted = { team_id: team.id, role: 'edit' } as const
  await server.db
    .insertInto('space_team_grants')
    .values({ space_id: space, ...granted })
    .execute()
  await server.db
    .insertInto('collection_team_grants')
    .values({ collection_id: collection, ...granted })
    .execute()
  await server.as(organization.admin).removeTeamFromOrganizationById(at(organization, team))
  for (const table of ['space_team_grants', 'collection_team_grants'] as const) {
    const left = await server.db.selectFrom(table).select('role').where('team_id', '=', team.id).execute()
    assert.deepEqual(left, [])
  }
})

test('of 50 renames at once with one ETag, one succeeds and 49 are told', async () => {
  const organization = await givenOrganization(server)
  const team = await givenTeam(server, organization)
  const api = server.as(organization.admin)
  const one = at(organization, team)
  const ifMatch = (await api.request('getTeamInOrganizationById', one)).headers.get('etag') ?? ''
  assert.equal((await api.request('getTeamInOrganizationById', one, { ifNoneMatch: ifMatch })).status, 304)
  const rename = (_: unknown, index: number) =>
    api.request('updateTeamInOrganizationById', { ...one, body: { title: `Title ${index}` } }, { ifMatch })
  const results = await Promise.allSettled(Array.from({ length: 50 }, rename))
  const [won, ...more] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  assert.equal(more.length, 0)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  assert.equal(refused.length, 49)
  for (const { status, reason } of refused) assert.deepEqual([status, reason], [412, 'precondition_failed'])
  const now = await api.request('getTeamInOrganizationById', one)
  assert.deepEqual(now.data, won?.data)
  assert.equal(now.headers.get('etag'), won?.headers.get('etag'))
  const stale = api.removeTeamFromOrganizationById(one, { ifMatch })
  await assertRefused(server, organization.id, stale, 'precondition_failed')
})

test('50 requests at once with one Idempotency-Key create one team', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  const create = (title = 'Once') =>
    api.request('createOrganizationTeam', { params, body: { title } }, { idempotencyKey: 'k' })
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => create()))
  for (const result of results) {
    if (result.status === 'fulfilled') assert.equal(result.value.status, 201)
    else assert.deepEqual([result.reason.status, result.reason.reason], [409, 'idempotency_key_in_use'])
  }
  const first = await create()
  for (const result of results) {
    if (result.status === 'fulfilled') assert.deepEqual(result.value.data, first.data)
  }
  assert.deepEqual(await list(organization, organization.admin), ['Once'])
  assert.deepEqual(await recorded(server, organization.id, first), [], 'a replay records nothing')
  await assert.rejects(create('Other'), { status: 422, reason: 'idempotency_key_reused' })
})

test('a team with somebody who leaves at the same moment is refused as if they had left before', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization)
  const params = { organizationId: organization.id }
  const body = { title: 'Late', members: [member.id] }
  const create = () => server.as(organization.admin).createOrganizationTeam({ params, body })
  assert.equal((await refusalWhileLeaving(server, organization, member, create)).reason, 'invalid_request')
  assert.deepEqual(await list(organization, organization.admin), [])
})

function at(organization: { readonly id: string }, team: { readonly id: string }) {
  return { params: { organizationId: organization.id, teamId: team.id } }
}

async function list({ id }: Organization, person: Person, query: { owner?: string; title?: string } = {}) {
  const { items } = await server
    .as(person)
    .listTeamsInOrganizationById({ params: { organizationId: id }, query })
  return items.map(({ title }) => title)
}
