import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Notification } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { givenDiscussed } from '../../../test/discussing.ts'
import { givenMember, givenOrganization, type Person, startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { compareNow, notifyNow } from '../../../test/notifying.ts'
import { givenCollection, givenSpace } from '../../../test/places.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'
import { pruneNotifications } from './jobs.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('people are told of mentions and replies, once, and nobody of what they did themselves', async () => {
  const { organization, commenter, editor, reviewer, say, answer } = await givenDiscussed(server)
  const { id } = await say(commenter, `Is *this* right, ${mention(editor)}?`)
  await answer(editor, id, 'It **is**.')
  await answer(reviewer, id, 'No.')
  await notifyNow(server, organization.id)
  await notifyNow(server, organization.id)
  assert.deepEqual(await toldTo(organization.id, editor), [
    ['reply', reviewer.id, 'No.'],
    ['mention', commenter.id, 'Is this right, somebody?'],
  ])
  assert.deepEqual(await toldTo(organization.id, commenter), [
    ['reply', reviewer.id, 'No.'],
    ['reply', editor.id, 'It is.'],
  ])
  assert.deepEqual(await toldTo(organization.id, reviewer), [])
})

test('everybody who takes part watches a change request, and so does who watches its space', async () => {
  const { organization, admin, commenter, editor, reviewer, spaceId } = await givenDiscussed(server)
  const watcher = await givenMember(server, organization, 'comment')
  await server.as(watcher).updateSpaceWatch({ params: { spaceId }, body: { watching: true } })
  const { params } = await givenChangeRequest(server, spaceId, editor)
  const users = [reviewer.id]
  await server.as(editor).requestReviewersForChangeRequest({ params, body: { users } })
  const comment = { markdown: 'Good.' }
  await server.as(commenter).postCommentInChangeRequest({ params, body: { body: { markdown: 'Why?' } } })
  await server.as(reviewer).submitChangeRequestReview({ params, body: { status: 'approved', comment } })
  await server.as(admin).mergeChangeRequest({ params })
  await notifyNow(server, organization.id)
  const kinds = async (person: Person) => (await toldTo(organization.id, person)).map(([kind]) => kind)
  assert.deepEqual(await kinds(editor), ['merged', 'review_submitted', 'comment'])
  assert.deepEqual(await kinds(watcher), ['merged', 'review_submitted', 'comment', 'opened'])
  assert.deepEqual(await kinds(reviewer), ['merged', 'comment', 'review_requested'])
  assert.deepEqual(await kinds(commenter), ['merged', 'review_submitted'])
  assert.deepEqual(await kinds(admin), [])
  const { items } = await list(organization.id, editor, { kind: 'review_submitted' })
  assert.equal(items[0]?.outcome, 'approved')
  assert.match(items[0]?.urls.app ?? '', /\/~\/changes\/1$/)
})

test('people ignore a change request, or everything that they only take part in', async () => {
  const { organization, admin, commenter, editor, spaceId } = await givenDiscussed(server)
  const { params } = await givenChangeRequest(server, spaceId, editor)
  const [author, other] = [server.as(editor), server.as(commenter)]
  const say = (markdown: string) =>
    server.as(admin).postCommentInChangeRequest({ params, body: { body: { markdown } } })
  assert.deepEqual(await author.getChangeRequestWatch({ params }), watch(true, 'participating'))
  assert.deepEqual(await other.getChangeRequestWatch({ params }), watch(false))
  const ignored = await author.updateChangeRequestWatch({ params, body: { watching: false } })
  assert.deepEqual(ignored, watch(false, 'chosen'))
  await other.updateSpaceWatch({ params: { spaceId }, body: { watching: true } })
  assert.deepEqual(await other.getSpaceWatch({ params: { spaceId } }), watch(true, 'chosen'))
  assert.deepEqual(await other.getChangeRequestWatch({ params }), watch(true, 'space'))
  await say('One')
  await say(`Two, ${mention(editor)}`)
  await notifyNow(server, organization.id)
  assert.deepEqual(
    (await toldTo(organization.id, editor)).map(([kind]) => kind),
    ['mention'],
  )
  assert.equal((await toldTo(organization.id, commenter)).length, 2)
  const home = { params: { organizationId: organization.id } }
  await other.updateSpaceWatch({ params: { spaceId }, body: { watching: false } })
  await other.postCommentInChangeRequest({ params, body: { body: { markdown: 'Mine' } } })
  assert.deepEqual(await other.getChangeRequestWatch({ params }), watch(true, 'participating'))
  await other.updateNotificationPreferences({ ...home, body: { watchParticipating: false } })
  assert.deepEqual(await other.getChangeRequestWatch({ params }), watch(false))
  await say('Three')
  await notifyNow(server, organization.id)
  assert.equal((await toldTo(organization.id, commenter)).length, 2)
})

