import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPlace, ofSpace } from '../../../test/granting.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  type Organization,
  startServer,
} from '../../../test/harness.ts'
import { givenSpace, namedSpaces } from '../../../test/places.ts'

const server = await startServer()

test('the same grant fifty times at once is one grant, counted once and recorded once', async () => {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const member = await givenMember(server, organization)
  const team = await givenTeam(server, organization)
  const place = await givenPlace(server, organization, 'space')
  const body = { role: 'edit', users: [member.id], teams: [team.id] } as const
  await fiftyTimes(() => place.invite(admin, { ...body, users: [member.id], teams: [team.id] }))
  assert.deepEqual(await countsOf(organization, member.id, team.id), { member: 1, team: 1 })
  const events = await server.db
    .selectFrom('events')
    .select('body')
    .where('organization_id', '=', organization.id)
    .where('type', '=', 'permission.granted')
    .execute()
  assert.equal(events.length, 2)

  const revoked = await fiftyTimes(() => place.removeUser(admin, member.id))
  assert.equal(revoked.filter(({ status }) => status === 205).length, 1)
  await fiftyTimes(() => place.changeTeam(admin, team.id, { role: null }).catch(() => {}))
  assert.deepEqual(await countsOf(organization, member.id, team.id), { member: 0, team: 0 })
})

test('grants and revokes of many people and spaces at once are counted exactly', async () => {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const people = await Promise.all(Array.from({ length: 5 }, () => givenMember(server, organization)))
  const team = await givenTeam(server, organization)
  const places = await Promise.all(Array.from({ length: 4 }, () => givenPlace(server, organization, 'space')))
  const users = people.map(({ id }) => id)
  await fiftyTimes(async (n) => {
    const [place, userId] = [places[n % 4], users[n % 5]]
    assert.ok(place && userId)
    if (n % 3 === 0) await place.removeUser(admin, userId)
    else if (n % 3 === 1) await place.invite(admin, { role: 'read', users, teams: [team.id] })
    else await place.invite(admin, { role: n % 2 ? 'edit' : null, users: users.toReversed() })
  })
  for (const { id } of people) await assertExact(organization, id, team.id)
})

test('a space that is deleted while levels are given counts with nobody', async () => {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const people = await Promise.all(Array.from({ length: 6 }, () => givenMember(server, organization)))
  const team = await givenTeam(server, organization)
  for (let round = 0; round < 8; round++) {
    const spaceId = await givenSpace(server, organization)
    const place = ofSpace(server, spaceId)
    await place.invite(admin, { role: 'read', users: people.slice(0, 3).map(({ id }) => id) })
    await Promise.allSettled([
      ...people
        .slice(3)
        .map(({ id }) => place.invite(admin, { role: 'edit', users: [id], teams: [team.id] })),
      server.as(admin).deleteSpaceById({ params: { spaceId } }),
      ...people.slice(0, 3).map(({ id }) => place.removeUser(admin, id)),
    ])
    await assert.rejects(place.get(admin), { status: 404 })
    for (const { id } of people)
      assert.deepEqual(await countsOf(organization, id, team.id), { member: 0, team: 0 })
  }
})

test('a member who leaves while they are given levels keeps none', async () => {
  const organization = await givenOrganization(server)
  const { admin, id: organizationId } = organization
  for (let round = 0; round < 5; round++) {
    const member = await givenMember(server, organization)
    const places = [
      await givenPlace(server, organization, 'space'),
      await givenPlace(server, organization, 'collection'),
    ]
    await Promise.allSettled([
      ...places.map((place) => place.invite(admin, { role: 'edit', users: [member.id] })),
      server.as(admin).removeMemberFromOrganizationById({ params: { organizationId, userId: member.id } }),
      ...places.map((place) => place.invite(admin, { role: 'read', users: [member.id] })),
    ])
    for (const place of places) assert.deepEqual((await place.users(admin)).items, [])
  }
})

function fiftyTimes<T>(work: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: 50 }, (_, n) => work(n)))
}

async function countsOf({ id, admin }: Organization, userId: string, teamId: string) {
  const api = server.as(admin)
  const team = await api.getTeamInOrganizationById({ params: { organizationId: id, teamId } })
  return { member: await namedSpaces(server, { id }, userId), team: team.spaces }
}

async function assertExact(organization: Organization, userId: string, teamId: string) {
  const granted = await server.db
    .selectFrom('space_user_grants')
    .select('space_id')
    .where('user_id', '=', userId)
    .execute()
  const teamGranted = await server.db
    .selectFrom('space_team_grants')
    .select('space_id')
    .where('team_id', '=', teamId)
    .execute()
  const counts = await countsOf(organization, userId, teamId)
  assert.deepEqual(counts, { member: granted.length, team: teamGranted.length })
}
