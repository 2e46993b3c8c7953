import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import type { JSONDocument } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { givenMember, givenUser, type Person, startServer } from '../../../test/harness.ts'
import { grantSpace } from '../../../test/places.ts'
import { assertRefused, inOrder, recorded, refusalOf } from '../../../test/recorded.ts'
import { close, givenChangeRequest, givenDraft, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
// On a busy machine, some concurrent requests get no connection in time and must retry.
const patient = { retries: 20 }

type Params = { readonly spaceId: string; readonly changeRequestId: string }

test('change requests are listed by the person whose review they wait for, and by space', async () => {
  const { organization, admin, editor, reviewer, params, spaceId, id } = await givenDraft(server)
  await server.as(editor).requestReviewersForChangeRequest({ params, body: { users: [reviewer.id] } })
  const ofSpace = async (requestedReviewer: string) => {
    const input = { params: { spaceId }, query: { requestedReviewer } }
    return (await server.as(editor).listChangeRequestsForSpace(input)).items.map((one) => one.id)
  }
  const ofOrganization = async (
    query: { readonly space: string } | { readonly requestedReviewer: string },
  ) => {
    const input = { params: { organizationId: organization.id }, query }
    return (await server.as(admin).listChangeRequestsForOrganization(input)).items.map((one) => one.id)
  }
  assert.deepEqual(await ofSpace(reviewer.id), [id])
  assert.deepEqual(await ofSpace(admin.id), [])
  assert.deepEqual(await ofOrganization({ space: spaceId }), [id])
  assert.deepEqual(await ofOrganization({ space: newId() }), [])
  assert.deepEqual(await ofOrganization({ requestedReviewer: reviewer.id }), [id])
  assert.deepEqual(await ofOrganization({ requestedReviewer: admin.id }), [])
})

test('asking for reviews opens a draft, and says by whom, from whom and of what', async () => {
  const { organization, admin, editor, reviewer, params, spaceId, id, revision } = await givenDraft(server)
  const description = text('What it is about')
  const body = { users: [reviewer.id, admin.id], subject: 'Ready', description }
  const asked = await server.as(editor).request('requestReviewersForChangeRequest', { params, body })
  const [author, ...people] = await Promise.all(
    [editor, reviewer, admin].map((person) => server.as(person).getAuthenticatedUser()),
  )
  const [{ createdAt } = { createdAt: '' }] = asked.data.users ?? []
  const expected = people
    .map((user) => ({
      object: 'change-request-requested-reviewer',
      kind: 'user',
      user,
      revision,
      requestedBy: author,
      createdAt,
    }))
    .toSorted((a, b) => (a.user.id < b.user.id ? -1 : 1))
  assert.deepEqual([asked.status, asked.data], [200, { users: expected }])
  const list = await server.as(editor).getRequestedReviewersByChangeRequestId({ params })
  assert.deepEqual(list, { items: expected, count: 2 })
  const changed = await server.as(editor).getChangeRequestById({ params })
  assert.deepEqual([changed.status, changed.subject], ['open', 'Ready'])
  assert.deepEqual(changed.description, description)
  assert.equal(changed.updatedAt, createdAt)
  assert.deepEqual(await countersOf(admin, spaceId), [1, 1, 0])
  const common = { actor: editor.id, spaceId, changeRequestId: id }
  const [before, after] = [
    { subject: 'Change', status: 'draft' },
    { subject: 'Ready', status: 'open' },
  ]
  assert.deepEqual(
    await recorded(server, organization.id, asked),
    inOrder([
      { type: 'change_request.edited', ...common, before, after },
      { type: 'change_request.opened', ...common },
      ...[reviewer, admin].map((person) => {
        return { type: 'change_request.review_requested', ...common, revisionId: revision, userId: person.id }
      }),
    ]),
  )
})

test('who is asked already is not asked again, and the request stays as it was', async () => {
  const { organization, admin, editor, reviewer, params, write } = await givenDraft(server)
  const first = await ask(editor, params, [reviewer.id, reviewer.id])
  assert.equal(first.data.users?.length, 1)
  await write(page('A'))
  const before = await server.as(editor).getChangeRequestById({ params })
  const again = await ask(admin, params, [reviewer.id], { subject: 'Change' })
  assert.deepEqual(again.data, first.data)
  assert.deepEqual(await recorded(server, organization.id, again), [])
  assert.deepEqual(await server.as(editor).getChangeRequestById({ params }), before)
  const more = await ask(admin, params, [admin.id, reviewer.id])
  assert.deepEqual(
    (await recorded(server, organization.id, more)).map((event) => 'userId' in event && event.userId),
    [admin.id],
  )
  assert.deepEqual(more.data.users?.map(idOf).toSorted(), [admin.id, reviewer.id].toSorted())
  assert.equal(more.data.users?.find((one) => idOf(one) === admin.id)?.requestedBy.id, admin.id)
})

test('asking nobody in particular opens the draft all the same', async () => {
  const { organization, admin, editor, params, spaceId } = await givenDraft(server)
  const asked = await ask(editor, params, [])
  assert.deepEqual(asked.data, { users: [] })
  assert.deepEqual(
    (await recorded(server, organization.id, asked)).map(({ type }) => type),
    ['change_request.opened'],
  )
  assert.deepEqual(await countersOf(admin, spaceId), [1, 1, 0])
})

test('subject and description change where they are given, and only that is on record', async () => {
  const { organization, editor, params, id, spaceId } = await givenDraft(server)
  await ask(editor, params, [])
  const described = await ask(editor, params, [], { description: text('Why') })
  const common = { type: 'change_request.edited', actor: editor.id, spaceId, changeRequestId: id }
  const said = { subject: 'Change', status: 'open' }
  assert.deepEqual(await recorded(server, organization.id, described), [
    { ...common, before: said, after: said },
  ])
  const same = await ask(editor, params, [], { subject: 'Change', description: text('Why') })
  assert.deepEqual(await recorded(server, organization.id, same), [])
  await ask(editor, params, [], { subject: '' })
  const { subject, description } = await server.as(editor).getChangeRequestById({ params })
  assert.deepEqual([subject, description], ['', text('Why')])
})

test('only who can review is asked: each other person is pointed at, and nothing happens', async () => {
  const { organization, admin, editor, reviewer, params, spaceId } = await givenDraft(server)
  const [stranger, disabled, lowered] = [
    await givenUser(server),
    await givenMember(server, organization, 'admin'),
    await givenMember(server, organization, 'create'),
  ]
  const disabledAt = new Date().toISOString()
  await server.db
    .updateTable('members')
    .set({ disabled_at: disabledAt })
    .where('user_id', '=', disabled.id)
    .execute()
  await grantSpace(server, spaceId, lowered.id, 'edit')
  const colleague = await givenMember(server, organization, 'edit')
  const users = [reviewer.id, stranger.id, disabled.id, lowered.id, colleague.id, newId(), editor.id]
  const request = ask(editor, params, users, { subject: 'Not this' })
  await assertRefused(server, organization.id, request, 'invalid_request')
  const { details } = await refusalOf(request)
  const message = 'does not have review level on this space'
  assert.deepEqual(
    details,
    [1, 2, 3, 4, 5, 6].map((index) => ({ pointer: `/body/users/${index}`, message })),
  )
  assert.equal((await server.as(admin).getRequestedReviewersByChangeRequestId({ params })).count, 0)
  const { status, subject } = await server.as(admin).getChangeRequestById({ params })
  assert.deepEqual([status, subject], ['draft', 'Change'])
})

test('a guest with review level by name is asked, and the author is not, whatever their level', async () => {
  const { organization, admin, spaceId } = await givenDraft(server)
  const guest = await givenMember(server, organization, null)
  await grantSpace(server, spaceId, guest.id, 'review')
  const { params } = await givenChangeRequest(server, spaceId, admin)
  const refusal = await refusalOf(ask(admin, params, [guest.id, admin.id]))
  const message = 'is the author of the change request'
  assert.deepEqual([refusal.status, refusal.details], [400, [{ pointer: '/body/users/1', message }]])
  assert.deepEqual((await ask(admin, params, [guest.id])).data.users?.map(idOf), [guest.id])
})

test('spec 32: editors ask for reviews of any change request, unless it is closed', async () => {
  const { organization, commenter, editor, reviewer, params, id, spaceId } = await givenDraft(server)
  const colleague = await givenMember(server, organization, 'edit')
  await assertRefused(server, organization.id, ask(commenter, params, [reviewer.id]), 'forbidden')
  await ask(colleague, params, [reviewer.id])
  const unknown = ask(editor, { spaceId, changeRequestId: newId() }, [reviewer.id])
  await assertRefused(server, organization.id, unknown, 'not_found')
  for (const status of ['archived', 'merged'] as const) {
    await close(server, id, status)
    const late = ask(editor, params, [reviewer.id])
    await assertRefused(server, organization.id, late, 'change_request_closed')
  }
})

test('a review answers the request: it says who asked, and the reviewer can be asked again', async () => {
  const { admin, editor, reviewer, params } = await givenDraft(server)
  await ask(editor, params, [reviewer.id, admin.id])
  const api = server.as(reviewer)
  const submit = () => api.submitChangeRequestReview({ params, body: { status: 'changes-requested' } })
  const review = await submit()
  assert.deepEqual(review.requestedBy, await server.as(editor).getAuthenticatedUser())
  assert.deepEqual(await askedOf(editor, params), [admin.id])
  assert.equal((await submit()).requestedBy, undefined)
  await ask(admin, params, [reviewer.id])
  assert.equal((await submit()).requestedBy?.id, admin.id)
  const { items } = await api.getReviewsByChangeRequestId({ params })
  assert.deepEqual(
    items.map(({ requestedBy }) => requestedBy?.id),
    [admin.id, undefined, editor.id],
  )
})

test('spec 32: a request is taken back by editors, and declined by who was asked', async () => {
  const { organization, admin, commenter, editor, reviewer, params, id, spaceId } = await givenDraft(server)
  const colleague = await givenMember(server, organization, 'edit')
  const remove = (by: Person, userId: string, where: Params = params) =>
    server.as(by).request('removeRequestedReviewerFromChangeRequest', { params: { ...where, userId } })
  const event = { type: 'change_request.review_request_removed', spaceId, changeRequestId: id }
  await ask(editor, params, [reviewer.id, admin.id])
  await assertRefused(server, organization.id, remove(commenter, reviewer.id), 'forbidden')
  const removed = await remove(editor, reviewer.id)
  assert.equal(removed.status, 205)
  assert.deepEqual(await recorded(server, organization.id, removed), [
    { ...event, actor: editor.id, userId: reviewer.id },
  ])
  assert.equal((await remove(reviewer, admin.id)).status, 205)

  await ask(editor, params, [reviewer.id])
  await grantSpace(server, spaceId, reviewer.id, 'edit')
  assert.equal((await remove(reviewer, reviewer.id)).status, 205, 'whom a lower level was given declines')
  const absent = [
    await remove(editor, reviewer.id),
    await remove(colleague, colleague.id),
    await remove(editor, newId()),
    await remove(editor, reviewer.id, { spaceId, changeRequestId: newId() }),
  ]
  for (const answer of absent) {
    assert.deepEqual([answer.status, await recorded(server, organization.id, answer)], [204, []])
  }
  assert.deepEqual(await askedOf(editor, params), [])
})

test('a request can be taken back when the change request is closed', async () => {
  const { admin, editor, reviewer, params, id } = await givenDraft(server)
  await ask(editor, params, [reviewer.id, admin.id])
  await close(server, id, 'archived')
  const where = { params: { ...params, userId: reviewer.id } }
  const removed = await server.as(editor).request('removeRequestedReviewerFromChangeRequest', where)
  assert.equal(removed.status, 205)
  assert.deepEqual(await askedOf(editor, params), [admin.id])
})

test('a change request is named by its number too, and its requests are its own', async () => {
  const { editor, reviewer, reader, params, number, spaceId } = await givenDraft(server)
  const other = await givenChangeRequest(server, spaceId, editor)
  const byNumber = { spaceId, changeRequestId: String(number) }
  await ask(editor, byNumber, [reviewer.id])
  assert.deepEqual(await askedOf(editor, params), [reviewer.id])
  assert.deepEqual(await askedOf(editor, byNumber), [reviewer.id])
  assert.deepEqual(await askedOf(editor, other.params), [])
  const notFound = { status: 404, reason: 'not_found' }
  await assert.rejects(askedOf(editor, { spaceId, changeRequestId: newId() }), notFound)
  await assert.rejects(askedOf(reader, params), { status: 403, reason: 'forbidden' })
})

test('paging through those who are asked loses and repeats nobody', async () => {
  const { organization, editor, params } = await givenDraft(server)
  const people = await Promise.all(
    Array.from({ length: 12 }, () => givenMember(server, organization, 'review')),
  )
  const ids = people.map(({ id }) => id).toSorted()
  await ask(editor, params, ids)
  const api = server.as(editor)
  const seen: string[] = []
  const input = { params, query: { limit: 5 } }
  for await (const one of each(api.getRequestedReviewersByChangeRequestId, input)) seen.push(idOf(one))
  assert.deepEqual(seen, ids)
  const { items, count } = await api.getRequestedReviewersByChangeRequestId(input)
  assert.deepEqual([items.length, count], [5, 12])
  await assert.rejects(ask(editor, params, Array(101).fill(ids[0])), {
    status: 400,
    reason: 'invalid_request',
  })
})

test('fifty who ask one person at once ask them once, and open the draft once', async () => {
  const { organization, admin, editor, reviewer, params, spaceId } = await givenDraft(server)
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(editor, params, [reviewer.id])))
  for (const { data } of answers) assert.deepEqual(data, answers[0]?.data)
  assert.deepEqual(await askedOf(editor, params), [reviewer.id])
  const events = await Promise.all(answers.map((answer) => recorded(server, organization.id, answer)))
  assert.deepEqual(
    events.flat().map(({ type }) => type),
    ['change_request.opened', 'change_request.review_requested'],
  )
  assert.deepEqual(await countersOf(admin, spaceId), [1, 1, 0])
})

