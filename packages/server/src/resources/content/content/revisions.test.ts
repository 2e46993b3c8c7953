import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentPage } from '@stemma/contract'
import { type Person, startServer } from '../../../test/harness.ts'
import { refusalOf } from '../../../test/recorded.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('every revision stays what it was', async () => {
  const { reader, spaceId, write, firstRevision } = await givenWrittenSpace(server)
  const revisions = [firstRevision]
  for (const title of ['A', 'B', 'C']) revisions.push((await write(page(title))).revision)
  const titles = async (revisionId: string) => {
    const { pages } = await server.as(reader).listPagesInRevisionById({ params: { spaceId, revisionId } })
    return pages.map((one) => one.title).join()
  }
  assert.deepEqual(await Promise.all(revisions.map(titles)), ['', 'A', 'A,B', 'A,B,C'])
  const [, , second = '', third = ''] = revisions
  const whole = await server.as(reader).getRevisionById({ params: { spaceId, revisionId: third } })
  assert.deepEqual([whole.id, whole.parents], [third, [second]])
})

test('a page of the past is read by id, by path and as blocks', async () => {
  const { reader, spaceId, write } = await givenWrittenSpace(server)
  const { revision: revisionId, changes } = await write(
    page('Old', { document: { markdown: 'Old *text*.\n' } }),
  )
  const pageId = idOf(changes[0])
  await write({ operation: 'update_page', page: pageId, slug: 'new', document: { markdown: 'New.\n' } })
  const api = server.as(reader)
  const at = { spaceId, revisionId }
  const query = { format: 'markdown' } as const
  const byId = (await api.getPageInRevisionById({ params: { ...at, pageId }, query })) as DocumentPage
  assert.deepEqual([byId.markdown, byId.path], ['Old *text*.\n', 'old'])
  const byPath = await api.getPageInRevisionByPath({ params: { ...at, pagePath: 'old' }, query })
  assert.deepEqual(byPath, byId)
  const document = await api.getPageDocumentInRevisionById({ params: { ...at, pageId } })
  assert.deepEqual(
    await api.getDocumentById({ params: { spaceId, documentId: byId.documentId ?? '' } }),
    document,
  )
})

test('a revision of a change request is there for who may comment, and for nobody below', async () => {
  const { reader, commenter, editor, spaceId } = await givenWrittenSpace(server, page('A'))
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write(page('Secret', { ref: 'secret' }))
  const { revision: revisionId } = await server.as(editor).getChangeRequestById({ params: change.params })
  const get = (person: Person, id = revisionId) =>
    server.as(person).getRevisionById({ params: { spaceId, revisionId: id } })
  assert.equal((await get(commenter)).pages.length, 2)
  assert.equal((await refusalOf(get(reader))).status, 404)
  assert.equal((await refusalOf(get(commenter, 'nothing'))).status, 404)
  assert.equal((await get(reader, change.revision)).pages.length, 1)
  const { pages } = await server.as(editor).listPagesInChangeRequest({ params: change.params })
  const documentId = (pages[1] as DocumentPage).documentId ?? ''
  const document = (person: Person) => server.as(person).getDocumentById({ params: { spaceId, documentId } })
  assert.ok((await document(commenter)).nodes)
  assert.equal((await refusalOf(document(reader))).status, 404)
})

test('a revision of another space is not there', async () => {
  const ours = await givenWrittenSpace(server, page('A'))
  const theirs = await givenWrittenSpace(server, page('B'))
  const { revision } = await theirs.write(page('C'))
  const params = { spaceId: ours.spaceId, revisionId: revision }
  assert.equal((await refusalOf(server.as(ours.admin).getRevisionById({ params }))).status, 404)
})

test('a duplicate has the same pages, texts and files, and changes by itself', async () => {
  const { admin, spaceId, write } = await givenWrittenSpace(server, page('A'))
  const api = server.as(admin)
  const [original] = (await api.listPages({ params: { spaceId } })).pages as [DocumentPage]
  const copy = await api.duplicateSpace({ params: { spaceId } })
  const there = { spaceId: copy.id }
  const [copied] = (await api.listPages({ params: there })).pages as [DocumentPage]
  assert.deepEqual({ ...copied, urls: '' }, { ...original, urls: '' })
  const documentId = original.documentId ?? ''
  const text = await api.getDocumentById({ params: { spaceId, documentId } })
  assert.deepEqual(await api.getDocumentById({ params: { ...there, documentId } }), text)
  await write(page('Only here'))
  await api.updateSpaceContent({
    params: there,
    body: { changes: [{ operation: 'delete_page', page: copied.id }] },
  })
  assert.equal((await api.listPages({ params: { spaceId } })).pages.length, 2)
  assert.equal((await api.listPages({ params: there })).pages.length, 0)
  const { pages } = await api.listPages({ params: { spaceId } })
  const later = (pages[1] as DocumentPage).documentId ?? ''
  const stray = api.getDocumentById({ params: { ...there, documentId: later } })
  assert.equal((await refusalOf(stray)).status, 404)
})

