import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { roles, type Space } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import {
  givenMember,
  givenOrganization,
  givenToken,
  type Organization,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import { givenCollection, givenSpace, grantCollection, grantSpace, spaceGrant } from '../../../test/places.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'
import * as spaces from './store.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const invalid = { status: 400, reason: 'invalid_request' }

test('a space needs nothing but an organization: it is untitled, locked, private and inherits', async () => {
  const organization = await givenOrganization(server)
  const { id, admin } = organization
  const created = await server.as(admin).request('createSpace', { params: { organizationId: id } })
  const { id: spaceId, createdAt, updatedAt, revision, urls, ...shown } = created.data
  assert.equal(created.status, 201)
  assert.deepEqual(shown, {
    object: 'space',
    title: 'Untitled',
    emoji: '📖',
    visibility: 'private',
    editMode: 'locked',
    mergeRules: { type: 'inherit' },
    organization: id,
    defaultLevel: 'read',
    defaultLevelInherited: true,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    permissions: { ...everyRight, triggerGitSync: false },
  })
  assert.equal(createdAt, updatedAt)
  assert.ok(revision)
  assert.deepEqual(await get(spaceId, admin), created.data)
  const path = new URL(urls.location).pathname
  assert.equal(path, `/v1/spaces/${spaceId}`)
  assert.equal(new URL(created.headers.get('location') ?? '', 'http://test').pathname, path)
  const { type, actor } = { type: 'space.created', actor: admin.id } as const
  assert.deepEqual(await recorded(server, id, created), [
    { type, actor, spaceId, title: 'Untitled', parent: null },
  ])
})

test('a space is created as told, in a collection, and whoever creates it is its admin by name', async () => {
  const organization = await givenOrganization(server)
  const parent = await givenCollection(server, organization)
  const creator = await givenMember(server, organization, 'create')
  const settings = { title: 'Guide', emoji: '🦉', language: 'de', editMode: 'live', parent } as const
  const created = await server.as(creator).request('createSpace', {
    params: { organizationId: organization.id },
    body: { ...settings, empty: true },
  })
  const { title, emoji, language, editMode, permissions } = created.data
  assert.deepEqual({ title, emoji, language, editMode, parent: created.data.parent }, settings)
  assert.equal(permissions.admin, true)
  const { id: spaceId } = created.data
  assert.equal(await spaceGrant(server, spaceId, creator.id), 'admin')
  const shown = await get(spaceId, creator)
  assert.deepEqual(shown, created.data)
  const member = await server
    .as(creator)
    .getMemberInOrganizationById({ params: { organizationId: organization.id, userId: creator.id } })
  assert.equal(member.spaces, 1)
  assert.deepEqual(await recorded(server, organization.id, created), [
    { type: 'space.created', actor: creator.id, spaceId, title: 'Guide', parent },
  ])
})

test('creating needs create level in the place itself', async () => {
  const organization = await givenOrganization(server)
  const [parent, hidden] = [
    await givenCollection(server, organization),
    await givenCollection(server, organization, { defaultLevel: null }),
  ]
  const [creator, lowered] = [
    await givenMember(server, organization, 'create'),
    await givenMember(server, organization, 'create'),
  ]
  await grantCollection(server, parent, lowered.id, 'review')
  const attempt = (person: Person, body: object) =>
    server.as(person).createSpace({ params: { organizationId: organization.id }, body })
  for (const role of roles.slice(0, roles.indexOf('create'))) {
    const person = await givenMember(server, organization, role)
    await assert.rejects(attempt(person, {}), forbidden)
    await assert.rejects(attempt(person, { parent }), forbidden)
  }
  await assertRefused(server, organization.id, attempt(lowered, { parent }), 'forbidden')
  await assert.rejects(attempt(creator, { parent: hidden }), notFound)
  await assert.rejects(attempt(creator, { parent: newId() }), notFound)
  const other = await givenOrganization(server)
  const elsewhere = await givenCollection(server, other)
  await assert.rejects(attempt(organization.admin, { parent: elsewhere }), notFound)
  await assert.rejects(attempt(creator, { title: 'x'.repeat(51) }), invalid)
  assert.deepEqual(await titles(organization, organization.admin), [])
})

test('create level on a collection is enough to create a space in it', async () => {
  const organization = await givenOrganization(server)
  const parent = await givenCollection(server, organization)
  const guest = await givenMember(server, organization, null)
  await grantCollection(server, parent, guest.id, 'create')
  const body = { title: 'Inside', parent }
  const params = { organizationId: organization.id }
  const { title } = await server.as(guest).createSpace({ params, body })
  assert.equal(title, 'Inside')
  await assert.rejects(server.as(guest).createSpace({ params }), forbidden)
})

test('spaces are listed in their order, page by page, and only to those who can read them', async () => {
  const organization = await givenOrganization(server)
  const [member, guest] = [
    await givenMember(server, organization),
    await givenMember(server, organization, null),
  ]
  const names = ['one', 'two', 'three', 'four', 'five']
  for (const title of names) await create(organization, { title })
  const secret = await givenSpace(server, organization, { defaultLevel: null })
  assert.deepEqual(await titles(organization, member), names)
  assert.deepEqual(await titles(organization, member, 2), names)
  assert.deepEqual((await titles(organization, organization.admin, 1)).length, 6)
  assert.deepEqual(await titles(organization, guest), [])
  await grantSpace(server, secret, guest.id, 'comment')
  const list = server.as(guest).listSpacesInOrganizationById
  const { items, count } = await list({ params: { organizationId: organization.id } })
  assert.equal(count, 1)
  assert.equal(items[0]?.id, secret)
  assert.deepEqual(items[0], await get(secret, guest))
  assert.equal(items[0]?.permissions.comment, true)
  assert.equal(items[0]?.permissions.edit, false)
  const wrong = list({ params: { organizationId: organization.id }, query: { page: 'nowhere' } })
  await assert.rejects(wrong, invalid)
})

test('every setting can be changed alone, and each change is on record', async () => {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const { id: spaceId } = await create(organization, { title: 'Old' })
  const kind = 'require_at_least_one_review' as const
  const rules = { type: 'rules' as const, rules: [{ rule: kind, type: kind }] }
  for (const body of [
    { title: 'New' },
    { editMode: 'live' },
    { language: 'fr' },
    { emoji: '🦊' },
    { mergeRules: rules },
    { mergeRules: { type: 'none' } },
  ] as const) {
    const before = await get(spaceId, admin)
    const changed = await server.as(admin).request('updateSpaceById', { params: { spaceId }, body })
    const { updatedAt, ...shown } = changed.data
    assert.deepEqual(shown, { ...without(before, 'updatedAt'), ...body })
    assert.ok(updatedAt >= before.updatedAt)
    assert.deepEqual(await get(spaceId, admin), changed.data)
    const [event] = await recorded(server, organization.id, changed)
    assert.ok(event?.type === 'space.updated' && event.spaceId === spaceId)
    assert.equal(event.actor, admin.id)
    assert.deepEqual(event.after, body)
  }
})

test('a space has an emoji or an icon, never both, and null takes either away', async () => {
  const organization = await givenOrganization(server)
  const { id: spaceId } = await create(organization, { emoji: '🦊' })
  const icon = 'https://example.com/icon.png'
  const change = async (body: object) => {
    const { emoji, urls } = await server.as(organization.admin).updateSpaceById({ params: { spaceId }, body })
    return { emoji, icon: urls.icon }
  }
  await assertRefused(server, organization.id, change({ emoji: '🦉', icon }), 'invalid_request')
  assert.deepEqual(await change({ icon }), { emoji: '📖', icon })
  assert.deepEqual(await change({ emoji: '🦉' }), { emoji: '🦉', icon: undefined })
  assert.deepEqual(await change({ emoji: null, icon }), { emoji: '📖', icon })
  assert.deepEqual(await change({ emoji: '🦊', icon: null }), { emoji: '🦊', icon: undefined })
  assert.deepEqual(await change({ emoji: null }), { emoji: '📖', icon: undefined })
  await assert.rejects(change({ icon: 'javascript:alert(1)' }), invalid)
  await assert.rejects(change({ title: null }), invalid)
  await assert.rejects(change({ visibility: 'public' }), invalid)
})

test('a default level is a role, nothing or inherited; the answer shows the one that results', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization, 'comment')
  const parent = await givenCollection(server, organization, { defaultLevel: 'review' })
  const { id: spaceId } = await create(organization, { parent })
  const change = async (defaultLevel: 'inherit' | 'edit' | null) => {
    const body = { defaultLevel }
    const space = await server.as(organization.admin).updateSpaceById({ params: { spaceId }, body })
    assert.deepEqual((await list(organization, organization.admin))[0], space)
    return [space.defaultLevel, space.defaultLevelInherited]
  }
  assert.deepEqual(await change('edit'), ['edit', false])
  assert.equal((await get(spaceId, member)).permissions.edit, true)
  assert.equal((await get(spaceId, member)).permissions.review, false)
  assert.deepEqual(await change(null), [null, false])
  await assert.rejects(get(spaceId, member), notFound)
  assert.deepEqual(await change('inherit'), ['review', true])
  assert.equal((await get(spaceId, member)).permissions.review, true)

  const { id: top } = await create(organization)
  const params = { organizationId: organization.id }
  await server.as(organization.admin).updateOrganizationById({ params, body: { defaultRole: 'edit' } })
  assert.equal((await get(top, member)).defaultLevel, 'edit')
  assert.equal((await get(top, member)).permissions.edit, false)
})

