import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, operations, roles } from '@stemma/contract'
import { givenDiscussed } from '../discussing.ts'
import { givenMember, givenOrganization, startServer } from '../harness.ts'
import { givenCollection, givenSpace } from '../places.ts'
import { refusalOf } from '../recorded.ts'
import { givenChangeRequest, givenDraft, givenWrittenSpace, page } from '../writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const all = Object.entries(operations as Record<string, Operation>)

test('spec 7: the API takes and returns JSON', async () => {
  const { admin } = await givenOrganization(server)
  const headers = { authorization: `Bearer ${admin.secret}`, 'content-type': 'text/plain' }
  const got = await server.app.inject({ url: '/v1/orgs', headers })
  assert.match(String(got.headers['content-type']), /^application\/json/)
  const posted = await server.app.inject({ method: 'POST', url: '/v1/orgs', headers, payload: 'title' })
  assert.equal(posted.statusCode, 415)
})

test('spec 9, 98: a space can be in a collection', async () => {
  const organization = await givenOrganization(server)
  const parent = await givenCollection(server, organization)
  const spaceId = await givenSpace(server, organization, { parent })
  const api = server.as(organization.admin)
  assert.equal((await api.getSpaceById({ params: { spaceId } })).parent, parent)
  const { items } = await api.listSpacesInCollectionById({ params: { collectionId: parent } })
  assert.deepEqual(
    items.map(({ id }) => id),
    [spaceId],
  )
})

test('spec 10, 95, 281: a live space is edited directly, a locked one by change requests', async () => {
  const { admin, spaceId, write } = await givenWrittenSpace(server, page('A'))
  const api = server.as(admin)
  const setTo = async (editMode: 'live' | 'locked') =>
    (await api.updateSpaceById({ params: { spaceId }, body: { editMode } })).editMode
  assert.equal(await setTo('locked'), 'locked')
  assert.equal((await refusalOf(write(page('B')))).reason, 'space_locked')
  const { params, write: propose } = await givenChangeRequest(server, spaceId, admin)
  await propose(page('B'))
  assert.equal((await api.mergeChangeRequest({ params })).result, 'merge')
  assert.equal(await setTo('live'), 'live')
  await write(page('C'))
})

test('spec 11: comments and replies are attached to a space or to a change request', async () => {
  const { spaceId, say, answer, commenter, admin } = await givenDiscussed(server)
  const comment = await say(commenter, 'In the space')
  await answer(admin, comment.id, 'Yes')
  const { params } = await givenChangeRequest(server, spaceId, admin)
  const body = { body: { markdown: 'In the change request' } }
  const other = await server.as(commenter).postCommentInChangeRequest({ params, body })
  assert.deepEqual(
    [comment.target.changeRequest, other.target.changeRequest],
    [undefined, params.changeRequestId],
  )
  assert.equal(other.target.space, spaceId)
  const { items } = await server.as(admin).listCommentsInSpace({ params: { spaceId } })
  assert.deepEqual(
    items.map(({ id, replies }) => [id, replies]),
    [[comment.id, 1]],
  )
})

test('spec 13: what an organization owns is found below it', () => {
  const owned = ['spaces', 'collections', 'sites', 'members', 'teams', 'saml', 'openapi', 'translations']
  for (const name of owned)
    assert.ok(
      all.some(([, { path, method }]) => method === 'GET' && path === `/v1/orgs/{organizationId}/${name}`),
      name,
    )
})

test('spec 14: every path begins with /v1', () => {
  assert.deepEqual(
    all.filter(([, { path }]) => !path.startsWith('/v1/')),
    [],
  )
})

test('spec 20: every resource names its type, and one type has one name', () => {
  const names = new Map<string, string>()
  for (const [id, { returns }] of all) {
    const { title, properties } = (returns ?? {}) as { title?: string; properties?: Properties }
    const name = properties?.object?.const
    if (title === undefined || name === undefined) continue
    assert.equal(names.get(title) ?? name, name, id)
    names.set(title, name)
  }
  assert.ok(names.size > 20)
})

test('spec 21: timestamps are ISO 8601 date-times', async () => {
  const { admin, id: organizationId } = await givenOrganization(server)
  const { createdAt } = await server.as(admin).getOrganizationById({ params: { organizationId } })
  assert.equal(new Date(createdAt).toISOString(), createdAt)
})

