import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '@stemma/contract'
import { givenMember, givenOrganization, givenTeam, startServer } from '../harness.ts'
import { givenCollection, givenSpace, grantCollection, grantSpace } from '../places.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('spec 231: the number of spaces of a member is that of the list of their spaces', async () => {
  const organization = await givenOrganization(server)
  const { id: organizationId, admin } = organization
  const roles: readonly (Role | null)[] = ['read', 'read', 'edit', 'create', null, null, null]
  const people = [admin]
  for (const role of roles) people.push(await givenMember(server, organization, role))
  const [, reader, , , creator, named, inTeam, nobody] = people.map(({ id }) => id)
  const team = await givenTeam(server, organization, 'Writers', { [inTeam ?? '']: 'member' })
  const collection = await givenCollection(server, organization, { defaultLevel: null })
  await givenSpace(server, organization)
  await givenSpace(server, organization, { parent: collection })
  const hidden = await givenSpace(server, organization, { defaultLevel: null })
  const given = await givenSpace(server, organization, { defaultLevel: null })
  await grantCollection(server, collection, reader ?? '', 'read')
  await grantSpace(server, hidden, creator ?? '', 'admin')
  const api = server.as(admin)
  const spaceId = { params: { spaceId: given } }
  await api.inviteToSpace({ ...spaceId, body: { role: 'read', users: [named ?? ''], teams: [team.id] } })
  await server.db
    .updateTable('members')
    .set({ spaces: 1 })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', creator ?? '')
    .execute()

  const { items } = await api.listMembersInOrganizationById({ params: { organizationId } })
  assert.equal(items.length, people.length)
  for (const { id: userId, spaces } of items) {
    const params = { organizationId, userId }
    const { count } = await api.listSpacesForOrganizationMember({ params })
    const member = await api.getMemberInOrganizationById({ params })
    assert.deepEqual([spaces, member.spaces], [count, count])
  }
  const byId = new Map(items.map(({ id, spaces }) => [id, spaces]))
  const counts = [admin.id, reader, named, inTeam, nobody].map((id) => byId.get(id ?? ''))
  assert.deepEqual(counts, [4, 2, 1, 1, 0])
  const ofTeam = { organizationId, teamId: team.id }
  const { items: inside } = await api.listTeamMembersInOrganizationById({ params: ofTeam })
  assert.deepEqual(
    inside.map(({ organization: { id, spaces } }) => [id, spaces]),
    [[inTeam, 1]],
  )
})
