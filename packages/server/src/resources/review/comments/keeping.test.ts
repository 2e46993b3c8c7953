import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../db/transaction.ts'
import { givenDiscussed, patient } from '../../../test/discussing.ts'
import { startServer } from '../../../test/harness.ts'
import { close, givenChangeRequest, page } from '../../../test/writing.ts'
import { purgeSpace } from '../../spaces/spaces/jobs.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const notFound = { status: 404, reason: 'not_found' }

test('open comments are counted exactly while people post, resolve, reopen and delete at once', async () => {
  const { admin, commenter, spaceId, say, open } = await givenDiscussed(server)
  const posted = await Promise.all(Array.from({ length: 30 }, (_, one) => say(commenter, `${one}`)))
  assert.equal(await open(), 30)
  const api = server.as(admin, patient)
  const set = (commentId: string, resolved: boolean) =>
    api.updateCommentInSpace({ params: { spaceId, commentId }, body: { resolved } })
  const ids = posted.map(({ id }) => id)
  await Promise.all([
    ...ids.slice(0, 20).flatMap((id) => [set(id, true), set(id, true)]),
    ...ids.slice(20, 25).map((commentId) => api.deleteCommentInSpace({ params: { spaceId, commentId } })),
    ...ids.slice(25).map(() => say(commenter, 'more')),
  ])
  assert.equal(await open(), 10)
  await Promise.all([
    ...ids.slice(0, 10).map((id) => set(id, false)),
    ...ids.slice(10, 20).map((commentId) => api.deleteCommentInSpace({ params: { spaceId, commentId } })),
  ])
  assert.equal(await open(), 20)
  const query = { status: 'open' } as never
  assert.equal((await api.listCommentsInSpace({ params: { spaceId }, query })).count, 20)
})

test('replies are counted exactly while they come and go at once', async () => {
  const { commenter, editor, spaceId, say, answer, get } = await givenDiscussed(server)
  const { id: commentId } = await say(commenter, 'Why?')
  const first = await Promise.all(Array.from({ length: 10 }, () => answer(editor, commentId, 'Old')))
  await Promise.all([
    ...Array.from({ length: 20 }, () => answer(commenter, commentId, 'New')),
    ...first.map(({ id: commentReplyId }) =>
      server
        .as(editor, patient)
        .deleteCommentReplyInSpace({ params: { spaceId, commentId, commentReplyId } }),
    ),
  ])
  assert.equal((await get(commentId)).replies, 20)
})

test('the comments of a change request, its reviews included, count there and not in the space', async () => {
  const { admin, commenter, editor, reviewer, spaceId, say, open } = await givenDiscussed(server)
  const { params, ...draft } = await givenChangeRequest(server, spaceId, editor)
  await say(commenter, 'space')
  const api = server.as(commenter)
  const count = async () => (await api.getChangeRequestById({ params })).comments
  await api.postCommentInChangeRequest({ params, body: { body: { markdown: 'draft' } } })
  const { comment } = await server.as(reviewer).submitChangeRequestReview({
    params,
    body: { status: 'approved', comment: { markdown: 'Good.' } },
  })
  assert.deepEqual([await count(), await open()], [2, 1])
  const { items } = await api.listCommentsInChangeRequest({ params })
  assert.deepEqual(
    items.map(({ body }) => body.markdown),
    ['Good.', 'draft'],
  )
  assert.deepEqual(items[0]?.target.review, comment?.target.review)
  const reviewId = comment?.target.review ?? ''
  const key = { params: { ...params, commentId: comment?.id ?? '' } }
  await server.as(reviewer).updateCommentInChangeRequest({ ...key, body: { body: { markdown: 'Fine.' } } })
  const review = () => api.getChangeRequestReviewById({ params: { ...params, reviewId } })
  assert.deepEqual((await review()).comment?.body, { markdown: 'Fine.' })
  await server.as(editor).updateCommentInChangeRequest({ ...key, body: { resolved: true } })
  assert.equal((await review()).comment?.status, 'resolved')
  assert.equal(await count(), 1)
  await server.as(admin).deleteCommentInChangeRequest(key)
  assert.equal((await review()).comment, undefined)
  assert.equal(await count(), 1)
  assert.ok(draft.id)
})

