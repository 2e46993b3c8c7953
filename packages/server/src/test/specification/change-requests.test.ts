import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenMember, startServer } from '../harness.ts'
import { refusalOf } from '../recorded.ts'
import { givenChangeRequest, givenDraft, givenWrittenSpace, page } from '../writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('spec 32: edit level is enough for the change requests of others, except to merge them', async () => {
  const { organization, admin, editor, spaceId } = await givenWrittenSpace(server, page('A'))
  const { params } = await givenChangeRequest(server, spaceId, admin)
  const reviewer = await givenMember(server, organization, 'review')
  const api = server.as(editor)
  await api.updateChangeRequestContent({ params, body: { changes: [page('B')] } })
  const edited = await api.updateChangeRequestById({ params, body: { subject: 'Better', status: 'open' } })
  assert.deepEqual([edited.subject, edited.status], ['Better', 'open'])
  assert.equal((await api.updateChangeRequest({ params })).result, 'update')
  await api.requestReviewersForChangeRequest({ params, body: { users: [reviewer.id] } })
  const named = { ...params, userId: reviewer.id }
  assert.equal((await api.request('removeRequestedReviewerFromChangeRequest', { params: named })).status, 205)
  assert.equal((await refusalOf(api.mergeChangeRequest({ params }))).status, 403)
})

test('spec 358: the contributor filter finds everybody whom the contributors list names', async () => {
  const draft = await givenDraft(server)
  const { params, spaceId, organization, editor, commenter, reviewer, admin, write } = draft
  await server.as(admin).updateChangeRequestById({ params, body: { status: 'open' } })
  await write(page('A'))
  await server.as(admin).updateChangeRequestContent({ params, body: { changes: [page('B')] } })
  const body = { body: { markdown: 'Good.' } }
  await server.as(commenter).postCommentInChangeRequest({ params, body })
  const api = server.as(reviewer)
  const { items } = await api.getContributorsByChangeRequestId({ params })
  const listed = [...new Set(items.map(({ user }) => user.id))].sort()
  assert.deepEqual(listed, [editor.id, admin.id, commenter.id].sort())
  const found = async (contributor: string) => {
    const query = { contributor, status: 'open' as const, limit: 50 }
    const inSpace = await api.listChangeRequestsForSpace({ params: { spaceId }, query })
    const everywhere = await api.listChangeRequestsForOrganization({
      params: { organizationId: organization.id },
      query,
    })
    assert.deepEqual(everywhere, inSpace)
    return inSpace.items.map(({ id }) => id)
  }
  for (const userId of listed) assert.deepEqual(await found(userId), [params.changeRequestId])
  assert.deepEqual(await found(reviewer.id), [])
})

test('spec 361: a merged change request can get another subject, but no other status', async () => {
  const { params, spaceId, reviewer, editor, write } = await givenDraft(server)
  await write(page('A'))
  const { revision } = await server.as(reviewer).mergeChangeRequest({ params })
  const inSpace = { spaceId, revisionId: revision }
  const api = server.as(editor)
  const before = await api.request('getRevisionById', { params: inSpace })
  const changed = await api.updateChangeRequestById({ params, body: { subject: 'Said better' } })
  assert.deepEqual([changed.subject, changed.status], ['Said better', 'merged'])
  const after = await api.request('getRevisionById', { params: inSpace })
  assert.equal(after.data.mergedFrom?.subject, 'Said better')
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'))
  for (const status of ['draft', 'open', 'archived'] as const) {
    const refusal = await refusalOf(api.updateChangeRequestById({ params, body: { status } }))
    assert.deepEqual([refusal.status, refusal.reason], [409, 'change_request_closed'])
  }
})