test('a token that may write spaces but not permissions cannot change the default level', async () => {
  const organization = await givenOrganization(server)
  const { id: spaceId } = await create(organization)
  const token = await givenToken(server, organization.admin.id, { scopes: ['space:write'] })
  const api = server.as(token)
  const refused = api.updateSpaceById({ params: { spaceId }, body: { title: 'A', defaultLevel: 'read' } })
  await assertRefused(server, organization.id, refused, 'insufficient_scope')
  assert.equal((await api.updateSpaceById({ params: { spaceId }, body: { title: 'B' } })).title, 'B')
  const both = { scopes: ['space:write', 'space:permissions:write'] } as const
  const right = await givenToken(server, organization.admin.id, both)
  const body = { defaultLevel: 'read' } as const
  const { defaultLevel } = await server.as(right).updateSpaceById({ params: { spaceId }, body })
  assert.equal(defaultLevel, 'read')
})

test('only an admin of the space changes or deletes it; who cannot see it is told nothing', async () => {
  const organization = await givenOrganization(server)
  const spaceId = await givenSpace(server, organization)
  const guest = await givenMember(server, organization, null)
  const params = { spaceId }
  const attempts = (person: Person) => {
    const api = server.as(person)
    return [
      () => api.updateSpaceById({ params, body: { title: 'Mine' } }),
      () => api.moveSpace({ params, body: { parent: null } }),
      () => api.transferSpace({ params, body: { organization: newId() } }),
    ]
  }
  for (const role of roles.slice(0, -1)) {
    for (const attempt of attempts(await givenMember(server, organization, role))) {
      await assert.rejects(attempt(), forbidden)
    }
  }
  const creator = server.as(await givenMember(server, organization, 'create'))
  await assert.rejects(creator.deleteSpaceById({ params }), forbidden)
  for (const attempt of attempts(guest)) await assert.rejects(attempt(), notFound)
  assert.equal((await server.as(guest).request('deleteSpaceById', { params })).status, 204)
  await grantSpace(server, spaceId, guest.id, 'admin')
  assert.equal((await attempts(guest)[0]?.()) !== undefined, true)
})

