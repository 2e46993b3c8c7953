import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import type { Review } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { givenMember, type Person, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'
import { close, givenChangeRequest, givenDraft, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
// On a busy machine, some concurrent requests get no connection in time and must retry.
const patient = { retries: 20 }
const notFound = { status: 404, reason: 'not_found' }

test('a review shows who says what about which revision, and is on record', async () => {
  const { organization, reviewer, commenter, params, id, revision, spaceId } = await givenDraft(server)
  const body = { status: 'changes-requested' as const, comment: { markdown: 'Say *why*.' } }
  const submitted = await server.as(reviewer).request('submitChangeRequestReview', { params, body })
  assert.equal(submitted.status, 201)
  const { comment, ...review } = submitted.data
  const user = await server.as(reviewer).getAuthenticatedUser()
  const { createdAt } = review
  assert.deepEqual(review, {
    object: 'change-request-review',
    id: review.id,
    revision,
    reviewer: user,
    status: 'changes-requested',
    outdated: false,
    createdAt,
    updatedAt: createdAt,
    urls: { location: submitted.headers.get('location') },
  })
  const location = submitted.headers.get('location')
  assert.ok(location?.endsWith(`/v1/spaces/${spaceId}/change-requests/${id}/reviews/${review.id}`))
  assert.deepEqual(comment, {
    object: 'comment',
    id: comment?.id,
    postedBy: user,
    postedAt: createdAt,
    status: 'open',
    replies: 0,
    repliers: [],
    reactions: [],
    body: { markdown: 'Say *why*.' },
    target: { space: spaceId, changeRequest: id, review: review.id, revision },
    urls: { location: comment?.urls.location },
    permissions: { view: true, edit: true, reply: true, delete: true },
  })
  const commentId = comment?.id ?? ''
  const asComment = { params: { ...params, commentId } }
  assert.deepEqual(await server.as(reviewer).getCommentInChangeRequest(asComment), comment)
  const key = { params: { ...params, reviewId: review.id } }
  assert.deepEqual(await server.as(reviewer).getChangeRequestReviewById(key), submitted.data)
  const seen = await server.as(commenter).getChangeRequestReviewById(key)
  assert.deepEqual(seen.comment?.permissions, { view: true, edit: false, reply: true, delete: false })
  assert.deepEqual(await recorded(server, organization.id, submitted), [
    {
      type: 'change_request.reviewed',
      actor: reviewer.id,
      spaceId,
      changeRequestId: id,
      reviewId: review.id,
      revisionId: revision,
      status: 'changes-requested',
    },
    { type: 'comment.posted', actor: reviewer.id, spaceId, changeRequestId: id, commentId },
  ])
})

test('a comment is shown as Markdown or as blocks, however it came', async () => {
  const { admin, reviewer, params } = await givenDraft(server)
  const leaves = [{ object: 'leaf' as const, text: 'Well done.', marks: [] }]
  const paragraph = {
    object: 'block' as const,
    type: 'paragraph',
    nodes: [{ object: 'text' as const, leaves }],
  }
  const document = { object: 'document' as const, data: {}, nodes: [paragraph] }
  const [api, status] = [server.as(reviewer), 'approved' as const]
  for (const comment of [{ markdown: 'Well done.\n' }, { document }]) {
    const { id, comment: posted } = await api.submitChangeRequestReview({ params, body: { status, comment } })
    assert.deepEqual(posted?.body, { markdown: 'Well done.\n' })
    const get = { params: { ...params, reviewId: id }, query: { format: 'document' as const } }
    const [block] = (await api.getChangeRequestReviewById(get)).comment?.body.document?.nodes ?? []
    assert.deepEqual([block?.type, block?.nodes?.[0]?.leaves?.[0]?.text], ['paragraph', 'Well done.'])
  }
  const { items } = await server
    .as(admin)
    .getReviewsByChangeRequestId({ params, query: { format: 'document' } })
  assert.deepEqual(
    items.map(({ comment }) => [Object.keys(comment?.body ?? {}), comment?.permissions.delete]),
    Array(2).fill([['document'], true]),
  )
})

test('a comment has at most 100,000 characters, as Markdown and as blocks', async () => {
  const { organization, reviewer, params } = await givenDraft(server)
  const submit = (comment: object) =>
    server
      .as(reviewer)
      .submitChangeRequestReview({ params, body: { status: 'approved', comment: comment as never } })
  const inBlocks = (length: number) => {
    const leaves = [{ object: 'leaf', text: 'a'.repeat(length), marks: [] }]
    const nodes = [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }]
    return { document: { object: 'document', data: {}, nodes } }
  }
  for (const comment of [{ markdown: 'a'.repeat(100_001) }, inBlocks(100_001)]) {
    await assertRefused(server, organization.id, submit(comment), 'invalid_request')
  }
  const refusal = await refusalOf(submit(inBlocks(200_000)))
  const message = 'has more than 100000 characters as Markdown'
  assert.deepEqual(refusal.details, [{ pointer: '/body/comment', message }])
  await submit({ markdown: 'a'.repeat(100_000) })
  await submit(inBlocks(99_000))
})

test('nobody reviews their own change request, nor below review level, nor one that is closed', async () => {
  const { organization, admin, editor, reviewer, params, id, spaceId } = await givenDraft(server)
  const submit = (person: Person, where = params) =>
    server.as(person).submitChangeRequestReview({ params: where, body: { status: 'approved' } })
  await assertRefused(server, organization.id, submit(editor), 'forbidden')
  const own = await givenChangeRequest(server, spaceId, admin)
  await assertRefused(server, organization.id, submit(admin, own.params), 'forbidden')
  await assertRefused(server, organization.id, submit(editor, own.params), 'forbidden')
  const unknown = { spaceId, changeRequestId: newId() }
  await assertRefused(server, organization.id, submit(reviewer, unknown), 'not_found')
  for (const status of ['archived', 'merged'] as const) {
    await close(server, id, status)
    await assertRefused(server, organization.id, submit(reviewer), 'change_request_closed')
  }
  await close(server, own.id, 'archived')
  await assertRefused(server, organization.id, submit(admin, own.params), 'forbidden')
  assert.equal((await server.as(admin).getReviewsByChangeRequestId({ params })).count, 0)
})

test('a review that says neither yes nor no is refused', async () => {
  const { reviewer, params } = await givenDraft(server)
  for (const status of ['commented', 'draft', '']) {
    const body = { status: status as 'approved' }
    const refusal = await refusalOf(server.as(reviewer).submitChangeRequestReview({ params, body }))
    assert.deepEqual([refusal.status, refusal.reason], [400, 'invalid_request'])
  }
})

test('reviews are read with comment level, below their own change request and nowhere else', async () => {
  const { commenter, reader, editor, reviewer, params, number, spaceId } = await givenDraft(server)
  const { id: reviewId } = await approve(reviewer, params)
  const byNumber = { spaceId, changeRequestId: String(number) }
  const api = server.as(commenter)
  const shown = await api.getChangeRequestReviewById({ params: { ...byNumber, reviewId } })
  assert.equal(shown.id, reviewId)
  assert.equal((await api.getReviewsByChangeRequestId({ params: byNumber })).items[0]?.id, reviewId)
  const other = await givenChangeRequest(server, spaceId, editor)
  const wrong = [
    { ...other.params, reviewId },
    { ...params, reviewId: newId() },
    { spaceId, changeRequestId: newId(), reviewId },
  ]
  for (const one of wrong) await assert.rejects(api.getChangeRequestReviewById({ params: one }), notFound)
  const nowhere = { spaceId, changeRequestId: newId() }
  await assert.rejects(api.getReviewsByChangeRequestId({ params: nowhere }), notFound)
  assert.equal((await api.getReviewsByChangeRequestId({ params: other.params })).count, 0)
  const forbidden = { status: 403, reason: 'forbidden' }
  await assert.rejects(server.as(reader).getReviewsByChangeRequestId({ params }), forbidden)
  const key = { params: { ...params, reviewId } }
  await assert.rejects(server.as(reader).getChangeRequestReviewById(key), forbidden)
})

test('every change of content makes the reviews before it outdated, and they stay readable', async () => {
  const { editor, reviewer, params, write } = await givenDraft(server)
  const first = await approve(reviewer, params)
  await write(page('A'))
  const second = await approve(reviewer, params)
  assert.notEqual(first.revision, second.revision)
  const list = async (outdated?: boolean) => {
    const query = outdated === undefined ? {} : { outdated }
    const { items, count } = await server.as(editor).getReviewsByChangeRequestId({ params, query })
    return { count, items: items.map(({ id, outdated: isOutdated }) => [id, isOutdated]) }
  }
  const [old, current] = [
    [first.id, true],
    [second.id, false],
  ]
  assert.deepEqual(await list(), { count: 2, items: [current, old] })
  assert.deepEqual(await list(true), { count: 1, items: [old] })
  assert.deepEqual(await list(false), { count: 1, items: [current] })
  await write(page('B'))
  assert.deepEqual(await list(false), { count: 0, items: [] })
})

test('paging through reviews loses and repeats none, newest first, while others are added', async () => {
  const { reviewer, commenter, params } = await givenDraft(server)
  const ids: string[] = []
  for (let count = 0; count < 12; count++) ids.unshift((await approve(reviewer, params)).id)
  const api = server.as(commenter)
  const seen: string[] = []
  for await (const { id } of each(api.getReviewsByChangeRequestId, { params, query: { limit: 5 } })) {
    seen.push(id)
    if (seen.length === 5) await approve(reviewer, params)
  }
  assert.deepEqual(seen, ids)
  const { items, count } = await api.getReviewsByChangeRequestId({ params, query: { limit: 5 } })
  assert.deepEqual([items.length, count], [5, 13])
})

test('the ETag of a review stays while the review does, and changes when it becomes outdated', async () => {
  const { reviewer, params, write } = await givenDraft(server)
  const { id: reviewId } = await approve(reviewer, params)
  const get = (ifNoneMatch: string) =>
    server
      .as(reviewer)
      .request('getChangeRequestReviewById', { params: { ...params, reviewId } }, { ifNoneMatch })
  const etag = (await get('"none"')).headers.get('etag') ?? ''
  assert.match(etag, /^"/)
  await approve(reviewer, params)
  assert.equal((await get(etag)).status, 304)
  await write(page('A'))
  const changed = await get(etag)
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), etag)
})

