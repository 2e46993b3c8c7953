import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentPage } from '@stemma/contract'
import { startServer } from '../../../test/harness.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'
import { givenChangeRequest, givenWrittenSpace, outlineOf, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('a new space is empty: it has a revision without pages, files or variables', async () => {
  const { admin, spaceId, firstRevision } = await givenWrittenSpace(server)
  const revision = await server.as(admin).getCurrentRevision({ params: { spaceId } })
  const { createdAt, urls, ...shown } = revision
  assert.deepEqual(shown, {
    object: 'revision',
    id: firstRevision,
    type: 'edits',
    parents: [],
    pages: [],
    files: [],
    reusableContents: [],
    tags: [],
    variables: {},
  })
  assert.ok(createdAt && urls.app)
})

test('a page comes back as it was written, in Markdown byte for byte and as blocks', async () => {
  const markdown = '---\ndescription: What it is\n---\n\n# Install\r\n\r\nRun  `npm i` \t now.  \r\n'
  const { reader, spaceId, write } = await givenWrittenSpace(server)
  const written = await write(page('Ignored', { document: { markdown }, emoji: '🚀' }))
  const [{ page: pointer } = { page: '' }] = written.changes
  const pageId = typeof pointer === 'string' ? pointer : pointer.id
  const api = server.as(reader)
  const get = (query: object) => api.getPageById({ params: { spaceId, pageId }, query })
  const plain = (await get({})) as DocumentPage
  assert.deepEqual(
    { ...plain, createdAt: '', updatedAt: '', urls: '', documentId: '' },
    {
      type: 'document',
      kind: 'sheet',
      id: pageId,
      title: 'Install',
      emoji: '🚀',
      slug: 'install',
      path: 'install',
      description: 'What it is',
      createdAt: '',
      updatedAt: '',
      urls: '',
      documentId: '',
      layout: {
        width: 'default',
        cover: true,
        coverSize: 'hero',
        coverMask: 'none',
        title: true,
        description: true,
        tableOfContents: true,
        outline: true,
        pagination: true,
        metadata: true,
        tags: true,
        actions: true,
        anchors: true,
      },
      tags: [],
      pages: [],
    },
  )
  assert.equal(((await get({ format: 'markdown' })) as DocumentPage).markdown, markdown)
  const { document } = (await get({ format: 'document' })) as DocumentPage
  assert.deepEqual(
    document?.nodes.map(({ type }) => type),
    ['paragraph'],
  )
  assert.deepEqual(
    await api.getDocumentById({ params: { spaceId, documentId: plain.documentId ?? '' } }),
    document,
  )
})

test('pages nest, have paths, and are found by them', async () => {
  const { admin, reader, spaceId, write } = await givenWrittenSpace(server, page('Guide', { ref: 'g' }))
  const guide = await server.as(reader).getPageByPath({ params: { spaceId, pagePath: 'guide' } })
  await write(page('Start here', { into: guide.id }), page('Über', { into: guide.id, at: 0 }))
  assert.equal(await outlineOf(server, admin, spaceId), 'Guide(Über,Start here)')
  const params = { spaceId, pagePath: 'guide/start-here' }
  const start = (await server.as(reader).getPageByPath({ params })) as DocumentPage
  assert.deepEqual([start.title, start.path], ['Start here', 'guide/start-here'])
  const whole = (await server
    .as(reader)
    .getPageById({ params: { spaceId, pageId: guide.id } })) as DocumentPage
  assert.deepEqual(
    whole.pages.map((one) => (one as DocumentPage).path),
    ['guide/uber', 'guide/start-here'],
  )
  const home = await server.as(reader).getPageByPath({ params: { spaceId, pagePath: '' } })
  assert.equal(home.id, guide.id)
  const missing = server.as(reader).getPageByPath({ params: { spaceId, pagePath: 'guide/nothing' } })
  assert.equal((await refusalOf(missing)).status, 404)
})

test('what a change request changes, the space does not have, and the other way round', async () => {
  const { admin, editor, spaceId, write } = await givenWrittenSpace(server, page('A'))
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write(page('In the change'))
  await write(page('In the space'))
  assert.equal(await outlineOf(server, admin, spaceId), 'A,In the space')
  const { pages } = await server.as(editor).listPagesInChangeRequest({ params: change.params })
  assert.deepEqual(
    pages.map(({ title }) => title),
    ['A', 'In the change'],
  )
  const byNumber = { spaceId, changeRequestId: String(change.number) }
  const shown = await server.as(editor).getChangeRequestById({ params: byNumber })
  assert.deepEqual([shown.id, shown.status, shown.outdated], [change.id, 'draft', true])
  assert.notEqual(shown.revision, shown.revisionInitial)
})

test('a batch tells what became of each page and file, and records one event', async () => {
  const { organization, editor, spaceId } = await givenWrittenSpace(server, page('A'), page('B'))
  const { pages } = await server.as(editor).listPages({ params: { spaceId } })
  const [a, b] = pages.map(({ id }) => id) as [string, string]
  const change = await givenChangeRequest(server, spaceId, editor)
  const base64 = Buffer.from('Hello').toString('base64')
  const answer = await change.write(
    page('New', { ref: 'new', document: { markdown: 'See [a file](./hello).\n' } }),
    { operation: 'update_page', page: a, title: 'Renamed' },
    { operation: 'delete_page', page: b },
    {
      operation: 'insert_files',
      files: [{ name: 'hello.txt', ref: 'hello', base64, contentType: 'text/plain' }],
    },
  )
  const data = answer.data as Extract<typeof answer.data, { changes: unknown }>
  const [created] = data.changes
  assert.ok(created?.operation === 'created_page')
  assert.equal(created.ref, 'new')
  assert.ok(
    created.page.urls.location.endsWith(`/change-requests/${change.id}/content/page/${created.page.id}`),
  )
  assert.deepEqual(
    data.changes
      .slice(1)
      .map((one) => [one.operation, typeof one.page === 'string' ? one.page : one.page.id]),
    [
      ['updated_page', a],
      ['deleted_page', b],
    ],
  )
  const [inserted] = data.insertedFiles ?? []
  assert.deepEqual([inserted?.ref, inserted?.file.name, inserted?.file.size], ['hello', 'hello.txt', 5])
  const { markdown } = (await server.as(editor).getPageInChangeRequestById({
    params: { ...change.params, pageId: created.page.id },
    query: { format: 'markdown' },
  })) as DocumentPage
  assert.equal(markdown, `See [a file](/files/${inserted?.file.id}).\n`)
  assert.deepEqual(await recorded(server, organization.id, answer), [
    {
      type: 'change_request.content_updated',
      actor: editor.id,
      spaceId,
      changeRequestId: change.id,
      revisionId: data.changeRequest.revision,
      pages: [created.page.id, a, b],
    },
  ])
})

test('by default the answer is the change request alone', async () => {
  const { editor, spaceId } = await givenWrittenSpace(server)
  const { params } = await givenChangeRequest(server, spaceId, editor)
  const body = { changes: [page('A')] }
  const answer = await server.as(editor).updateChangeRequestContent({ params, body })
  assert.deepEqual(answer, await server.as(editor).getChangeRequestById({ params }))
})

test('one change that is refused refuses all, and says which', async () => {
  const { organization, editor, spaceId } = await givenWrittenSpace(server, page('A', { slug: 'taken' }))
  const change = await givenChangeRequest(server, spaceId, editor)
  const before = await server.as(editor).getChangeRequestById({ params: change.params })
  const refuse = async (reason: string, pointer: string, ...changes: Parameters<typeof change.write>) => {
    const refusal = await refusalOf(change.write(...changes))
    assert.deepEqual(
      [refusal.reason, (refusal.details as { pointer: string }[])[0]?.pointer],
      [reason, pointer],
    )
    await assertRefused(server, organization.id, change.write(...changes), reason)
  }
  await refuse('slug_taken', '/body/changes/1', page('B'), page('C', { slug: 'taken' }))
  await refuse('not_found', '/body/changes/1', page('B'), { operation: 'delete_page', page: 'nothing' })
  await refuse('not_found', '/body/changes/0', page('B', { into: 'nothing' }))
  assert.equal((await refusalOf(change.write(page('B', { document: { markdown: 'a\0b' } })))).status, 400)
  const file = { name: 'x', base64: '%%%', contentType: 'text/plain' }
  await refuse('invalid_request', '/body/changes/1/files/0/base64', page('B'), {
    operation: 'insert_files',
    files: [file],
  })
  assert.deepEqual(await server.as(editor).getChangeRequestById({ params: change.params }), before)
})

test('a batch has 1 to 50 changes and at most 20 files', async () => {
  const { editor, spaceId } = await givenWrittenSpace(server)
  const change = await givenChangeRequest(server, spaceId, editor)
  const many = (count: number) => Array.from({ length: count }, (_, index) => page(`Page ${index}`))
  assert.equal((await refusalOf(change.write())).status, 400)
  assert.equal((await refusalOf(change.write(...many(51)))).status, 400)
  await change.write(...many(50))
  const file = { name: 'x.txt', base64: 'eA==', contentType: 'text/plain' }
  const files = { operation: 'insert_files' as const, files: Array(11).fill(file) }
  assert.equal((await refusalOf(change.write(files, files))).status, 400)
})

test('a space that is locked takes no changes by itself', async () => {
  const { organization, admin, editor, spaceId, write } = await givenWrittenSpace(server)
  await server.as(admin).updateSpaceById({ params: { spaceId }, body: { editMode: 'locked' } })
  await assertRefused(server, organization.id, write(page('A')), 'space_locked')
  await (await givenChangeRequest(server, spaceId, editor)).write(page('A'))
})

test('spec 32: editors write to any change request, unless it is closed', async () => {
  const { organization, admin, editor, commenter, spaceId } = await givenWrittenSpace(server)
  const { params, id } = await givenChangeRequest(server, spaceId, admin)
  const write = (person: typeof editor) =>
    server.as(person).updateChangeRequestContent({ params, body: { changes: [page('A')] } })
  await assertRefused(server, organization.id, write(commenter), 'forbidden')
  await write(editor)
  for (const status of ['archived', 'merged'] as const) {
    const merged = status === 'merged' ? { revision_merged: 'x' } : {}
    await server.db
      .updateTable('change_requests')
      .set({ status, ...merged })
      .where('id', '=', id)
      .execute()
    await assertRefused(server, organization.id, write(admin), 'change_request_closed')
  }
})

test('fifty who write with one ETag: one succeeds; without one all do, one after the other', async () => {
  const { admin, spaceId } = await givenWrittenSpace(server)
  const { params, revision } = await givenChangeRequest(server, spaceId, admin)
  // On a slow machine, some requests get no connection in time and must retry.
  const api = server.as(admin, { retries: 20 })
  const write = (title: string, ifMatch?: string) =>
    api.updateChangeRequestContent({ params, body: { changes: [page(title)] } }, ifMatch ? { ifMatch } : {})
  const { headers } = await api.request('getRevisionOfChangeRequestById', { params })
  const etag = headers.get('etag') ?? ''
  const raced = await Promise.allSettled(Array.from({ length: 50 }, (_, one) => write(`With ${one}`, etag)))
  const refusals = raced.filter((one) => one.status === 'rejected').map(({ reason }) => reason.status)
  assert.deepEqual(refusals, Array(49).fill(412))
  assert.equal((await refusalOf(write('Stale', `"${revision}"`))).status, 412)
  const { revision: now } = await api.getChangeRequestById({ params })
  await write('By the id of the revision', `"${now}"`)
  await Promise.all(Array.from({ length: 50 }, (_, one) => write(`Without ${one}`)))
  const { pages } = await api.listPagesInChangeRequest({ params })
  assert.equal(pages.length, 52)
  assert.equal(new Set(pages.map(({ title }) => title)).size, 52)
})

test('who has the revision already is told so without the content being read', async () => {
  const cold = await startServer({ contentCacheBytes: 0 })
  const readsOf = () => [...cold.statements].filter((text) => text.includes('from content_objects'))
  const { reader, spaceId, write } = await givenWrittenSpace(cold, page('A'))
  const api = cold.as(reader)
  const first = await api.request('listPages', { params: { spaceId } })
  assert.equal(readsOf().length, 1)
  for (const text of readsOf()) cold.statements.delete(text)
  const ifNoneMatch = first.headers.get('etag') ?? ''
  const again = await api.request('listPages', { params: { spaceId } }, { ifNoneMatch })
  assert.deepEqual([again.status, readsOf()], [304, []])
  await write(page('B'))
  const changed = await api.request('listPages', { params: { spaceId } }, { ifNoneMatch })
  assert.deepEqual([changed.status, readsOf().length], [200, 1])
})