test('a change asked for an older state is refused', async () => {
  const organization = await givenOrganization(server)
  const { id: spaceId } = await create(organization)
  const api = server.as(organization.admin)
  const etag = (await api.request('getSpaceById', { params: { spaceId } })).headers.get('etag') ?? ''
  const rename = (title: string) =>
    api.updateSpaceById({ params: { spaceId }, body: { title } }, { ifMatch: etag })
  assert.equal((await rename('First')).title, 'First')
  await assert.rejects(rename('Second'), { status: 412 })
  const deleting = api.deleteSpaceById({ params: { spaceId } }, { ifMatch: etag })
  await assert.rejects(deleting, { status: 412 })
})

test('a duplicate stands in the same place with the same content and settings, and no grants', async () => {
  const organization = await givenOrganization(server)
  const parent = await givenCollection(server, organization)
  const creator = await givenMember(server, organization, 'create')
  const friend = await givenMember(server, organization, null)
  const { id: spaceId } = await create(organization, { title: 'Guide', emoji: '🦉', language: 'de', parent })
  await server.as(organization.admin).updateSpaceById({
    params: { spaceId },
    body: { editMode: 'live', defaultLevel: 'create', mergeRules: { type: 'none' } },
  })
  await grantSpace(server, spaceId, friend.id, 'edit')
  const origin = await get(spaceId, creator)
  const before = await rowsOfAllTables()
  const copied = await server.as(creator).request('duplicateSpace', { params: { spaceId } })
  assert.equal(copied.status, 201)
  const own = { id: copied.data.id, title: 'Copy of Guide', createdAt: copied.data.createdAt }
  const { urls, updatedAt, permissions, revision } = copied.data
  assert.deepEqual(copied.data, { ...origin, ...own, urls, updatedAt, permissions, revision })
  assert.equal(permissions.admin, true)
  const after = await rowsOfAllTables()
  const grown = Object.keys(after).filter((table) => after[table] !== before[table])
  assert.deepEqual(grown.sort(), ['events', 'idempotency_keys', 'revisions', 'space_user_grants', 'spaces'])
  assert.equal(await spaceGrant(server, copied.data.id, friend.id), undefined)
  assert.equal(await spaceGrant(server, copied.data.id, creator.id), 'admin')
  await assert.rejects(get(copied.data.id, friend), notFound)
  const row = await spaces.find(server.db, copied.data.id)
  assert.equal(row?.contentId, spaceId)
  assert.deepEqual(await recorded(server, organization.id, copied), [
    {
      type: 'space.duplicated',
      actor: creator.id,
      spaceId: copied.data.id,
      title: 'Copy of Guide',
      from: spaceId,
    },
  ])
})