test('drafts that are merged, archived and reviewed at once are counted right', async () => {
  const { admin, editor, reviewer, spaceId } = await givenDraft(server)
  const drafts = await Promise.all(
    Array.from({ length: 8 }, () => givenChangeRequest(server, spaceId, editor)),
  )
  const archived = { status: 'archived' as const }
  const outcomes = await Promise.allSettled(
    drafts.flatMap(({ params }, index) => [
      ask(editor, params, [reviewer.id]),
      index % 2
        ? server.as(admin, patient).mergeChangeRequest({ params })
        : server.as(editor, patient).updateChangeRequestById({ params, body: archived }),
    ]),
  )
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') assert.equal(outcome.reason.reason, 'change_request_closed')
  }
  assert.deepEqual(await countersOf(admin, spaceId), [9, 0, 1])
})

test('of two reviews that one person submits at once, one answers the request', async () => {
  const { editor, reviewer, params } = await givenDraft(server)
  await ask(editor, params, [reviewer.id])
  const submit = () => server.as(reviewer).submitChangeRequestReview({ params, body: { status: 'approved' } })
  const both = await Promise.all([submit(), submit()])
  assert.deepEqual(both.map(({ requestedBy }) => requestedBy?.id).toSorted(), [editor.id, undefined])
  assert.deepEqual(await askedOf(editor, params), [])
})

