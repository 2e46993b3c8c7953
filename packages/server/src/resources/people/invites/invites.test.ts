import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { type Role, roles } from '@stemma/contract'
import { newId, newKey } from '../../../common/ids.ts'
import { givenVerifiedDomain } from '../../../test/domains.ts'
import {
  givenMember,
  givenOrganization,
  givenToken,
  givenUser,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import {
  collectionGrant,
  givenCollection,
  givenSpace,
  grantCollection,
  grantSpace,
  spaceGrant,
} from '../../../test/places.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const invalid = { status: 400, reason: 'invalid_request' }

test('a link to the organization gives whoever follows it its role', async () => {
  const organization = await givenOrganization(server)
  const { id, admin } = organization
  const params = { organizationId: id }
  const created = await server
    .as(admin)
    .request('createOrganizationInvite', { params, body: { role: 'edit' } })
  const inviteId = created.data.id
  assert.equal(created.status, 201)
  assert.deepEqual(created.data, { object: 'invite', id: inviteId, role: 'edit', redundant: true })
  assert.ok(created.headers.get('location')?.endsWith(`/v1/orgs/${id}/link-invites/${inviteId}`))
  assert.deepEqual(await recorded(server, id, created), [
    { type: 'invite.created', actor: admin.id, inviteId, gives: { role: 'edit' } },
  ])

  const person = await givenUser(server)
  const api = server.as(person)
  const one = { params: { ...params, inviteId } }
  assert.deepEqual(await api.getOrganizationInviteLink(one), { ...created.data, redundant: false })
  const joined = await api.request('joinOrganizationWithInvite', one)
  assert.deepEqual([joined.status, joined.data], [200, {}])
  assert.equal(await roleOf(organization, person), 'edit')
  assert.deepEqual(await recorded(server, id, joined), [
    { type: 'member.added', actor: person.id, userId: person.id, role: 'edit', by: 'invite link' },
  ])
  assert.equal((await api.getOrganizationInviteLink(one)).redundant, true)
  const again = await api.request('joinOrganizationWithInvite', one)
  assert.deepEqual(await recorded(server, id, again), [], 'joining twice is fine, and is joining once')
})

test('a link to a space makes a guest with a level there', async () => {
  const organization = await givenOrganization(server)
  const space = await givenSpace(server, organization)
  const invite = await givenInvite(organization, { level: 'comment', space })
  assert.deepEqual(invite, { object: 'invite', id: invite.id, level: 'comment', redundant: true, space })
  const person = await givenUser(server)
  const api = server.as(person)
  const one = at(organization, invite)
  assert.equal((await api.getOrganizationInviteLink(one)).redundant, false)
  const joined = await api.request('joinOrganizationWithInvite', one)
  const member = await api.getMemberInOrganizationById({
    params: { organizationId: organization.id, userId: person.id },
  })
  assert.deepEqual([member.role, member.spaces], [null, 1])
  assert.equal(await spaceGrant(server, space, person.id), 'comment')
  const common = { actor: person.id, userId: person.id }
  assert.deepEqual(await recorded(server, organization.id, joined), [
    { type: 'member.added', ...common, role: null, by: 'invite link' },
    { type: 'permission.granted', ...common, spaceId: space, before: null, after: 'comment' },
  ])
  assert.equal((await api.getOrganizationInviteLink(one)).redundant, true)
  assert.deepEqual(
    await recorded(server, organization.id, await api.request('joinOrganizationWithInvite', one)),
    [],
  )
})

test('a link to a collection makes a guest with a level there and inside', async () => {
  const organization = await givenOrganization(server)
  const collection = await givenCollection(server, organization)
  const inside = await givenSpace(server, organization, { parent: collection })
  const invite = await givenInvite(organization, { level: 'edit', collection })
  const person = await givenUser(server)
  const api = server.as(person)
  const joined = await api.request('joinOrganizationWithInvite', at(organization, invite))
  assert.equal(await collectionGrant(server, collection, person.id), 'edit')
  const common = { actor: person.id, userId: person.id }
  assert.deepEqual(await recorded(server, organization.id, joined), [
    { type: 'member.added', ...common, role: null, by: 'invite link' },
    { type: 'permission.granted', ...common, collectionId: collection, before: null, after: 'edit' },
  ])
  const further = await givenInvite(organization, { level: 'comment', space: inside })
  assert.equal((await api.getOrganizationInviteLink(at(organization, further))).redundant, true)
})

test('nobody loses a right by a link', async () => {
  const organization = await givenOrganization(server)
  const [space, collection] = [
    await givenSpace(server, organization),
    await givenCollection(server, organization),
  ]
  const links = [
    await givenInvite(organization, { role: 'comment' }),
    await givenInvite(organization, { role: null }),
    await givenInvite(organization, { level: 'comment', space }),
    await givenInvite(organization, { level: 'comment', collection }),
  ]
  for (const role of roles.filter((one) => one !== 'read')) {
    const member = await givenMember(server, organization, role)
    for (const link of links) {
      assert.equal(
        (await server.as(member).getOrganizationInviteLink(at(organization, link))).redundant,
        true,
      )
      const joined = await server.as(member).request('joinOrganizationWithInvite', at(organization, link))
      assert.deepEqual(await recorded(server, organization.id, joined), [])
    }
    assert.equal(await roleOf(organization, member), role)
    assert.equal(await spaceGrant(server, space, member.id), undefined)
    assert.equal(await collectionGrant(server, collection, member.id), undefined)
  }
  const guest = await givenMember(server, organization, null)
  await grantSpace(server, space, guest.id, 'admin')
  await grantCollection(server, collection, guest.id, 'admin')
  for (const link of links.slice(2)) await server.as(guest).joinOrganizationWithInvite(at(organization, link))
  assert.equal(await spaceGrant(server, space, guest.id), 'admin')
  assert.equal(await collectionGrant(server, collection, guest.id), 'admin')
})

test('a link raises whoever has less', async () => {
  const organization = await givenOrganization(server)
  const [space, collection] = [
    await givenSpace(server, organization, { defaultLevel: 'read' }),
    await givenCollection(server, organization, { defaultLevel: null }),
  ]
  const member = await givenMember(server, organization, 'edit')
  const guest = await givenMember(server, organization, null)
  await grantSpace(server, space, guest.id, 'read')
  const follow = async (person: Person, gives: Gives) => {
    const invite = await givenInvite(organization, gives)
    assert.equal(
      (await server.as(person).getOrganizationInviteLink(at(organization, invite))).redundant,
      false,
    )
    return recorded(
      server,
      organization.id,
      await server.as(person).request('joinOrganizationWithInvite', at(organization, invite)),
    )
  }
  for (const person of [member, guest]) {
    assert.deepEqual(await follow(person, { level: 'comment', space }), [
      {
        type: 'permission.granted',
        actor: person.id,
        userId: person.id,
        spaceId: space,
        before: person === guest ? 'read' : null,
        after: 'comment',
      },
    ])
    assert.equal(await spaceGrant(server, space, person.id), 'comment')
    await follow(person, { level: 'comment', collection })
    assert.equal(await collectionGrant(server, collection, person.id), 'comment')
  }
  assert.deepEqual(await follow(guest, { role: 'read' }), [
    { type: 'member.role_changed', actor: guest.id, userId: guest.id, before: null, after: 'read' },
  ])
  assert.deepEqual(await follow(member, { role: 'review' }), [
    { type: 'member.role_changed', actor: member.id, userId: member.id, before: 'edit', after: 'review' },
  ])
})

test('a link leads only to places of its own organization that are there', async () => {
  const [organization, other] = [await givenOrganization(server), await givenOrganization(server)]
  const [space, collection] = [await givenSpace(server, other), await givenCollection(server, other)]
  const deleted = await givenSpace(server, organization)
  await deleteSpace(deleted)
  const params = { organizationId: organization.id }
  const create = (body: Gives) => server.as(organization.admin).createOrganizationInvite({ params, body })
  for (const id of [space, deleted, newId()]) {
    await assertRefused(server, organization.id, create({ level: 'read', space: id }), 'not_found')
  }
  for (const id of [collection, newId()]) {
    await assertRefused(server, organization.id, create({ level: 'read', collection: id }), 'not_found')
  }
  const own = await givenSpace(server, organization)
  for (const body of [
    {},
    { level: 'read' },
    { role: 'read', space: own },
    { level: 'owner', space: own },
    { role: 'owner' },
  ]) {
    await assert.rejects(create(body as Gives), invalid, JSON.stringify(body))
  }
})

test('a link to a place that is gone, or is now of another organization, lets nobody in', async () => {
  const [organization, other] = [await givenOrganization(server), await givenOrganization(server)]
  const [space, moved] = [await givenSpace(server, organization), await givenSpace(server, organization)]
  const [collection, taken] = [
    await givenCollection(server, organization),
    await givenCollection(server, organization),
  ]
  const links = await Promise.all([
    ...[space, moved].map((id) => givenInvite(organization, { level: 'edit', space: id })),
    ...[collection, taken].map((id) => givenInvite(organization, { level: 'edit', collection: id })),
  ])
  await deleteSpace(space)
  await server.db.deleteFrom('collections').where('id', '=', collection).execute()
  const elsewhere = { organization_id: other.id }
  await server.db.updateTable('spaces').set(elsewhere).where('id', '=', moved).execute()
  await server.db.updateTable('collections').set(elsewhere).where('id', '=', taken).execute()
  for (const person of [await givenUser(server), other.admin]) {
    for (const link of links) {
      const joining = server.as(person).joinOrganizationWithInvite(at(organization, link))
      await assertRefused(server, organization.id, joining, 'not_found')
    }
    assert.equal(await roleOf(organization, person), undefined)
    assert.equal(await spaceGrant(server, moved, person.id), undefined)
    assert.equal(await collectionGrant(server, taken, person.id), undefined)
  }
})

test('switched-off links are not there, except for admins', async () => {
  const organization = await givenOrganization(server)
  const invite = await givenInvite(organization, { role: 'read' })
  const one = at(organization, invite)
  const params = { organizationId: organization.id }
  const turn = (inviteLinks: boolean) =>
    server.as(organization.admin).updateOrganizationById({ params, body: { inviteLinks } })
  const stranger = await givenUser(server)
  const guest = await givenMember(server, organization, null)
  await turn(false)
  for (const person of [stranger, guest]) {
    await assert.rejects(server.as(person).getOrganizationInviteLink(one), notFound)
    await assertRefused(
      server,
      organization.id,
      server.as(person).joinOrganizationWithInvite(one),
      'not_found',
    )
  }
  assert.deepEqual(await server.as(organization.admin).getOrganizationInviteLink(one), invite)
  assert.equal((await server.as(organization.admin).listOrganizationInviteLinks({ params })).count, 1)
  await turn(true)
  await server.as(stranger).joinOrganizationWithInvite(one)
  assert.equal(await roleOf(organization, stranger), 'read')
})

test('a link works under its own organization only, and nothing else opens one', async () => {
  const [organization, other] = [await givenOrganization(server), await givenOrganization(server)]
  const invite = await givenInvite(organization, { role: 'admin' })
  const person = server.as(await givenUser(server))
  for (const one of [at(other, invite), at(organization, { id: newKey() }), at({ id: newId() }, invite)]) {
    await assert.rejects(person.getOrganizationInviteLink(one), notFound)
    await assertRefused(
      server,
      one.params.organizationId,
      person.joinOrganizationWithInvite(one),
      'not_found',
    )
  }
  const api = server.as(other.admin)
  await assert.rejects(
    api.updateOrganizationInviteById({ ...at(other, invite), body: { role: 'read' } }),
    notFound,
  )
  assert.equal((await api.request('deleteOrganizationInviteById', at(other, invite))).status, 204)
  assert.equal((await person.getOrganizationInviteLink(at(organization, invite))).role, 'admin')
})

test('a disabled member does not come back by a link or a domain', async () => {
  const organization = await givenOrganization(server)
  const { id } = organization
  const member = await givenMember(server, organization, 'edit')
  const params = { organizationId: id }
  await server
    .as(organization.admin)
    .updateOrganizationById({ params, body: { emailDomains: ['example.com'] } })
  await givenVerifiedDomain(server, id, 'example.com')
  const links = [
    await givenInvite(organization, { role: 'read' }),
    await givenInvite(organization, { level: 'read', space: await givenSpace(server, organization) }),
  ]
  const disabled = { disabled_at: new Date().toISOString() }
  await server.db.updateTable('members').set(disabled).where('user_id', '=', member.id).execute()
  const api = server.as(member)
  for (const link of links) {
    await assertRefused(server, id, api.joinOrganizationWithInvite(at(organization, link)), 'forbidden')
    assert.equal((await api.getOrganizationInviteLink(at(organization, link))).redundant, false)
  }
  await assertRefused(server, id, api.joinOrganization({ params }), 'forbidden')
  const invited = await server
    .as(organization.admin)
    .inviteUsersToOrganization({ params, body: { emails: [member.email] } })
  assert.deepEqual(invited, { users: [member.id], invited: 0 })
  await assert.rejects(api.getOrganizationById({ params }), notFound)
})

test('a bound token carries nobody into another organization', async () => {
  const [home, other] = [await givenOrganization(server), await givenOrganization(server)]
  const invite = await givenInvite(other, { role: 'read' })
  await server.as(other.admin).updateOrganizationById({
    params: { organizationId: other.id },
    body: { emailDomains: ['example.com'] },
  })
  const bound = server.as(await givenToken(server, home.admin.id, { organizationId: home.id }))
  await assertRefused(server, other.id, bound.joinOrganizationWithInvite(at(other, invite)), 'forbidden')
  await assertRefused(
    server,
    other.id,
    bound.joinOrganization({ params: { organizationId: other.id } }),
    'forbidden',
  )
})

test('who joins many times at once joins once', async () => {
  const organization = await givenOrganization(server)
  const space = await givenSpace(server, organization)
  for (const gives of [{ role: 'edit' }, { level: 'edit', space }] as const) {
    const invite = await givenInvite(organization, gives)
    const person = await givenUser(server)
    const join = () => server.as(person).request('joinOrganizationWithInvite', at(organization, invite))
    const answers = await Promise.all(Array.from({ length: 10 }, join))
    const events = (
      await Promise.all(answers.map((answer) => recorded(server, organization.id, answer)))
    ).flat()
    assert.equal(events.filter(({ type }) => type === 'member.added').length, 1)
    assert.equal(events.length, 'role' in gives ? 1 : 2)
  }
})

test('who follows a lower and a higher link at once gets the higher role', async () => {
  const organization = await givenOrganization(server)
  const links = await Promise.all(
    (['read', 'create'] as const).map((role) => givenInvite(organization, { role })),
  )
  for (let round = 0; round < 5; round++) {
    const person = await givenUser(server)
    await Promise.all(
      links.map((link) => server.as(person).joinOrganizationWithInvite(at(organization, link))),
    )
    assert.equal(await roleOf(organization, person), 'create')
  }
})

test('an admin lists, changes and deletes links, and each is on record', async () => {
  const organization = await givenOrganization(server)
  const { id, admin } = organization
  const api = server.as(admin)
  const space = await givenSpace(server, organization)
  const [toAll, toSpace] = [
    await givenInvite(organization, { role: 'read' }),
    await givenInvite(organization, { level: null, space }),
  ]
  const listed = []
  for await (const invite of each(api.listOrganizationInviteLinks, {
    params: { organizationId: id },
    query: { limit: 1 },
  })) {
    listed.push(invite)
  }
  assert.deepEqual(
    listed,
    [toAll, toSpace].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )

  const changed = await api.request('updateOrganizationInviteById', {
    ...at(organization, toAll),
    body: { role: null },
  })
  assert.deepEqual(changed.data, { ...toAll, role: null })
  assert.deepEqual(await api.getOrganizationInviteLink(at(organization, toAll)), changed.data)
  assert.deepEqual(await recorded(server, id, changed), [
    { type: 'invite.updated', actor: admin.id, inviteId: toAll.id, gives: { role: null } },
  ])
  const raised = await api.request('updateOrganizationInviteById', {
    ...at(organization, toSpace),
    body: { level: 'edit' },
  })
  assert.deepEqual(raised.data, { ...toSpace, level: 'edit' })
  assert.deepEqual(await recorded(server, id, raised), [
    { type: 'invite.updated', actor: admin.id, inviteId: toSpace.id, gives: { role: 'edit', space } },
  ])

  const deleted = await api.request('deleteOrganizationInviteById', at(organization, toAll))
  const again = await api.request('deleteOrganizationInviteById', at(organization, toAll))
  assert.deepEqual([deleted.status, again.status], [205, 204])
  assert.deepEqual(await recorded(server, id, deleted), [
    { type: 'invite.deleted', actor: admin.id, inviteId: toAll.id },
  ])
  assert.deepEqual(await recorded(server, id, again), [])
  await assert.rejects(
    server.as(await givenUser(server)).joinOrganizationWithInvite(at(organization, toAll)),
    notFound,
  )
})

test('a link to the organization has a role and no level, one to a place a level and no role', async () => {
  const organization = await givenOrganization(server)
  const space = await givenSpace(server, organization)
  const [toAll, toSpace] = [
    await givenInvite(organization, { role: 'read' }),
    await givenInvite(organization, { level: 'read', space }),
  ]
  const change = (invite: { id: string }, body: object) =>
    server
      .as(organization.admin)
      .updateOrganizationInviteById({ ...at(organization, invite), body: body as { role: Role } })
  await assertRefused(server, organization.id, change(toAll, { level: 'edit' }), 'invalid_request')
  await assertRefused(server, organization.id, change(toSpace, { role: 'edit' }), 'invalid_request')
  for (const body of [{}, { role: 'edit', level: 'edit' }, { role: 'owner' }, { role: 'edit', space }]) {
    await assertRefused(server, organization.id, change(toAll, body), 'invalid_request')
  }
  await assertRefused(server, organization.id, change({ id: newKey() }, { role: 'edit' }), 'not_found')
})

test('a link that changed since it was read is not overwritten', async () => {
  const organization = await givenOrganization(server)
  const one = at(organization, await givenInvite(organization, { role: 'read' }))
  const api = server.as(organization.admin)
  const ifMatch = (await api.request('getOrganizationInviteLink', one)).headers.get('etag') ?? ''
  const changed = await api.request(
    'updateOrganizationInviteById',
    { ...one, body: { role: 'edit' } },
    { ifMatch },
  )
  const stale = api.updateOrganizationInviteById({ ...one, body: { role: 'admin' } }, { ifMatch })
  await assertRefused(server, organization.id, stale, 'precondition_failed')
  await assertRefused(
    server,
    organization.id,
    api.deleteOrganizationInviteById(one, { ifMatch }),
    'precondition_failed',
  )
  const now = await api.request('getOrganizationInviteLink', one)
  assert.equal(now.headers.get('etag'), changed.headers.get('etag'))
})

test('only admins make, list, change and delete links', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const one = at(organization, await givenInvite(organization, { role: 'read' }))
  const people = [
    await givenMember(server, organization, 'create'),
    await givenMember(server, organization, null),
  ]
  const stranger = await givenUser(server)
  for (const person of [...people, stranger]) {
    const api = server.as(person)
    const reason = person === stranger ? notFound : forbidden
    await assert.rejects(api.listOrganizationInviteLinks({ params }), reason)
    await assert.rejects(api.createOrganizationInvite({ params, body: { role: 'admin' } }), reason)
    await assert.rejects(api.updateOrganizationInviteById({ ...one, body: { role: 'admin' } }), reason)
    await assert.rejects(api.deleteOrganizationInviteById(one), reason)
  }
})

async function givenInvite({ id, admin }: Organization, body: Gives) {
  return server.as(admin).createOrganizationInvite({ params: { organizationId: id }, body })
}

type Gives =
  | { readonly role: Role | null }
  | { readonly level: Role | null; readonly space: string }
  | { readonly level: Role | null; readonly collection: string }

function at(organization: { readonly id: string }, invite: { readonly id: string }) {
  return { params: { organizationId: organization.id, inviteId: invite.id } }
}

/** Undefined: not a member. */
async function roleOf({ id }: Organization, person: Person): Promise<Role | null | undefined> {
  const row = await server.db
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', id)
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  return row?.role
}

async function deleteSpace(id: string) {
  await server.db
    .updateTable('spaces')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}