test('the title of a copy is cut to what a title may have, without halving a character', async () => {
  const organization = await givenOrganization(server)
  const { id: spaceId } = await create(organization, { title: '🦉'.repeat(50) })
  const { title } = await server.as(organization.admin).duplicateSpace({ params: { spaceId } })
  assert.equal(title, `Copy of ${'🦉'.repeat(42)}`)
})

test('duplicating needs create level on the space and where it stands', async () => {
  const organization = await givenOrganization(server)
  const spaceId = await givenSpace(server, organization)
  const [creator, lowered, guest] = [
    await givenMember(server, organization, 'create'),
    await givenMember(server, organization, 'create'),
    await givenMember(server, organization, null),
  ]
  await grantSpace(server, spaceId, lowered.id, 'review')
  await grantSpace(server, spaceId, guest.id, 'admin')
  const duplicate = (person: Person) => server.as(person).duplicateSpace({ params: { spaceId } })
  await assertRefused(server, organization.id, duplicate(lowered), 'forbidden')
  await assertRefused(server, organization.id, duplicate(guest), 'forbidden')
  assert.equal((await duplicate(creator)).organization, organization.id)
})

test('fifty countings at once are all counted, and none goes below nothing', async () => {
  const organization = await givenOrganization(server)
  const spaceId = await givenSpace(server, organization)
  const by = { comments: 1, changeRequests: 2, changeRequestsOpen: 3, changeRequestsDraft: 4 }
  await Promise.all(Array.from({ length: 50 }, () => spaces.count(server.db, spaceId, by)))
  await Promise.all(Array.from({ length: 20 }, () => spaces.count(server.db, spaceId, { comments: -1 })))
  const { comments, changeRequests, changeRequestsOpen, changeRequestsDraft } = await get(
    spaceId,
    organization.admin,
  )
  const counted = { comments, changeRequests, changeRequestsOpen, changeRequestsDraft }
  assert.deepEqual(counted, {
    comments: 30,
    changeRequests: 100,
    changeRequestsOpen: 150,
    changeRequestsDraft: 200,
  })
  await assert.rejects(spaces.count(server.db, spaceId, { comments: -31 }), /spaces_comments_check/)
})

const everyRight = {
  view: true,
  access: true,
  admin: true,
  viewInviteLinks: true,
  edit: true,
  comment: true,
  merge: true,
  review: true,
  installIntegration: true,
}

function get(spaceId: string, person: Person) {
  return server.as(person).getSpaceById({ params: { spaceId } })
}

function create(organization: Organization, body: object = {}) {
  return server.as(organization.admin).createSpace({ params: { organizationId: organization.id }, body })
}

async function list(organization: Organization, person: Person, limit = 100) {
  const input = { params: { organizationId: organization.id }, query: { limit } }
  const spaces: Space[] = []
  for await (const space of each(server.as(person).listSpacesInOrganizationById, input)) spaces.push(space)
  return spaces
}

async function titles(organization: Organization, person: Person, limit = 100) {
  return (await list(organization, person, limit)).map(({ title }) => title)
}

function without<T extends object, Key extends keyof T>(whole: T, key: Key): Omit<T, Key> {
  const { [key]: _, ...rest } = whole
  return rest
}

/** Row counts by table, which show what a copy adds in any table. */
async function rowsOfAllTables(): Promise<Readonly<Record<string, string>>> {
  const tables = await server.db.introspection.getTables()
  const counts = tables
    .filter(({ schema }) => schema === 'public')
    .map(async ({ name }) => {
      const query = server.db.selectFrom(name as 'spaces').select((eb) => eb.fn.countAll().as('rows'))
      return [name, String((await query.executeTakeFirstOrThrow()).rows)] as const
    })
  return Object.fromEntries(await Promise.all(counts))
}
