import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Role, roles } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { givenPlace, kinds } from '../../../test/granting.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  givenUser,
  type Organization,
  startServer,
} from '../../../test/harness.ts'
import { namedSpaces } from '../../../test/places.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const invalid = { status: 400, reason: 'invalid_request' }

for (const kind of kinds) {
  test(`people and teams are given levels on a ${kind}, changed and taken away, all on record`, async () => {
    const organization = await givenOrganization(server)
    const { id, admin } = organization
    const member = await givenMember(server, organization)
    const team = await givenTeam(server, organization)
    const place = await givenPlace(server, organization, kind)
    const [toUser, toTeam] = [
      { actor: admin.id, ...place.named, userId: member.id },
      { actor: admin.id, ...place.named, teamId: team.id },
    ]

    const given = await place.invite(admin, {
      role: 'edit',
      users: [member.id, member.id],
      teams: [team.id, team.id],
    })
    assert.equal(given.status, 204)
    assert.deepEqual(await recorded(server, id, given), [
      { type: 'permission.granted', ...toUser, before: null, after: 'edit' },
      { type: 'permission.granted', ...toTeam, before: null, after: 'edit' },
    ])
    const [user] = (await place.users(admin)).items
    assert.deepEqual([user?.permission, user?.user.id, user?.user.object], ['edit', member.id, 'user'])
    const [listed] = (await place.teams(admin)).items
    const spaces = kind === 'space' ? 1 : 0
    assert.deepEqual(listed, { permission: 'edit', team: { ...team, spaces } })

    const changed = await place.changeUser(admin, member.id, { role: 'comment' })
    assert.equal(changed.status, 204)
    assert.deepEqual(await recorded(server, id, changed), [
      { type: 'permission.granted', ...toUser, before: 'edit', after: 'comment' },
    ])
    const raised = await place.changeTeam(admin, team.id, { role: 'admin' })
    assert.deepEqual(await recorded(server, id, raised), [
      { type: 'permission.granted', ...toTeam, before: 'edit', after: 'admin' },
    ])
    assert.deepEqual(
      [(await place.users(admin)).items[0]?.permission, (await place.teams(admin)).items[0]?.permission],
      ['comment', 'admin'],
    )

    const removed = await place.removeUser(admin, member.id)
    assert.equal(removed.status, 205)
    assert.deepEqual(await recorded(server, id, removed), [
      { type: 'permission.revoked', ...toUser, before: 'comment' },
    ])
    const emptied = await place.removeTeam(admin, team.id)
    assert.equal(emptied.status, 205)
    assert.deepEqual(await recorded(server, id, emptied), [
      { type: 'permission.revoked', ...toTeam, before: 'admin' },
    ])
    assert.deepEqual([(await place.users(admin)).count, (await place.teams(admin)).count], [0, 0])
  })

  test(`null takes away what was given on a ${kind}, and is no error where nothing was`, async () => {
    const organization = await givenOrganization(server)
    const { id, admin } = organization
    const [one, other, third] = [
      await givenMember(server, organization),
      await givenMember(server, organization),
      await givenMember(server, organization),
    ]
    const place = await givenPlace(server, organization, kind)
    await place.invite(admin, { role: 'edit', users: [one.id, other.id] })
    const invited = await place.invite(admin, { role: null, users: [one.id, third.id] })
    assert.deepEqual(await recorded(server, id, invited), [
      { type: 'permission.revoked', actor: admin.id, ...place.named, userId: one.id, before: 'edit' },
    ])
    const changed = await place.changeUser(admin, other.id, { role: null })
    assert.equal(changed.status, 204)
    assert.deepEqual(await recorded(server, id, changed), [
      { type: 'permission.revoked', actor: admin.id, ...place.named, userId: other.id, before: 'edit' },
    ])
    assert.equal((await place.users(admin)).count, 0)
  })

  test(`what changes nothing on a ${kind} is not on record`, async () => {
    const organization = await givenOrganization(server)
    const { id, admin } = organization
    const member = await givenMember(server, organization)
    const team = await givenTeam(server, organization)
    const place = await givenPlace(server, organization, kind)
    const grant = { role: 'edit' as const, users: [member.id], teams: [team.id] }
    await place.invite(admin, grant)
    const same = [
      await place.invite(admin, grant),
      await place.changeUser(admin, member.id, { role: 'edit' }),
      await place.changeUser(admin, member.id, {}),
      await place.changeTeam(admin, team.id, {}),
      await place.removeUser(admin, admin.id),
      await place.removeUser(admin, newId()),
      await place.removeTeam(admin, newId()),
    ]
    for (const answer of same) {
      assert.equal(answer.status, 204)
      assert.deepEqual(await recorded(server, id, answer), [])
    }
    assert.deepEqual([(await place.users(admin)).count, (await place.teams(admin)).count], [1, 1])
  })

  test(`strangers are given nothing on a ${kind}, nor is anybody named beside them`, async () => {
    const [organization, elsewhere] = [await givenOrganization(server), await givenOrganization(server)]
    const { id, admin } = organization
    const member = await givenMember(server, organization)
    const [team, foreign] = [await givenTeam(server, organization), await givenTeam(server, elsewhere)]
    const place = await givenPlace(server, organization, kind)
    const users = [member.id]
    for (const stranger of [elsewhere.admin.id, newId()]) {
      const refused = place.invite(admin, { role: 'edit', users: [member.id, stranger], teams: [team.id] })
      await assertRefused(server, id, refused, 'not_found')
      await assertRefused(server, id, place.changeUser(admin, stranger, { role: 'edit' }), 'not_found')
    }
    for (const stranger of [foreign.id, newId()]) {
      const refused = place.invite(admin, { role: 'edit', users, teams: [team.id, stranger] })
      await assertRefused(server, id, refused, 'not_found')
      await assertRefused(server, id, place.changeTeam(admin, stranger, { role: 'edit' }), 'not_found')
    }
    assert.deepEqual([(await place.users(admin)).count, (await place.teams(admin)).count], [0, 0])
    assert.equal(await namedSpaces(server, { id }, member.id), 0)
  })

  test(`a change names somebody who was given a level on the ${kind}`, async () => {
    const organization = await givenOrganization(server)
    const { id, admin } = organization
    const member = await givenMember(server, organization)
    const team = await givenTeam(server, organization)
    const place = await givenPlace(server, organization, kind)
    for (const role of ['read', null, undefined] as const) {
      const body = role === undefined ? {} : { role }
      await assertRefused(server, id, place.changeUser(admin, member.id, body), 'not_found')
      await assertRefused(server, id, place.changeTeam(admin, team.id, body), 'not_found')
    }
  })

  test(`a grant on a ${kind} names a role and somebody, a hundred of each at most`, async () => {
    const organization = await givenOrganization(server)
    const { admin } = organization
    const place = await givenPlace(server, organization, kind)
    const many = Array.from({ length: 101 }, () => newId())
    const bodies = [
      {},
      { role: 'edit' },
      { users: [admin.id] },
      { role: 'owner', users: [admin.id] },
      { role: 'edit', users: [] },
      { role: 'edit', users: [admin.id], teams: [] },
      { role: 'edit', users: many },
      { role: 'edit', teams: many },
    ]
    for (const body of bodies)
      await assert.rejects(place.invite(admin, body as never), invalid, JSON.stringify(body))
    await assert.rejects(place.people(admin, { role: 'guest' as Role }), invalid)
  })

  test(`the people and teams of a ${kind} are listed page by page`, async () => {
    const organization = await givenOrganization(server)
    const { admin } = organization
    const people = await Promise.all(Array.from({ length: 5 }, () => givenMember(server, organization)))
    const teams = await Promise.all(Array.from({ length: 5 }, () => givenTeam(server, organization)))
    const place = await givenPlace(server, organization, kind, { defaultLevel: null })
    const userIds = people.map(({ id }) => id).toSorted()
    const teamIds = teams.map(({ id }) => id).toSorted()
    await place.invite(admin, { role: 'edit', users: userIds, teams: teamIds })
    const everybody = [...userIds, admin.id].toSorted()
    assert.deepEqual(await paged((query) => place.users(admin, query), 5), userIds)
    assert.deepEqual(await paged((query) => place.people(admin, query), 6), everybody)
    assert.deepEqual(await paged((query) => place.teams(admin, query), 5), teamIds)
    assert.deepEqual(await paged((query) => place.people(admin, { ...query, role: 'edit' }), 5), userIds)
    await assert.rejects(place.users(admin, { page: 'elsewhere' }), invalid)
  })

  test(`everybody who can reach a ${kind} is listed with the level that results`, async () => {
    const organization = await givenOrganization(server)
    const { admin } = organization
    const members = await Promise.all(roles.map((role) => givenMember(server, organization, role)))
    const [guest, invited, inTeam, disabled] = await Promise.all([
      givenMember(server, organization, null),
      givenMember(server, organization, null),
      givenMember(server, organization, null),
      givenMember(server, organization, 'admin'),
    ])
    await disable(organization, disabled.id)
    const team = await givenTeam(server, organization, 'Writers', { [inTeam.id]: 'member' })
    const place = await givenPlace(server, organization, kind)
    await place.invite(admin, { role: 'review', users: [invited.id, disabled.id] })
    await place.invite(admin, { role: 'comment', teams: [team.id] })
    const expected = new Map<string, Role>([
      [admin.id, 'admin'],
      ...members.map((member, index) => [member.id, roles[index] ?? 'read'] as const),
      [invited.id, 'review'],
      [inTeam.id, 'comment'],
    ])
    const listed = await place.people(admin)
    assert.deepEqual(new Map(listed.items.map((one) => [one.user.id, one.permission])), expected)
    assert.equal(listed.count, expected.size)
    assert.ok(!expected.has(guest.id))
    for (const role of roles) {
      const some = await place.people(admin, { role })
      const ids = [...expected].filter(([, level]) => level === role).map(([userId]) => userId)
      assert.deepEqual([some.items.map((one) => one.user.id), some.count], [ids.toSorted(), ids.length])
    }
    // The others are listed with the level they were given, whatever level results from it.
    assert.deepEqual(
      (await place.users(admin)).items.map((one) => one.user.id),
      [invited.id, disabled.id].toSorted(),
    )
  })

  test(`a grant by name lowers and raises on a ${kind}, at the next request`, async () => {
    const organization = await givenOrganization(server)
    const { admin } = organization
    const [reader, creator] = [
      await givenMember(server, organization, 'read'),
      await givenMember(server, organization, 'create'),
    ]
    const place = await givenPlace(server, organization, kind)
    await assert.rejects(place.rename(reader), forbidden)
    await place.invite(admin, { role: 'admin', users: [reader.id, creator.id] })
    await place.rename(reader)
    await place.rename(creator)
    await place.changeUser(admin, creator.id, { role: 'read' })
    await assert.rejects(place.rename(creator), forbidden)
    await place.removeUser(admin, reader.id)
    await assert.rejects(place.rename(reader), forbidden)
    assert.equal((await place.get(reader)).permissions.admin, false)
  })

  test(`of several teams the highest level on a ${kind} counts, and a grant by name beats them`, async () => {
    const organization = await givenOrganization(server)
    const { admin, id: organizationId } = organization
    const guest = await givenMember(server, organization, null)
    const people = { [guest.id]: 'member' } as const
    const [low, high, other] = [
      await givenTeam(server, organization, 'Low', people),
      await givenTeam(server, organization, 'High', people),
      await givenTeam(server, organization, 'Other'),
    ]
    const place = await givenPlace(server, organization, kind, { defaultLevel: 'admin' })
    await place.invite(admin, { role: 'admin', teams: [other.id] })
    await assert.rejects(place.get(guest), notFound)
    await place.invite(admin, { role: 'comment', teams: [low.id] })
    assert.equal(await levelOf(guest.id), 'comment')
    await place.invite(admin, { role: 'create', teams: [high.id] })
    assert.equal(await levelOf(guest.id), 'create')
    await place.invite(admin, { role: 'read', users: [guest.id] })
    assert.equal(await levelOf(guest.id), 'read')
    await place.removeUser(admin, guest.id)
    const params = { organizationId, teamId: high.id, userId: guest.id }
    await server.as(admin).deleteMemberFromOrganizationTeamById({ params })
    assert.equal(await levelOf(guest.id), 'comment')
    await place.removeTeam(admin, low.id)
    await assert.rejects(place.get(guest), notFound)

    async function levelOf(userId: string) {
      return (await place.people(admin)).items.find((one) => one.user.id === userId)?.permission
    }
  })

  test(`everybody can leave a ${kind} by themselves, and take nobody along`, async () => {
    const organization = await givenOrganization(server)
    const { id, admin } = organization
    const [guest, other] = [
      await givenMember(server, organization, null),
      await givenMember(server, organization, null),
    ]
    const place = await givenPlace(server, organization, kind)
    await place.invite(admin, { role: 'create', users: [guest.id, other.id] })
    await assertRefused(server, id, place.removeUser(guest, other.id), 'forbidden')
    const left = await place.removeUser(guest, guest.id)
    assert.equal(left.status, 205)
    const event = { actor: guest.id, ...place.named, userId: guest.id, before: 'create' }
    assert.deepEqual(await recorded(server, id, left), [{ type: 'permission.revoked', ...event }])
    await assert.rejects(place.get(guest), notFound)
    assert.equal((await place.users(admin)).count, 1)
    const stranger = await givenUser(server)
    await assertRefused(server, id, place.removeUser(stranger, stranger.id), 'not_found')
  })

  test(`an admin of one ${kind} gives levels there, and on no other`, async () => {
    const organization = await givenOrganization(server)
    const { id, admin } = organization
    const [keeper, member] = [
      await givenMember(server, organization, null),
      await givenMember(server, organization),
    ]
    const team = await givenTeam(server, organization)
    const [own, other, hidden] = [
      await givenPlace(server, organization, kind),
      await givenPlace(server, organization, kind),
      await givenPlace(server, organization, kind),
    ]
    await own.invite(admin, { role: 'admin', users: [keeper.id] })
    await other.invite(admin, { role: 'create', users: [keeper.id, member.id], teams: [team.id] })
    await hidden.invite(admin, { role: 'edit', users: [member.id] })

    await own.invite(keeper, { role: 'admin', users: [member.id], teams: [team.id] })
    await own.changeUser(keeper, member.id, { role: 'read' })
    await own.changeTeam(keeper, team.id, { role: 'read' })
    const [listed] = (await own.teams(keeper)).items
    assert.equal(listed?.team.permissions.admin, false)
    assert.ok((await own.people(keeper)).items.some((one) => one.user.id === member.id))

    for (const [place, reason] of [[other, 'forbidden'] as const, [hidden, 'not_found'] as const]) {
      const refused = [
        () => place.invite(keeper, { role: 'read', users: [keeper.id] }),
        () => place.changeUser(keeper, member.id, { role: 'read' }),
        () => place.changeTeam(keeper, team.id, { role: 'read' }),
        () => place.removeUser(keeper, member.id),
        () => place.removeTeam(keeper, team.id),
        () => place.users(keeper),
        () => place.teams(keeper),
        () => place.people(keeper),
      ]
      for (const request of refused) await assertRefused(server, id, request(), reason)
    }
    await own.removeUser(keeper, keeper.id)
    await assert.rejects(own.users(keeper), notFound)
  })

  test(`whoever leaves the organization, and a team that ends, keep no level on a ${kind}`, async () => {
    const organization = await givenOrganization(server)
    const { id: organizationId, admin } = organization
    const [member, guest] = [
      await givenMember(server, organization),
      await givenMember(server, organization, null),
    ]
    const team = await givenTeam(server, organization, 'Writers', { [guest.id]: 'member' })
    const [place, other] = [
      await givenPlace(server, organization, kind),
      await givenPlace(server, organization, kind),
    ]
    const api = server.as(admin)
    for (const one of [place, other])
      await one.invite(admin, { role: 'edit', users: [member.id], teams: [team.id] })
    const spaces = kind === 'space' ? 2 : 0
    const [inTeam, named] = [
      { params: { organizationId, teamId: team.id } },
      { params: { organizationId, userId: member.id } },
    ]
    assert.equal((await api.getTeamInOrganizationById(inTeam)).spaces, spaces)
    assert.equal(await namedSpaces(server, organization, member.id), spaces)
    await place.get(guest)
    await api.removeTeamFromOrganizationById(inTeam)
    await assert.rejects(place.get(guest), notFound)
    assert.equal((await place.teams(admin)).count, 0)

    await api.removeMemberFromOrganizationById(named)
    assert.equal((await place.users(admin)).count, 0)
    await assert.rejects(place.get(member), notFound)
    const row = { organization_id: organizationId, user_id: member.id, role: null }
    await server.db
      .insertInto('members')
      .values({ ...row, joined_at: new Date().toISOString() })
      .execute()
    await assert.rejects(place.get(member), notFound)
    assert.equal(await namedSpaces(server, organization, member.id), 0)
  })
}

/** The IDs of a list, read two at a time. Every page must have the same count. */
async function paged(list: (query: { page?: string; limit: number }) => Promise<Page>, count: number) {
  const ids: string[] = []
  let page: string | undefined
  do {
    const answer: Page = await list({ limit: 2, ...(page !== undefined && { page }) })
    assert.ok(answer.items.length <= 2)
    assert.equal(answer.count, count)
    ids.push(...answer.items.map((one) => ('user' in one ? one.user.id : one.team.id)))
    page = answer.next?.page
  } while (page !== undefined)
  return ids
}

interface Page {
  readonly items: readonly ({ readonly user: Named } | { readonly team: Named })[]
  readonly count?: number
  readonly next?: { readonly page: string }
}

interface Named {
  readonly id: string
}

async function disable({ id }: Organization, userId: string) {
  await server.db
    .updateTable('members')
    .set({ disabled_at: new Date().toISOString() })
    .where('organization_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}