test('reviews that are submitted at once are all kept, each once', async () => {
  const { organization, admin, reviewer, params } = await givenDraft(server)
  const people = [admin, reviewer, await givenMember(server, organization, 'review')]
  const submitted = await Promise.all(
    Array.from({ length: 30 }, (_, one) => approve(people[one % 3] ?? admin, params)),
  )
  const { items, count } = await server.as(admin).getReviewsByChangeRequestId({ params })
  assert.equal(count, 30)
  assert.deepEqual(items.map(({ id }) => id).toSorted(), submitted.map(({ id }) => id).toSorted())
  for (const { id } of people) assert.equal(items.filter((one) => one.reviewer.id === id).length, 10)
})

test('a review that waits for a change of content is of what the change made', async () => {
  const { reviewer, params, id } = await givenDraft(server)
  const { revision } = await whileChanging(id, { revision_id: 'later' }, () => approve(reviewer, params))
  assert.equal(revision, 'later')
})

test('a review that waits for the change request to be archived is refused', async () => {
  const { reviewer, params, id } = await givenDraft(server)
  const late = await whileChanging(id, { status: 'archived' }, () => refusalOf(approve(reviewer, params)))
  assert.equal(late.reason, 'change_request_closed')
})

function approve(person: Person, params: { spaceId: string; changeRequestId: string }): Promise<Review> {
  return server.as(person, patient).submitChangeRequestReview({ params, body: { status: 'approved' } })
}

/** The response to a request that starts after a change to the change request and before its commit. */
async function whileChanging<T>(
  id: string,
  changes: { readonly revision_id: string } | { readonly status: string },
  request: () => Promise<T>,
): Promise<T> {
  const { answer } = await server.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('change_requests').set(changes).where('id', '=', id).execute()
    const begun = request()
    await new Promise((resolve) => setTimeout(resolve, 100))
    return { answer: begun }
  })
  return answer
}