test('nobody has a notification about what they may no longer read, and it counts for nothing', async () => {
  const { organization, admin, commenter, editor, spaceId, say } = await givenDiscussed(server)
  const organizationId = organization.id
  await say(commenter, mention(editor))
  await notifyNow(server, organizationId)
  const unread = async () => (await list(organizationId, editor, { unread: true })).count
  assert.equal(await unread(), 1)
  const level = (defaultLevel: 'read' | null | 'inherit') =>
    server.as(admin).updateSpaceById({ params: { spaceId }, body: { defaultLevel } })
  for (const none of ['read', null] as const) {
    await level(none)
    assert.deepEqual([await unread(), await toldTo(organizationId, editor)], [0, []])
  }
  const marked = await server
    .as(editor)
    .markNotifications({ params: { organizationId }, body: { read: false } })
  assert.equal(marked.unread, 0)
  await say(admin, mention(editor))
  await notifyNow(server, organizationId)
  await level('inherit')
  assert.equal(await unread(), 1, 'what happened without them stays without them')
  await server.as(admin).deleteSpaceById({ params: { spaceId } })
  assert.equal(await unread(), 0)
})

test('people mark notifications as read, some or all, and only their own', async () => {
  const { organization, commenter, editor, reviewer, say } = await givenDiscussed(server)
  const organizationId = organization.id
  for (const words of ['One', 'Two', 'Three'])
    await say(commenter, `${words} ${mention(editor)} ${mention(reviewer)}`)
  await notifyNow(server, organizationId)
  const { items } = await list(organizationId, editor, {})
  const mark = (body: object) => server.as(editor).markNotifications({ params: { organizationId }, body })
  const ids = [items[1]?.id ?? '', newId()]
  assert.deepEqual(await mark({ notifications: ids }), { unread: 2 })
  const after = await list(organizationId, editor, { unread: true })
  assert.deepEqual(
    after.items.map(({ id }) => id),
    [items[0]?.id, items[2]?.id],
  )
  assert.deepEqual(await mark({}), { unread: 0 })
  assert.deepEqual(await mark({ notifications: ids, read: false }), { unread: 1 })
  assert.equal((await list(organizationId, reviewer, { unread: true })).count, 3)
  const first = await list(organizationId, reviewer, { limit: 2 })
  const rest = await list(organizationId, reviewer, { limit: 2, page: first.next?.page ?? '' })
  assert.deepEqual([first.items.length, rest.items.length, rest.count], [2, 1, 3])
})

test('a kind that is off is not told, and the others keep what was chosen for them', async () => {
  const { organization, commenter, editor, say, answer } = await givenDiscussed(server)
  const params = { organizationId: organization.id }
  const api = server.as(editor)
  const { deliveries } = await api.getNotificationPreferences({ params })
  assert.ok(Object.values(deliveries).every((one) => one !== 'off'))
  await api.updateNotificationPreferences({ params, body: { deliveries: { mention: 'off' } } })
  const off = await api.updateNotificationPreferences({ params, body: { deliveries: { merged: 'off' } } })
  assert.deepEqual(off.deliveries, { ...deliveries, mention: 'off', merged: 'off' })
  const { id } = await say(editor, 'Mine')
  await answer(commenter, id, 'A reply')
  await say(commenter, mention(editor))
  await notifyNow(server, organization.id)
  assert.deepEqual(await toldTo(organization.id, editor), [['reply', commenter.id, 'A reply']])
})

