import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiFailure } from '@stemma/client'
import { type Role, roles } from '@stemma/contract'
import { type GrantedPlace, givenPlace } from '../../../test/granting.ts'
import {
  givenMember,
  givenOrganization,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'

const server = await startServer()

test('what a space says its viewer may do is what they can do', async () => {
  const organization = await givenOrganization(server)
  const { id: organizationId } = organization
  for (const { name, role, granted } of viewers()) {
    const place = await givenPlace(server, organization, 'space')
    const person = await givenViewer(organization, place, role, granted)
    const target = await givenMember(server, organization)
    const params = { spaceId: place.id }
    const [api, admin] = [server.as(person), server.as(organization.admin)]
    const can = {
      view: await succeeds(api.getSpaceById({ params })),
      admin: await succeeds(api.updateSpaceById({ params, body: { title: 'Renamed' } })),
      invite: await succeeds(place.invite(person, { role: 'read', users: [target.id] })),
      listUsers: await succeeds(place.users(person)),
      listPeople: await succeeds(place.people(person)),
      listLinks: await succeeds(api.listOrganizationInviteLinks({ params: { organizationId } })),
      makeLink: await succeeds(
        api.createOrganizationInvite({
          params: { organizationId },
          body: { level: 'read', space: place.id },
        }),
      ),
      listed: (await api.listSpacesInOrganizationById({ params: { organizationId } })).items.some(
        ({ id }) => id === place.id,
      ),
    }
    const says = can.view ? (await api.getSpaceById({ params })).permissions : nothing
    assert.deepEqual([can.view, can.listed], [says.view, says.view], name)
    assert.deepEqual([can.admin, can.invite, can.listUsers, can.listPeople], four(says.admin), name)
    assert.deepEqual([can.listLinks, can.makeLink], [says.viewInviteLinks, says.viewInviteLinks], name)
    assert.deepEqual(says, expectedOn(role, granted), name)
    assert.equal(
      await deletes(api.deleteSpaceById({ params }), () => admin.getSpaceById({ params })),
      says.admin,
      `${name} deletes, or does not`,
    )
  }
})

test('what a collection says its viewer may do is what they can do', async () => {
  const organization = await givenOrganization(server)
  const { id: organizationId } = organization
  for (const { name, role, granted } of viewers()) {
    const place = await givenPlace(server, organization, 'collection')
    const person = await givenViewer(organization, place, role, granted)
    const target = await givenMember(server, organization)
    const params = { collectionId: place.id }
    const [api, admin] = [server.as(person), server.as(organization.admin)]
    const inside = { params: { organizationId }, body: { parent: place.id } }
    const can = {
      view: await succeeds(api.getCollectionById({ params })),
      listSpaces: await succeeds(api.listSpacesInCollectionById({ params })),
      admin: await succeeds(api.updateCollectionById({ params, body: { title: 'Renamed' } })),
      invite: await succeeds(place.invite(person, { role: 'read', users: [target.id] })),
      listUsers: await succeeds(place.users(person)),
      listPeople: await succeeds(place.people(person)),
      createSpace: await succeeds(api.createSpace(inside)),
      createCollection: await succeeds(api.createCollection(inside)),
      listLinks: await succeeds(api.listOrganizationInviteLinks({ params: { organizationId } })),
    }
    const says = can.view ? (await api.getCollectionById({ params })).permissions : nothing
    assert.deepEqual([can.view, can.listSpaces], [says.view, says.view], name)
    assert.deepEqual([can.admin, can.invite, can.listUsers, can.listPeople], four(says.admin), name)
    if (!says.create || isCreator(role))
      assert.deepEqual([can.createSpace, can.createCollection], [says.create, says.create], name)
    assert.equal(can.listLinks, says.viewInviteLinks, name)
    assert.equal(
      await deletes(api.deleteCollectionById({ params }), () => admin.getCollectionById({ params })),
      says.admin,
      name,
    )
  }
})

test('create level on a collection is enough to create in it, also for a guest', async () => {
  const organization = await givenOrganization(server)
  for (const { role, granted } of viewers().filter((one) => one.granted && isCreator(one.granted))) {
    const place = await givenPlace(server, organization, 'collection')
    const person = await givenViewer(organization, place, role, granted)
    const inside = { params: { organizationId: organization.id }, body: { parent: place.id } }
    assert.equal((await server.as(person).createSpace(inside)).parent, place.id)
    assert.equal((await server.as(person).createCollection(inside)).parent, place.id)
  }
})

test('lists say the same about rights as the single object does', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  for (const { name, role, granted } of viewers()) {
    const [space, collection] = [
      await givenPlace(server, organization, 'space'),
      await givenPlace(server, organization, 'collection'),
    ]
    const person = await givenViewer(organization, space, role, granted)
    if (granted) await collection.invite(organization.admin, { role: granted, users: [person.id] })
    const api = server.as(person)
    const spaces = await api.listSpacesInOrganizationById({ params, query: { limit: 1000 } })
    for (const one of spaces.items.filter(({ id }) => id === space.id))
      assert.deepEqual(one, await api.getSpaceById({ params: { spaceId: one.id } }), name)
    const collections = await api.listCollectionsInOrganizationById({ params, query: { limit: 1000 } })
    for (const one of collections.items.filter(({ id }) => id === collection.id))
      assert.deepEqual(one, await api.getCollectionById({ params: { collectionId: one.id } }), name)
  }
})

/** Every kind of viewer: members of each role, guests, and people whose level differs from their role. */
function viewers(): { name: string; role: Role | null; granted?: Role }[] {
  return [
    ...roles.map((role) => ({ name: `member ${role}`, role })),
    { name: 'guest', role: null },
    ...roles.map((granted) => ({ name: `guest with ${granted}`, role: null, granted })),
    { name: 'creator lowered to read', role: 'create', granted: 'read' },
    { name: 'reader raised to admin', role: 'read', granted: 'admin' },
    { name: 'admin with a grant to read', role: 'admin', granted: 'read' },
  ]
}

async function givenViewer(
  organization: Organization,
  place: GrantedPlace,
  role: Role | null,
  granted: Role | undefined,
): Promise<Person> {
  const person = await givenMember(server, organization, role)
  if (granted) await place.invite(organization.admin, { role: granted, users: [person.id] })
  return person
}

function expectedOn(role: Role | null, granted: Role | undefined) {
  const level = role === 'admin' ? 'admin' : (granted ?? role)
  if (level === null) return nothing
  const least = (needed: Role) => roles.indexOf(level) >= roles.indexOf(needed)
  return {
    view: true,
    access: true,
    admin: least('admin'),
    viewInviteLinks: role === 'admin',
    edit: least('edit'),
    triggerGitSync: false,
    comment: least('comment'),
    merge: least('review'),
    review: least('review'),
    installIntegration: role === 'admin',
  }
}

const nothing = { view: false, admin: false, viewInviteLinks: false, create: false }

function isCreator(role: Role | null): boolean {
  return role === 'create' || role === 'admin'
}

function four(may: boolean) {
  return [may, may, may, may]
}

/** Deleting something that the caller can't see also returns 204, so the admin checks whether it is gone. */
async function deletes(deleting: Promise<unknown>, look: () => Promise<unknown>): Promise<boolean> {
  await deleting.catch(() => {})
  return !(await succeeds(look()))
}

/** Whether a request succeeds. Any error other than 403 or 404 fails the test. */
async function succeeds(answer: Promise<unknown>): Promise<boolean> {
  return answer.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiFailure && (error.status === 403 || error.status === 404)) return false
      throw error
    },
  )
}