test('the changes of a revision and of a change request are told as a reader would', async () => {
  const { editor, spaceId, write } = await givenWrittenSpace(
    server,
    page('A', { document: { markdown: 'One.\n\nTwo.\n' } }),
    page('B'),
    page('C'),
  )
  const { pages } = await server.as(editor).listPages({ params: { spaceId } })
  const [a, b, c] = pages as DocumentPage[]
  assert.ok(a && b && c)
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write(
    { operation: 'update_page', page: a.id, emoji: '🎉', document: { markdown: 'One.\n\nTwo!\n' } },
    { operation: 'update_page', page: b.id, into: a.id },
    { operation: 'delete_page', page: c.id },
    page('D'),
  )
  const told = await server.as(editor).getChangeRequestChanges({ params: change.params })
  assert.equal(told.more, undefined)
  const byType = new Map(told.changes.map((one) => [one.type, one]))
  assert.deepEqual([...byType.keys()].sort(), ['page_created', 'page_deleted', 'page_edited', 'page_moved'])
  const moved = byType.get('page_moved')
  assert.ok(moved?.type === 'page_moved')
  assert.deepEqual(moved.parent, { after: { id: a.id, type: 'document', title: 'A', path: 'a' } })
  assert.deepEqual(moved.page, { id: b.id, type: 'document', title: 'B', path: 'a/b' })
  const edited = byType.get('page_edited')
  assert.ok(edited?.type === 'page_edited')
  assert.deepEqual(Object.keys(edited.attributes).sort(), ['document', 'emoji'])
  assert.deepEqual(edited.attributes.emoji, { after: '🎉' })
  assert.equal(edited.attributes.document?.before, a.documentId)
  assert.deepEqual(
    edited.attributes.document?.blocks?.map(({ change: what, type }) => [what, type]),
    [['edited', 'paragraph']],
  )
  const short = await server
    .as(editor)
    .getChangeRequestChanges({ params: change.params, query: { limit: 1 } })
  assert.deepEqual([short.changes.length, short.more], [1, 3])
  const { revision: revisionId } = await write({ operation: 'update_page', page: c.id, title: 'Sea' })
  const ofRevision = await server.as(editor).getRevisionSemanticChanges({ params: { spaceId, revisionId } })
  assert.deepEqual(ofRevision.changes, [
    {
      type: 'page_edited',
      page: { id: c.id, type: 'document', title: 'Sea', path: 'c' },
      attributes: { title: { before: 'C', after: 'Sea' } },
    },
  ])
})

test('a revision is compared with any other, in both directions', async () => {
  const { reader, spaceId, write } = await givenWrittenSpace(server)
  const { revision: first } = await write(page('A'))
  await write(page('B'))
  const { revision: last } = await write(page('C'))
  const typesFrom = async (against: string, revisionId: string) => {
    const params = { spaceId, revisionId }
    const { changes } = await server.as(reader).getRevisionSemanticChanges({ params, query: { against } })
    return changes.map((one) => `${one.type} ${'page' in one ? one.page.title : ''}`).sort()
  }
  assert.deepEqual(await typesFrom(first, last), ['page_created B', 'page_created C'])
  assert.deepEqual(await typesFrom(last, first), ['page_deleted B', 'page_deleted C'])
  assert.deepEqual(await typesFrom(last, last), [])
})

test('who may not read a revision may not compare with it either', async () => {
  const { reader, commenter, editor, spaceId, write } = await givenWrittenSpace(server, page('A'))
  const { revision: revisionId } = await write(page('B'))
  const elsewhere = await givenWrittenSpace(server, page('Theirs'))
  const { revision: foreign } = await elsewhere.write(page('More'))
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write(page('Secret'))
  const { revision: unmerged } = await server.as(editor).getChangeRequestById({ params: change.params })
  const compare = (person: Person, against: string) =>
    server.as(person).getRevisionSemanticChanges({ params: { spaceId, revisionId }, query: { against } })
  assert.deepEqual(
    (await compare(commenter, unmerged)).changes.map(({ type }) => type),
    ['page_deleted'],
  )
  assert.equal((await refusalOf(compare(reader, unmerged))).status, 404)
  assert.equal((await refusalOf(compare(editor, foreign))).status, 404)
  assert.equal((await refusalOf(compare(editor, 'nothing'))).status, 404)
})

test('the history names the change request that was merged, for readers too', async () => {
  const { reader, editor, reviewer, spaceId } = await givenWrittenSpace(server, page('A'))
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write(page('B'))
  await server.as(editor).updateChangeRequestById({ params: change.params, body: { subject: 'Add B' } })
  await server.as(reviewer).mergeChangeRequest({ params: change.params })
  const { items } = await server.as(reader).listRevisions({ params: { spaceId } })
  assert.deepEqual(
    items.map(({ mergedFrom }) => mergedFrom),
    [
      { object: 'change-request', id: change.id, number: 1, status: 'merged', subject: 'Add B' },
      ...items.slice(1).map(() => undefined),
    ],
  )
  assert.equal(items[0]?.createdBy?.id, reviewer.id)
})

test('fifty change requests at once have the numbers from 1 to 50', async () => {
  const { admin, spaceId } = await givenWrittenSpace(server)
  const api = server.as(admin)
  const made = await Promise.all(
    Array.from({ length: 50 }, () => api.createChangeRequest({ params: { spaceId } })),
  )
  const numbers = made.map(({ number }) => number).sort((a, b) => a - b)
  assert.deepEqual(
    numbers,
    Array.from({ length: 50 }, (_, index) => index + 1),
  )
  const space = await api.getSpaceById({ params: { spaceId } })
  assert.deepEqual([space.changeRequests, space.changeRequestsDraft, space.changeRequestsOpen], [50, 50, 0])
  for (const changeRequestId of ['51', '0', '99999999999', 'nothing']) {
    const missing = api.getChangeRequestById({ params: { spaceId, changeRequestId } })
    assert.equal((await refusalOf(missing)).status, 404)
  }
})

function idOf(change: { readonly page: string | { readonly id: string } } | undefined): string {
  const found = change?.page ?? ''
  return typeof found === 'string' ? found : found.id
}