test('those who spoke about a change request are among its contributors', async () => {
  const { commenter, editor, spaceId } = await givenDiscussed(server)
  const { params, write } = await givenChangeRequest(server, spaceId, editor)
  await write(page('One'))
  const body = { body: { markdown: 'Text' } }
  const { id: commentId } = await server.as(commenter).postCommentInChangeRequest({ params, body })
  await server.as(commenter).postCommentReplyInChangeRequest({ params: { ...params, commentId }, body })
  await server.as(editor).postCommentReplyInChangeRequest({ params: { ...params, commentId }, body })
  const { items, count } = await server.as(editor).getContributorsByChangeRequestId({ params })
  const told = items.map((one) => [one.user.id, one.actionType, one.count])
  assert.deepEqual(told, [
    [editor.id, 'comment', 1],
    [commenter.id, 'comment', 2],
    [editor.id, 'edit', 1],
  ])
  assert.equal(count, 3)
})

test('a discussion goes on in a locked space, and when a change request is archived or merged', async () => {
  const { admin, commenter, editor, params, spaceId, say } = await givenDiscussed(server)
  await server.as(admin).updateSpaceById({ params, body: { editMode: 'locked' } })
  assert.equal((await say(commenter, 'Still here')).status, 'open')
  const draft = await givenChangeRequest(server, spaceId, editor)
  await close(server, draft.id, 'archived')
  const body = { body: { markdown: 'Why not?' } }
  const api = server.as(commenter)
  assert.equal((await api.postCommentInChangeRequest({ params: draft.params, body })).status, 'open')
  await close(server, draft.id, 'merged')
  const { id: commentId } = await api.postCommentInChangeRequest({ params: draft.params, body })
  const reply = { params: { ...draft.params, commentId }, body }
  assert.equal((await api.postCommentReplyInChangeRequest(reply)).object, 'comment-reply')
  assert.equal((await api.listCommentsInChangeRequest({ params: draft.params })).count, 2)
})

test('comments go to the trash with their space, come back with it, and end with it', async () => {
  const { admin, commenter, params, spaceId, say, answer, get, open } = await givenDiscussed(server)
  const { id: commentId } = await say(commenter, 'Text')
  await answer(commenter, commentId, 'Reply')
  const api = server.as(admin)
  await api.updateCommentInSpace({ params: { spaceId, commentId }, body: { addedReactions: ['👀'] } })
  const before = await get(commentId)
  const copy = await api.duplicateSpace({ params })
  assert.equal(copy.comments, 0)
  assert.equal((await api.listCommentsInSpace({ params: { spaceId: copy.id } })).count, 0)
  await api.deleteSpaceById({ params })
  await assert.rejects(get(commentId), notFound)
  await assert.rejects(api.listCommentsInSpace({ params }), notFound)
  await assert.rejects(say(commenter, 'Late'), notFound)
  await assert.rejects(
    server.as(commenter).deleteCommentInSpace({ params: { spaceId, commentId } }),
    notFound,
  )
  await api.restoreSpace({ params })
  assert.deepEqual(await get(commentId), before)
  assert.equal(await open(), 1)
  await api.deleteSpaceById({ params })
  const later = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString()
  await inTransaction(server.db, { repeatable: true }, (db) =>
    purgeSpace({ spaceId }, { db, now: later, deletedSpacesKeptDays: 7 } as never),
  )
  for (const table of ['comments', 'comment_reactions'] as const) {
    const rows = await server.db.selectFrom(table).selectAll().where('space_id', '=', spaceId).execute()
    assert.deepEqual(rows, [])
  }
})