test('a change request that conflicts with its space is told once, and again after an update', async () => {
  const { organization, editor, spaceId, write } = await givenWrittenSpace(
    server,
    page('Guide', { document: { markdown: 'One.\n' } }),
  )
  const { pages } = await server.as(editor).listPages({ params: { spaceId } })
  const pageId = pages[0]?.id ?? ''
  const text = (markdown: string) => ({
    operation: 'update_page' as const,
    page: pageId,
    document: { markdown },
  })
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write(text('Ours.\n'))
  const kinds = async () => {
    await compareNow(server, organization.id, spaceId)
    await notifyNow(server, organization.id)
    return (await toldTo(organization.id, editor)).map(([kind, actor]) => [kind, actor])
  }
  assert.deepEqual(await kinds(), [])
  await write(text('Theirs.\n'))
  const told = ['conflict', undefined]
  assert.deepEqual(await kinds(), [told])
  await write(text('Theirs again.\n'))
  assert.deepEqual(await kinds(), [told])
  const { params } = change
  const { items } = await server.as(editor).listChangeRequestConflicts({ params })
  const resolutions = items.map(({ id }) => ({ conflict: id, resolution: 'ours' as const }))
  await server.as(editor).resolveChangeRequestConflicts({ params, body: { resolutions } })
  assert.deepEqual(await kinds(), [told])
  await write(text('Once more.\n'))
  assert.deepEqual(await kinds(), [told, told])
})

test('people are told of spaces that they get access to, and of their imports', async () => {
  const organization = await givenOrganization(server)
  const { admin, id: organizationId } = organization
  const guest = await givenMember(server, organization, null)
  const spaceId = await givenSpace(server, organization)
  const invite = (role: 'read' | 'edit') =>
    server.as(admin).inviteToSpace({ params: { spaceId }, body: { role, users: [guest.id] } })
  await invite('read')
  await invite('edit')
  await notifyNow(server, organizationId)
  assert.deepEqual(
    (await toldTo(organizationId, guest)).map(([kind, actor]) => [kind, actor]),
    [['invite', admin.id]],
  )
})

test('people are told of access to a collection, while they can read it', async () => {
  const organization = await givenOrganization(server)
  const { admin, id: organizationId } = organization
  const guest = await givenMember(server, organization, null)
  const { id: teamId } = await server
    .as(admin)
    .createOrganizationTeam({ params: { organizationId }, body: { title: 'Writers' } })
  const collectionId = await givenCollection(server, organization)
  const invite = (body: { role: 'read' | 'edit'; users: string[] } | { role: 'read'; teams: string[] }) =>
    server.as(admin).inviteToCollection({ params: { collectionId }, body })
  await invite({ role: 'read', users: [guest.id, admin.id] })
  await invite({ role: 'edit', users: [guest.id] })
  await invite({ role: 'read', teams: [teamId] })
  await notifyNow(server, organizationId)
  await notifyNow(server, organizationId)
  const [told, ...others] = (await list(organizationId, guest, {})).items
  assert.deepEqual(others, [])
  assert.deepEqual([told?.kind, told?.space], ['invite', undefined])
  assert.deepEqual(told?.collection, { id: collectionId, title: 'Collection' })
  assert.match(told?.urls.app ?? '', new RegExp(`/o/${organizationId}$`))
  assert.deepEqual(await toldTo(organizationId, admin), [])
  await server.as(admin).removeUserFromCollection({ params: { collectionId, userId: guest.id } })
  assert.deepEqual(await toldTo(organizationId, guest), [])
})

test('notifications are kept for a limited time', async () => {
  const { organization, commenter, editor, say } = await givenDiscussed(server)
  await say(commenter, mention(editor))
  await notifyNow(server, organization.id)
  const after = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()
  const prune = (now: string) => pruneNotifications({}, { ...jobSettings, ...server, now })
  await prune(after(89))
  assert.equal((await toldTo(organization.id, editor)).length, 1)
  await prune(after(91))
  assert.equal((await toldTo(organization.id, editor)).length, 0)
})

function mention({ id }: Person): string {
  return `[somebody](/users/${id})`
}

function watch(watching: boolean, reason?: string) {
  return { object: 'watch', watching, ...(reason && { reason }) }
}

interface Asked {
  readonly unread?: boolean
  readonly kind?: Notification['kind']
  readonly limit?: number
  readonly page?: string
}

function list(organizationId: string, person: Person, query: Asked) {
  return server.as(person).listNotifications({ params: { organizationId }, query })
}

/** Newest first. */
async function toldTo(organizationId: string, person: Person) {
  const { items } = await list(organizationId, person, {})
  return items.map(({ kind, actor, comment }) => [kind, actor?.id, comment?.text])
}
