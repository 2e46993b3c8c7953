import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import type { Comment } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { givenDiscussed } from '../../../test/discussing.ts'
import { givenMember, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'
import { givenChangeRequest } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const notFound = { status: 404, reason: 'not_found' }

test('a comment shows who says what about which block, and is on record', async () => {
  const { organization, commenter, params, spaceId, pageId, keys, get } = await givenDiscussed(server)
  const [first = ''] = await keys()
  const body = { page: pageId, node: first, body: { markdown: 'Is *this* so?' } }
  const posted = await server.as(commenter).request('postCommentInSpace', { params, body })
  assert.equal(posted.status, 200)
  const comment = posted.data
  const { revision } = await server.as(commenter).getSpaceById({ params })
  const page = await server.as(commenter).getPageById({ params: { spaceId, pageId } })
  assert.ok('path' in page)
  assert.deepEqual(comment, {
    object: 'comment',
    id: comment.id,
    postedBy: await server.as(commenter).getAuthenticatedUser(),
    postedAt: comment.postedAt,
    reactions: [],
    replies: 0,
    repliers: [],
    body: { markdown: 'Is *this* so?' },
    target: {
      node: { id: first, preview: 'First block.' },
      page: {
        id: pageId,
        title: 'Guide',
        path: 'guide',
        createdAt: page.createdAt,
        updatedAt: page.updatedAt,
        outdated: false,
      },
      space: spaceId,
      revision,
    },
    status: 'open',
    urls: { location: comment.urls.location },
    permissions: { view: true, edit: true, reply: true, delete: true },
  })
  assert.ok(comment.urls.location.endsWith(`/v1/spaces/${spaceId}/comments/${comment.id}`))
  const forAdmin = await get(comment.id)
  assert.deepEqual(forAdmin, { ...comment, permissions: { ...comment.permissions, edit: false } })
  assert.deepEqual(await recorded(server, organization.id, posted), [
    { type: 'comment.posted', actor: commenter.id, spaceId, commentId: comment.id },
  ])
})

test('Markdown comes back byte for byte, and as blocks where they are asked for', async () => {
  const { commenter, params, spaceId, say } = await givenDiscussed(server)
  const api = server.as(commenter)
  const odd = '\r\n  *  a\t\r\n\r\n__b__ &amp; <x>  \n\n\n:::'
  const { id: commentId, body } = await say(commenter, odd)
  assert.deepEqual(body, { markdown: odd })
  const one = { params: { spaceId, commentId } }
  assert.deepEqual((await api.getCommentInSpace(one)).body, { markdown: odd })
  const asBlocks = await api.getCommentInSpace({ ...one, query: { format: 'document' } })
  assert.deepEqual(Object.keys(asBlocks.body), ['document'])
  const { document } = asBlocks.body
  assert.ok(document)
  const again = await api.postCommentInSpace({ params, body: { body: { document } } })
  const [listed] = (
    await api.listCommentsInSpace({ params, query: { format: 'document', order: 'desc', limit: 1 } as never })
  ).items
  assert.equal(listed?.id, again.id)
  assert.equal(listed?.body.document?.nodes.length, document.nodes.length)
})

test('what cannot be a comment is refused, with the place', async () => {
  const { organization, commenter, params, spaceId, pageId, keys } = await givenDiscussed(server)
  const [first = ''] = await keys()
  const cell = { record: 'r', definition: 'd' }
  const body = { markdown: 'Text' }
  const refused: readonly (readonly [object, string])[] = [
    [{ body, page: newId() }, '/body/page'],
    [{ body, node: 'nothing' }, '/body/node'],
    [{ body, page: pageId, node: 'nothing' }, '/body/node'],
    [{ body, page: pageId, tableCell: cell }, '/body/node'],
  ]
  for (const [wrong, pointer] of refused) {
    const answer = server.as(commenter).postCommentInSpace({ params, body: wrong as never })
    const { reason, details } = await refusalOf(answer)
    assert.deepEqual([reason, (details as { pointer: string }[])[0]?.pointer], ['invalid_request', pointer])
  }
  for (const wrong of [{}, { body: {} }, { body: { markdown: 'a'.repeat(100_001) } }, { body, more: 1 }]) {
    const answer = server.as(commenter).postCommentInSpace({ params, body: wrong as never })
    await assertRefused(server, organization.id, answer, 'invalid_request')
  }
  const answer = server.as(commenter).postCommentInSpace({
    params: { spaceId },
    body: { body, page: pageId, node: first, tableCell: cell },
  })
  assert.deepEqual((await answer).target.tableCell, cell)
})

test('a list is narrowed by status, page and authors, in either order', async () => {
  const { admin, commenter, editor, params, spaceId, pageId, say } = await givenDiscussed(server)
  const one = await say(commenter, 'one')
  const two = await say(editor, 'two', { page: pageId })
  const three = await say(commenter, 'three', { page: pageId })
  const api = server.as(admin)
  await api.updateCommentInSpace({ params: { spaceId, commentId: two.id }, body: { resolved: true } })
  const list = async (query: object) => {
    const { items, count } = await api.listCommentsInSpace({ params, query: query as never })
    assert.equal(count, items.length)
    return items.map(({ body }) => body.markdown)
  }
  assert.deepEqual(await list({}), ['three', 'two', 'one'])
  assert.deepEqual(await list({ order: 'asc' }), ['one', 'two', 'three'])
  assert.deepEqual(await list({ status: 'all' }), ['three', 'two', 'one'])
  assert.deepEqual(await list({ status: 'open' }), ['three', 'one'])
  assert.deepEqual(await list({ status: 'resolved' }), ['two'])
  assert.deepEqual(await list({ targetPage: pageId }), ['three', 'two'])
  assert.deepEqual(await list({ targetPage: newId() }), [])
  assert.deepEqual(await list({ authors: [editor.id] }), ['two'])
  assert.deepEqual(await list({ authors: [editor.id, commenter.id], status: 'open' }), ['three', 'one'])
  assert.ok(one.id < two.id && two.id < three.id)
})

test('paging through comments loses and repeats none while others come and go', async () => {
  const { commenter, params, spaceId, say } = await givenDiscussed(server)
  const ids: string[] = []
  for (let count = 0; count < 12; count++) ids.unshift((await say(commenter, `${count}`)).id)
  const api = server.as(commenter)
  const seen: string[] = []
  const query = { limit: 5 } as never
  for await (const { id } of each(api.listCommentsInSpace, { params, query })) {
    seen.push(id)
    if (seen.length !== 5) continue
    await say(commenter, 'late')
    await api.deleteCommentInSpace({ params: { spaceId, commentId: ids[11] ?? '' } })
  }
  assert.deepEqual(seen, ids.slice(0, 11))
})

test('a text is edited by its author alone, and says when', async () => {
  const { organization, admin, commenter, editor, spaceId, say, get } = await givenDiscussed(server)
  const { id: commentId, postedAt } = await say(commenter, 'Befor')
  const params = { spaceId, commentId }
  const body = { body: { markdown: 'Before' } }
  for (const person of [admin, editor]) {
    const answer = server.as(person).updateCommentInSpace({ params, body })
    await assertRefused(server, organization.id, answer, 'forbidden')
  }
  const edited = await server.as(commenter).request('updateCommentInSpace', { params, body })
  assert.equal(edited.status, 200)
  assert.deepEqual([edited.data.body, edited.data.postedAt], [{ markdown: 'Before' }, postedAt])
  assert.ok((edited.data.editedAt ?? '') > postedAt)
  assert.deepEqual((await get(commentId)).editedAt, edited.data.editedAt)
  const common = { actor: commenter.id, spaceId, commentId }
  assert.deepEqual(await recorded(server, organization.id, edited), [{ type: 'comment.edited', ...common }])
  const same = await server.as(commenter).request('updateCommentInSpace', { params, body })
  assert.equal(same.data.editedAt, edited.data.editedAt)
  assert.deepEqual(await recorded(server, organization.id, same), [])
})

test('a comment is resolved and reopened by its author, or by who edits the space', async () => {
  const { organization, commenter, editor, spaceId, say, open } = await givenDiscussed(server)
  const other = await givenMember(server, organization, 'comment')
  const { id: commentId } = await say(commenter, 'Done?')
  const set = (person: typeof editor, resolved: boolean) =>
    server.as(person).request('updateCommentInSpace', { params: { spaceId, commentId }, body: { resolved } })
  assert.equal(await open(), 1)
  await assertRefused(server, organization.id, set(other, true), 'forbidden')
  const resolved = await set(editor, true)
  const { status, resolvedBy, resolvedAt } = resolved.data
  assert.deepEqual([status, resolvedBy?.id], ['resolved', editor.id])
  assert.ok(resolvedAt)
  const common = { spaceId, commentId }
  assert.deepEqual(await recorded(server, organization.id, resolved), [
    { type: 'comment.resolved', actor: editor.id, ...common },
  ])
  assert.equal(await open(), 0)
  const again = await set(commenter, true)
  assert.deepEqual([again.data.resolvedBy?.id, again.data.resolvedAt], [editor.id, resolvedAt])
  const reopened = await set(commenter, false)
  assert.deepEqual(
    [reopened.data.status, reopened.data.resolvedBy, reopened.data.resolvedAt],
    ['open', undefined, undefined],
  )
  assert.deepEqual(await recorded(server, organization.id, reopened), [
    { type: 'comment.reopened', actor: commenter.id, ...common },
  ])
  assert.equal(await open(), 1)
})

test('replies are counted, read in their order, edited, and deleted with their comment', async () => {
  const { organization, admin, commenter, editor, spaceId, say, answer, get } = await givenDiscussed(server)
  const { id: commentId } = await say(commenter, 'Why?')
  const first = await answer(editor, commentId, 'Because.')
  const second = await answer(commenter, commentId, 'I *see*.')
  const params = { spaceId, commentId }
  assert.deepEqual(Object.keys(first).sort(), [
    'body',
    'id',
    'object',
    'permissions',
    'postedAt',
    'postedBy',
    'reactions',
    'urls',
  ])
  assert.ok(first.urls.location.endsWith(`/comments/${commentId}/replies/${first.id}`))
  const asked = await get(commentId)
  assert.equal(asked.replies, 2)
  assert.deepEqual(
    asked.repliers.map(({ user, count, updatedAt }) => [user.id, count, updatedAt]),
    [
      [commenter.id, 1, second.postedAt],
      [editor.id, 1, first.postedAt],
    ],
  )
  const api = server.as(commenter)
  const list = await api.listCommentRepliesInSpace({ params })
  assert.deepEqual([list.count, list.items.map(({ id }) => id)], [2, [first.id, second.id]])
  const one = { params: { ...params, commentReplyId: second.id } }
  assert.deepEqual(await api.getCommentReplyInSpace(one), second)
  const body = { body: { markdown: 'I see.' } }
  const changed = await api.request('updateCommentReplyInSpace', { ...one, body })
  assert.deepEqual(changed.data.body, { markdown: 'I see.' })
  assert.ok(changed.data.editedAt)
  const place = { actor: commenter.id, spaceId, commentId, commentReplyId: second.id }
  assert.deepEqual(await recorded(server, organization.id, changed), [{ type: 'comment.edited', ...place }])
  await assert.rejects(server.as(editor).updateCommentReplyInSpace({ ...one, body }), { status: 403 })
  await assert.rejects(server.as(editor).deleteCommentReplyInSpace(one), { status: 403 })
  const deleted = await api.request('deleteCommentReplyInSpace', one)
  assert.equal(deleted.status, 205)
  assert.equal((await api.request('deleteCommentReplyInSpace', one)).status, 204)
  assert.equal((await get(commentId)).replies, 1)
  assert.equal((await server.as(admin).request('deleteCommentInSpace', { params })).status, 205)
  await assert.rejects(api.getCommentInSpace({ params }), notFound)
  await assert.rejects(api.listCommentRepliesInSpace({ params }), notFound)
  await assert.rejects(answer(editor, commentId, 'Late'), notFound)
})

test('a comment is found where it was posted, and nowhere else', async () => {
  const { commenter, editor, spaceId, say, answer, params } = await givenDiscussed(server)
  const draft = await givenChangeRequest(server, spaceId, editor)
  const api = server.as(commenter)
  const inSpace = await say(commenter, 'space')
  const reply = await answer(commenter, inSpace.id, 'reply')
  const inDraft = await api.postCommentInChangeRequest({
    params: draft.params,
    body: { body: { markdown: 'draft' } },
  })
  assert.equal(inDraft.target.changeRequest, draft.id)
  assert.ok(inDraft.urls.location.endsWith(`/change-requests/${draft.id}/comments/${inDraft.id}`))
  const byNumber = { spaceId, changeRequestId: String(draft.number), commentId: inDraft.id }
  assert.deepEqual(await api.getCommentInChangeRequest({ params: byNumber }), inDraft)
  const wrong = [
    () => api.getCommentInSpace({ params: { spaceId, commentId: inDraft.id } }),
    () => api.getCommentInSpace({ params: { spaceId, commentId: reply.id } }),
    () => api.getCommentInChangeRequest({ params: { ...draft.params, commentId: inSpace.id } }),
    () =>
      api.getCommentReplyInSpace({ params: { spaceId, commentId: inDraft.id, commentReplyId: reply.id } }),
    () => api.updateCommentInSpace({ params: { spaceId, commentId: inDraft.id }, body: { resolved: true } }),
    () =>
      api.postCommentReplyInSpace({
        params: { spaceId, commentId: reply.id },
        body: { body: { markdown: 'x' } },
      }),
  ]
  for (const ask of wrong) await assert.rejects(ask, notFound)
  const elsewhere = { spaceId, commentId: inDraft.id }
  assert.equal((await api.request('deleteCommentInSpace', { params: elsewhere })).status, 204)
  const gone = { ...byNumber, changeRequestId: '99' }
  assert.equal((await api.request('deleteCommentInChangeRequest', { params: gone })).status, 204)
  const texts = ({ items }: { items: readonly Comment[] }) => items.map(({ body }) => body.markdown)
  assert.deepEqual(texts(await api.listCommentsInSpace({ params })), ['space'])
  assert.deepEqual(texts(await api.listCommentsInChangeRequest({ params: draft.params })), ['draft'])
})

test('what the permissions of a comment say is what the server does', async () => {
  const { admin, commenter, editor, reviewer, spaceId, say, answer } = await givenDiscussed(server)
  for (const person of [admin, commenter, editor, reviewer]) {
    const api = server.as(person)
    const { id: commentId } = await say(commenter, 'Mine')
    const { id: commentReplyId } = await answer(commenter, commentId, 'Also mine')
    const params = { spaceId, commentId }
    const replyParams = { ...params, commentReplyId }
    const body = { body: { markdown: 'Changed' } }
    const comment = await api.getCommentInSpace({ params })
    const reply = await api.getCommentReplyInSpace({ params: replyParams })
    assert.equal(comment.permissions.view, true)
    assert.deepEqual(reply.permissions, comment.permissions)
    const replied = api.postCommentReplyInSpace({ params, body })
    assert.equal(await succeeds(replied), comment.permissions.reply)
    assert.equal(await succeeds(api.updateCommentInSpace({ params, body })), comment.permissions.edit)
    const edited = api.updateCommentReplyInSpace({ params: replyParams, body })
    assert.equal(await succeeds(edited), reply.permissions.edit)
    const removed = api.deleteCommentReplyInSpace({ params: replyParams })
    assert.equal(await succeeds(removed), reply.permissions.delete)
    assert.equal(await succeeds(api.deleteCommentInSpace({ params })), comment.permissions.delete)
  }
})

test('an author who only reads any more can take the comment away, but not see it', async () => {
  const { organization, admin, commenter, spaceId, say } = await givenDiscussed(server)
  const { id: commentId } = await say(commenter, 'Mine')
  const params = { spaceId, commentId }
  await server.as(admin).updateMemberInOrganizationById({
    params: { organizationId: organization.id, userId: commenter.id },
    body: { role: 'read' },
  })
  await assert.rejects(server.as(commenter).getCommentInSpace({ params }), { status: 403 })
  const body = { body: { markdown: 'Changed' } }
  await assert.rejects(server.as(commenter).updateCommentInSpace({ params, body }), { status: 403 })
  assert.equal((await server.as(commenter).request('deleteCommentInSpace', { params })).status, 205)
})

test('If-Match keeps two from overwriting each other', async () => {
  const { admin, commenter, spaceId, say, answer } = await givenDiscussed(server)
  const { id: commentId } = await say(commenter, 'Text')
  const params = { spaceId, commentId }
  const api = server.as(commenter)
  const { headers } = await api.request('getCommentInSpace', { params })
  const ifMatch = headers.get('etag') ?? ''
  const body = { body: { markdown: 'Changed' } }
  assert.equal((await api.request('updateCommentInSpace', { params, body }, { ifMatch })).status, 200)
  const stale = api.request('deleteCommentInSpace', { params }, { ifMatch })
  await assert.rejects(stale, { status: 412 })
  const reply = { ...params, commentReplyId: (await answer(admin, commentId, 'Reply')).id }
  const read = await server.as(admin).request('getCommentReplyInSpace', { params: reply })
  const tag = { ifMatch: read.headers.get('etag') ?? '' }
  assert.equal(
    (await server.as(admin).request('deleteCommentReplyInSpace', { params: reply }, tag)).status,
    205,
  )
})

test('commenters are the members who wrote, each once', async () => {
  const { organization, admin, commenter, editor, reviewer, params, spaceId, say, answer } =
    await givenDiscussed(server)
  const { id } = await say(commenter, 'one')
  await say(commenter, 'two')
  await answer(editor, id, 'reply')
  const draft = await givenChangeRequest(server, spaceId, editor)
  const body = { body: { markdown: 'draft' } }
  await server.as(reviewer).postCommentInChangeRequest({ params: draft.params, body })
  const api = server.as(admin)
  const inSpace = await api.listCommentersInSpace({ params })
  const expected = [commenter.id, editor.id].toSorted()
  assert.deepEqual([inSpace.count, inSpace.items.map(({ id: one }) => one)], [2, expected])
  const member = { params: { organizationId: organization.id, userId: expected[0] ?? '' } }
  assert.deepEqual(inSpace.items[0], await api.getMemberInOrganizationById(member))
  const inDraft = await api.listCommentersInChangeRequest({ params: draft.params })
  assert.deepEqual(
    inDraft.items.map(({ id: one }) => one),
    [reviewer.id],
  )
  await api.removeMemberFromOrganizationById({
    params: { organizationId: organization.id, userId: commenter.id },
  })
  assert.deepEqual(
    (await api.listCommentersInSpace({ params })).items.map(({ id: one }) => one),
    [editor.id],
  )
  assert.equal((await api.listCommentsInSpace({ params })).count, 2)
})

async function succeeds(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer
    return true
  } catch (error) {
    assert.equal((error as { status?: number }).status, 403)
    return false
  }
}