test('spec 23, 27-29, 31: lists are read page by page, at most 1000 at once', async () => {
  const organization = await givenOrganization(server)
  const expected: string[] = []
  for (let made = 0; made < 3; made++) expected.push(await givenSpace(server, organization))
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const list = (query: { limit: number; page?: string }) =>
    api.listSpacesInOrganizationById({ params, query: { ...query, deleted: false } })
  const first = await list({ limit: 2 })
  assert.deepEqual([first.items.length, first.count], [2, 3])
  const second = await list({ limit: 2, page: first.next?.page ?? '' })
  assert.deepEqual([second.items.length, second.count, second.next], [1, 3, undefined])
  const ids = [...first.items, ...second.items].map(({ id }) => id)
  assert.deepEqual(ids.toSorted(), expected.toSorted())
  assert.equal((await list({ limit: 1000 })).items.length, 3)
  assert.equal((await refusalOf(list({ limit: 1001 }))).status, 400)
})

test('spec 31: every list takes page and limit, where nothing else is said', () => {
  const without = all.filter(([, { returns, query }]) => {
    const { items, count } = ((returns as { properties?: Properties })?.properties ?? {}) as Properties
    return items && count && !(query?.properties.page && query.properties.limit)
  })
  assert.deepEqual(
    without.map(([id]) => id),
    ['getContributorsByChangeRequestId'],
  )
})

test('spec 32: roles are read, comment, edit, review, create and admin', () => {
  assert.deepEqual([...roles], ['read', 'comment', 'edit', 'review', 'create', 'admin'])
})

test('spec 33: a member without a role is a guest, and default levels can be null', async () => {
  const organization = await givenOrganization(server)
  const guest = await givenMember(server, organization, null)
  const spaceId = await givenSpace(server, organization)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id, userId: guest.id }
  assert.equal((await api.getMemberInOrganizationById({ params })).role, null)
  const hidden = await api.updateSpaceById({ params: { spaceId }, body: { defaultLevel: null } })
  assert.equal(hidden.defaultLevel, null)
  assert.equal((await refusalOf(server.as(guest).getSpaceById({ params: { spaceId } }))).status, 404)
})

test('spec 128, 115: a change request is found by its id and by its number', async () => {
  const { params, spaceId, editor, id, number } = await givenDraft(server)
  const byNumber = { spaceId, changeRequestId: String(number) }
  const api = server.as(editor)
  assert.equal((await api.getChangeRequestById({ params: byNumber })).id, id)
  assert.equal((await api.getChangeRequestById({ params })).number, number)
})

test('spec 282: resolving a comment says when and by whom, and reopening it does not', async () => {
  const { say, commenter, editor, spaceId } = await givenDiscussed(server)
  const { id: commentId } = await say(commenter, 'Text')
  const set = (resolved: boolean) =>
    server.as(editor).updateCommentInSpace({ params: { spaceId, commentId }, body: { resolved } })
  const done = await set(true)
  assert.deepEqual([done.status, done.resolvedBy?.id], ['resolved', editor.id])
  assert.ok(done.resolvedAt)
  const again = await set(false)
  assert.deepEqual([again.status, again.resolvedAt, again.resolvedBy], ['open', undefined, undefined])
})

test('spec 283, 284, 123, 122, 125: a change request is updated, then merged', async () => {
  const { admin, spaceId, write } = await givenWrittenSpace(server, page('A'))
  const { params, write: propose } = await givenChangeRequest(server, spaceId, admin)
  await propose(page('B'))
  await write(page('C'))
  const api = server.as(admin)
  assert.equal((await api.getChangeRequestById({ params })).outdated, true)
  const updated = await api.updateChangeRequest({ params })
  const fresh = await api.getChangeRequestById({ params })
  assert.deepEqual([updated.result, fresh.outdated, fresh.revision], ['update', false, updated.revision])
  assert.equal(fresh.revisionMergedAncestor, (await api.getSpaceById({ params: { spaceId } })).revision)
  const merged = await api.mergeChangeRequest({ params })
  const { status, revisionMerged } = await api.getChangeRequestById({ params })
  assert.deepEqual([merged.result, status, revisionMerged], ['merge', 'merged', merged.revision])
  assert.equal((await api.getSpaceById({ params: { spaceId } })).revision, merged.revision)
})

test('spec 285, 104-106: PATCH gives a change request the status it names, and spaces count it', async () => {
  const { params, spaceId, editor } = await givenDraft(server)
  const api = server.as(editor)
  for (const status of ['open', 'archived', 'draft'] as const) {
    assert.equal((await api.updateChangeRequestById({ params, body: { status } })).status, status)
    const space = await api.getSpaceById({ params: { spaceId } })
    assert.deepEqual(
      [space.changeRequests, space.changeRequestsOpen, space.changeRequestsDraft],
      [1, status === 'open' ? 1 : 0, status === 'draft' ? 1 : 0],
    )
  }
})

type Properties = Readonly<Record<string, { readonly const?: string } | undefined>>