test('reviews and requests end with their space', async () => {
  const { editor, reviewer, admin, params, spaceId } = await givenDraft(server)
  await ask(editor, params, [reviewer.id, admin.id])
  await server.as(reviewer).submitChangeRequestReview({ params, body: { status: 'approved' } })
  await server.db.deleteFrom('spaces').where('id', '=', spaceId).execute()
  for (const table of ['change_request_reviews', 'requested_reviewers'] as const) {
    const rows = await server.db.selectFrom(table).select('space_id').execute()
    assert.ok(rows.every((row) => row.space_id !== spaceId))
  }
})

function ask(
  person: Person,
  params: Params,
  users: string[],
  more: { subject?: string; description?: JSONDocument } = {},
) {
  const input = { params, body: { users, ...more } }
  return server.as(person, patient).request('requestReviewersForChangeRequest', input)
}

async function askedOf(person: Person, params: Params): Promise<string[]> {
  const { items } = await server.as(person).getRequestedReviewersByChangeRequestId({ params })
  return items.map(idOf)
}

function idOf(requested: { readonly kind: string; readonly user?: { readonly id: string } }): string {
  return requested.user?.id ?? ''
}

/** A space's counters of all, open and draft change requests. */
async function countersOf(person: Person, spaceId: string) {
  const space = await server.as(person).getSpaceById({ params: { spaceId } })
  return [space.changeRequests, space.changeRequestsOpen, space.changeRequestsDraft]
}

function text(words: string): JSONDocument {
  const leaves = [{ object: 'leaf' as const, text: words, marks: [] }]
  const nodes = [{ object: 'text' as const, leaves }]
  return { object: 'document', data: {}, nodes: [{ object: 'block', type: 'paragraph', nodes }] }
}
