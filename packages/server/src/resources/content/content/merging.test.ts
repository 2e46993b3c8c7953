import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentPage } from '@stemma/contract'
import { type Person, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'
import { givenChangeRequest, givenWrittenSpace, outlineOf, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('merging brings the changes into the space, as one revision of two parents, and is final', async () => {
  const { organization, editor, reviewer, spaceId } = await givenWrittenSpace(server, page('A'))
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write(page('B'))
  const before = await server.as(editor).getChangeRequestById({ params: change.params })
  const answer = await server.as(reviewer).request('mergeChangeRequest', { params: change.params })
  const { revision, result } = answer.data
  assert.equal(result, 'merge')
  assert.equal(await outlineOf(server, reviewer, spaceId), 'A,B')
  const space = await server.as(reviewer).getSpaceById({ params: { spaceId } })
  assert.deepEqual([space.revision, space.changeRequests, space.changeRequestsDraft], [revision, 1, 0])
  const after = await server.as(editor).getChangeRequestById({ params: change.params })
  assert.deepEqual([after.status, after.revisionMerged, after.outdated], ['merged', revision, false])
  const made = await server.as(reviewer).getCurrentRevision({ params: { spaceId } })
  assert.deepEqual([made.type, made.parents], ['merge', [change.revision, before.revision]])
  assert.equal(made.mergedFrom?.id, change.id)
  const events = await recorded(server, organization.id, answer)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['change_request.merged', 'space.content_updated'],
  )
  const again = server.as(reviewer).mergeChangeRequest({ params: change.params })
  await assertRefused(server, organization.id, again, 'change_request_closed')
  const reopened = server
    .as(editor)
    .updateChangeRequestById({ params: change.params, body: { status: 'open' } })
  await assertRefused(server, organization.id, reopened, 'change_request_closed')
})

test('updating takes in what the space has, and says which revision it took', async () => {
  const { editor, spaceId, write } = await givenWrittenSpace(server, page('A'))
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write(page('Ours'))
  const { revision: theirs } = await write(page('Theirs'))
  const api = server.as(editor)
  assert.equal((await api.getChangeRequestById({ params: change.params })).outdated, true)
  const { revision, result } = await api.updateChangeRequest({ params: change.params })
  assert.equal(result, 'update')
  const after = await api.getChangeRequestById({ params: change.params })
  assert.deepEqual(
    [after.revision, after.revisionMergedAncestor, after.revisionInitial, after.outdated],
    [revision, theirs, change.revision, false],
  )
  const { pages } = await api.listPagesInChangeRequest({ params: change.params })
  assert.deepEqual(pages.map(({ title }) => title).sort(), ['A', 'Ours', 'Theirs'])
  const { changes } = await api.getChangeRequestChanges({ params: change.params })
  assert.deepEqual(
    changes.map((one) => [one.type, 'page' in one && one.page.title]),
    [['page_created', 'Ours']],
  )
  assert.deepEqual(await api.updateChangeRequest({ params: change.params }), { revision, result: 'update' })
})

test('a conflict changes nothing, is listed with its three sides, and is resolved in one step', async () => {
  const text = (block: string) => ({ document: { markdown: `First.\n\n${block}\n` } })
  const { organization, editor, reviewer, spaceId, write } = await givenWrittenSpace(
    server,
    page('A', text('Base.')),
  )
  const { pages } = await server.as(editor).listPages({ params: { spaceId } })
  const id = pages[0]?.id ?? ''
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write({ operation: 'update_page', page: id, ...text('Ours.') })
  const { revision: theirs } = await write({ operation: 'update_page', page: id, ...text('Theirs.') })
  const { params } = change
  const before = await server.as(editor).getChangeRequestById({ params })
  assert.deepEqual(await server.as(reviewer).mergeChangeRequest({ params }), {
    revision: theirs,
    result: 'conflicts',
  })
  const stays = { revision: before.revision, result: 'conflicts' }
  assert.deepEqual(await server.as(editor).updateChangeRequest({ params }), stays)
  assert.deepEqual(await server.as(editor).getChangeRequestById({ params }), before)
  const { items, count } = await server.as(editor).listChangeRequestConflicts({ params })
  assert.equal(count, 1)
  const [conflict] = items
  assert.ok(conflict)
  const { id: conflictId, attribute, ...shown } = conflict
  assert.deepEqual(shown, {
    object: 'change-request-conflict',
    kind: 'document',
    target: { type: 'page', id, title: 'A' },
    base: 'Base.',
    ours: 'Ours.',
    theirs: 'Theirs.',
  })
  assert.ok(attribute, 'the key of the block before it')
  const resolve = (
    resolutions: Parameters<ReturnType<typeof server.as>['resolveChangeRequestConflicts']>[0]['body'],
  ) => server.as(editor).resolveChangeRequestConflicts({ params, body: resolutions })
  const stray = resolve({ resolutions: [{ conflict: 'nothing', resolution: 'ours' }] })
  await assertRefused(server, organization.id, stray, 'conflict')
  const { revision, result } = await resolve({ resolutions: [{ conflict: conflictId, content: 'Agreed.' }] })
  assert.equal(result, 'update')
  const merged = (await server.as(editor).getPageInChangeRequestById({
    params: { ...params, pageId: id },
    query: { format: 'markdown' },
  })) as DocumentPage
  assert.equal(merged.markdown, 'First.\n\nAgreed.\n')
  const after = await server.as(editor).getChangeRequestById({ params })
  assert.deepEqual([after.revision, after.revisionMergedAncestor, after.outdated], [revision, theirs, false])
  assert.equal((await server.as(reviewer).mergeChangeRequest({ params })).result, 'merge')
})

test('a text of its own in the place of a slug is refused', async () => {
  const { organization, editor, spaceId, write } = await givenWrittenSpace(server, page('A'))
  const change = await givenChangeRequest(server, spaceId, editor)
  const { params } = change
  const { pages } = await server.as(editor).listPagesInChangeRequest({ params })
  const slugged = (slug: string) => ({ operation: 'update_page' as const, page: pages[0]?.id ?? '', slug })
  await change.write(slugged('ours'))
  await write(slugged('theirs'))
  const [conflict] = (await server.as(editor).listChangeRequestConflicts({ params })).items
  const body = { resolutions: [{ conflict: conflict?.id ?? '', content: 'a/b' }] }
  const resolved = server.as(editor).resolveChangeRequestConflicts({ params, body })
  await assertRefused(server, organization.id, resolved, 'invalid_request')
})

test('a dry run tells what would happen, and nothing does', async () => {
  const { editor, reviewer, spaceId, write } = await givenWrittenSpace(server, page('A'))
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write(page('B'))
  const { revision: theirs } = await write(page('C'))
  const { params } = change
  const before = await server.as(editor).getChangeRequestById({ params })
  const query = { dryRun: true }
  const merged = await server.as(reviewer).mergeChangeRequest({ params, query })
  assert.deepEqual(merged, { revision: theirs, result: 'merge' })
  const updated = await server.as(editor).updateChangeRequest({ params, query })
  assert.deepEqual(updated, { revision: before.revision, result: 'update' })
  assert.deepEqual(await server.as(editor).getChangeRequestById({ params }), before)
  assert.equal(await outlineOf(server, editor, spaceId), 'A,C')
})

test('texts of a change request are read by everybody who reads the space once they are merged', async () => {
  const { reader, editor, reviewer, spaceId } = await givenWrittenSpace(server)
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write(page('A'))
  const { pages } = await server.as(editor).listPagesInChangeRequest({ params: change.params })
  const documentId = (pages[0] as DocumentPage).documentId ?? ''
  const read = () => server.as(reader).getDocumentById({ params: { spaceId, documentId } })
  assert.equal((await refusalOf(read())).status, 404)
  await server.as(reviewer).mergeChangeRequest({ params: change.params })
  assert.ok((await read()).nodes)
})

test('the status goes from draft to open to archived and back, and the space counts along', async () => {
  const { organization, admin, editor, spaceId } = await givenWrittenSpace(server)
  const { params } = await givenChangeRequest(server, spaceId, editor)
  const counts = async () => {
    const space = await server.as(admin).getSpaceById({ params: { spaceId } })
    return [space.changeRequests, space.changeRequestsDraft, space.changeRequestsOpen]
  }
  const set = (person: Person, body: object) => server.as(person).updateChangeRequestById({ params, body })
  assert.deepEqual(await counts(), [1, 1, 0])
  for (const [status, expected] of [
    ['open', [1, 0, 1]],
    ['archived', [1, 0, 0]],
    ['draft', [1, 1, 0]],
    ['archived', [1, 0, 0]],
    ['open', [1, 0, 1]],
  ] as const) {
    assert.equal((await set(editor, { status })).status, status)
    assert.deepEqual(await counts(), expected)
  }
  const description = { object: 'document', data: {}, nodes: [] }
  const changed = await set(editor, { subject: 'Better', description })
  assert.deepEqual([changed.subject, changed.description], ['Better', description])
  await assertRefused(server, organization.id, set(editor, { status: 'merged' }), 'invalid_request')
})

test('lists have one status, and are narrowed by who made or wrote to a change request', async () => {
  const { organization, admin, editor, reviewer, commenter, reader, spaceId } =
    await givenWrittenSpace(server)
  const first = await givenChangeRequest(server, spaceId, admin)
  const second = await givenChangeRequest(server, spaceId, editor)
  await server
    .as(reviewer)
    .updateChangeRequestContent({ params: first.params, body: { changes: [page('A')] } })
  await server.as(editor).updateChangeRequestById({ params: second.params, body: { status: 'open' } })
  const list = async (query: object) => {
    const { items, count } = await server
      .as(commenter)
      .listChangeRequestsForSpace({ params: { spaceId }, query })
    assert.equal(count, items.length)
    return items.map(({ id }) => id)
  }
  assert.deepEqual(await list({}), [second.id])
  assert.deepEqual(await list({ status: 'draft' }), [first.id])
  assert.deepEqual(await list({ status: 'draft', contributor: reviewer.id }), [first.id])
  assert.deepEqual(await list({ status: 'draft', contributor: editor.id }), [])
  assert.deepEqual(await list({ status: 'draft', creator: admin.id }), [first.id])
  assert.deepEqual(await list({ status: 'draft', creator: reviewer.id }), [])
  const params = { organizationId: organization.id }
  const everywhere = async (person: Person) =>
    (await server.as(person).listChangeRequestsForOrganization({ params, query: { status: 'draft' } })).items
  assert.deepEqual(
    (await everywhere(commenter)).map(({ id }) => id),
    [first.id],
  )
  assert.deepEqual(await everywhere(reader), [])
  const { items } = await server.as(commenter).getContributorsByChangeRequestId({ params: first.params })
  assert.deepEqual(
    items.map(({ user, count, actionType }) => [user.id, count, actionType]),
    [[reviewer.id, 1, 'edit']],
  )
})

test('the history tells who changed how much, and a space goes back as a new revision', async () => {
  const { organization, admin, reviewer, editor, spaceId, write } = await givenWrittenSpace(server, page('A'))
  const { revision: good } = await write(page('B'))
  await write({ operation: 'delete_page', page: (await pagesOf(admin, spaceId))[0]?.id ?? '' })
  const params = { spaceId, revisionId: good }
  const answer = await server.as(reviewer).request('restoreRevision', { params })
  assert.equal(await outlineOf(server, admin, spaceId), 'A,B')
  const { items, count } = await server.as(admin).listRevisions({ params: { spaceId } })
  assert.equal(count, 5)
  assert.deepEqual(
    items.map(({ type, createdBy, changes }) => [
      type,
      createdBy?.id,
      changes.pages.created,
      changes.pages.deleted,
    ]),
    [
      ['rollback', reviewer.id, 1, 0],
      ['edits', admin.id, 0, 1],
      ['edits', admin.id, 1, 0],
      ['edits', admin.id, 1, 0],
      ['edits', admin.id, 0, 0],
    ],
  )
  assert.deepEqual(
    (await recorded(server, organization.id, answer)).map(({ type }) => type),
    ['space.content_updated', 'space.rolled_back'],
  )
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write(page('C'))
  const { revision } = await server.as(editor).getChangeRequestById({ params: change.params })
  const stray = server.as(reviewer).restoreRevision({ params: { spaceId, revisionId: revision } })
  await assertRefused(server, organization.id, stray, 'conflict')
  const own = await server.as(editor).listRevisionsInChangeRequest({ params: change.params })
  assert.deepEqual(
    own.items.map(({ id }) => id),
    [revision],
  )
})

test('of many who merge at once, each merge is in the space, in one line, once', async () => {
  const { admin, reviewer, spaceId } = await givenWrittenSpace(server, page('A'))
  const changes = []
  for (let one = 0; one < 20; one++) {
    const change = await givenChangeRequest(server, spaceId, admin)
    await change.write(page(`Page ${one}`))
    changes.push(change)
  }
  const results = await Promise.all(
    changes.flatMap(({ params }) => [admin, reviewer].map((person) => attempt(person, params))),
  )
  assert.equal(results.filter((one) => one === 'merge').length, 20)
  assert.equal(results.filter((one) => one === 'change_request_closed').length, 20)
  const titles = (await outlineOf(server, admin, spaceId)).split(',')
  assert.deepEqual([titles.length, new Set(titles).size], [21, 21])
  const { items } = await server.as(admin).listRevisions({ params: { spaceId }, query: { limit: 100 } })
  for (const [index, { parents }] of items.slice(0, -1).entries())
    assert.equal(parents[0], items[index + 1]?.id)
})

async function attempt(person: Person, params: { spaceId: string; changeRequestId: string }) {
  try {
    return (await server.as(person).mergeChangeRequest({ params })).result
  } catch (error) {
    return (error as { reason: string }).reason
  }
}

async function pagesOf(person: Person, spaceId: string) {
  return (await server.as(person).listPages({ params: { spaceId } })).pages
}
