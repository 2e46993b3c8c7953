import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentChange } from '@stemma/contract'
import { givenDiscussed, keysOf, threeBlocks } from '../../../test/discussing.ts'
import { startServer } from '../../../test/harness.ts'
import { givenChangeRequest, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

/** A change to the page, and whether it outdates a comment on its second block and one on the page. */
const cases: readonly (readonly [string, (pageId: string) => ContentChange[], boolean, boolean])[] = [
  ['the block is edited', text('First *block*.\n\nSecond, new.\n\n* one\n* two\n'), true, true],
  [
    'the block is moved within the page',
    text('Second block.\n\nFirst *block*.\n\n* one\n* two\n'),
    false,
    true,
  ],
  ['the block is deleted', text('First *block*.\n\n* one\n* two\n'), true, true],
  ['the page is edited elsewhere', text('First, new.\n\nSecond block.\n\n* one\n* two\n'), false, true],
  ['an equal block is put before it', text(`Second block.\n\n${threeBlocks}`), false, true],
  ['the block gets another form', text('First *block*.\n\n## Second block.\n\n* one\n* two\n'), true, true],
  ['nothing is changed', text(threeBlocks), false, false],
  ['the page is renamed', change({ title: 'Manual', slug: 'manual' }), false, false],
  ['the page is described anew', change({ description: 'About', emoji: '📘' }), false, false],
  ['the page is deleted', (pageId) => [{ operation: 'delete_page', page: pageId }], true, true],
]

function text(markdown: string) {
  return change({ document: { markdown } })
}

function change(changes: object) {
  return (pageId: string) => [{ operation: 'update_page', page: pageId, ...changes } as ContentChange]
}

for (const [what, changes, blockOutdated, pageOutdated] of cases) {
  test(`a comment on a block is ${blockOutdated ? '' : 'not '}outdated where ${what}`, async () => {
    const { commenter, pageId, keys, say, write, get } = await givenDiscussed(server)
    const [, second = ''] = await keys()
    const onBlock = await say(commenter, 'block', { page: pageId, node: second })
    const onPage = await say(commenter, 'page', { page: pageId })
    await write(...changes(pageId))
    assert.equal((await get(onBlock.id)).target.page?.outdated, blockOutdated)
    assert.equal((await get(onPage.id)).target.page?.outdated, pageOutdated)
    assert.deepEqual((await get(onBlock.id)).target.node, { id: second, preview: 'Second block.' })
  })
}

test('where the page is moved, comments on it go with it and are not outdated', async () => {
  const { commenter, pageId, keys, say, write, get } = await givenDiscussed(server)
  const [first = ''] = await keys()
  const { id } = await say(commenter, 'block', { page: pageId, node: first })
  const { changes } = await write(page('Folder'))
  const [created] = changes
  assert.ok(created?.operation === 'created_page')
  await write({ operation: 'update_page', page: pageId, into: created.page.id })
  const { page: shown } = (await get(id)).target
  assert.deepEqual([shown?.outdated, shown?.path], [false, 'folder/guide'])
})

test('a page that is gone is shown as it was, and once restored as it is', async () => {
  const { admin, commenter, spaceId, pageId, keys, say, write, get } = await givenDiscussed(server)
  const [first = ''] = await keys()
  const { id, target } = await say(commenter, 'block', { page: pageId, node: first })
  await write({ operation: 'delete_page', page: pageId })
  const gone = { id: pageId, title: 'Guide', path: 'guide', outdated: true }
  assert.deepEqual((await get(id)).target.page, gone)
  await server.as(admin).restoreRevision({ params: { spaceId, revisionId: target.revision } })
  const { page: back } = (await get(id)).target
  assert.deepEqual([back?.outdated, back?.title], [false, 'Guide'])
})

test('a block inside of another can be commented on, and of equal blocks any will do', async () => {
  const { admin, commenter, spaceId, pageId, say, write, get } = await givenDiscussed(server)
  const query = { format: 'document' as const, evaluated: false, metadata: true, computed: true }
  const shown = await server.as(admin).getPageById({ params: { spaceId, pageId }, query })
  assert.ok('document' in shown)
  const item = shown.document?.nodes[2]?.nodes?.[1]
  const inner = await say(commenter, 'item', { page: pageId, node: item?.key ?? '' })
  assert.equal(inner.target.node?.preview, 'two')
  const twice = { document: { markdown: `Same.\n\nSame.\n\n${threeBlocks}` } }
  await write({ operation: 'update_page', page: pageId, ...twice })
  const [, again = ''] = await keysOf(server, admin, spaceId, pageId)
  const { id } = await say(commenter, 'second of two', { page: pageId, node: again })
  const once = { document: { markdown: `Same.\n\n${threeBlocks}` } }
  await write({ operation: 'update_page', page: pageId, ...once })
  assert.equal((await get(id)).target.page?.outdated, false)
  assert.equal((await get(inner.id)).target.page?.outdated, false)
  await write({ operation: 'update_page', page: pageId, document: { markdown: threeBlocks } })
  assert.equal((await get(id)).target.page?.outdated, true)
})

test('a preview is short, and never half of a character', async () => {
  const { admin, commenter, spaceId, pageId, say, write } = await givenDiscussed(server)
  await write({ operation: 'update_page', page: pageId, document: { markdown: `a${'😀'.repeat(500)}` } })
  const [only = ''] = await keysOf(server, admin, spaceId, pageId)
  const { target } = await say(commenter, 'long', { page: pageId, node: only })
  assert.equal(target.node?.preview, `a${'😀'.repeat(99)}`)
})

test('a comment in a change request is judged by its content, and after the merge by the space', async () => {
  const { admin, commenter, editor, spaceId, pageId, write } = await givenDiscussed(server)
  const draft = await givenChangeRequest(server, spaceId, editor)
  const own = 'Draft block.\n\nOther.\n'
  await draft.write({ operation: 'update_page', page: pageId, document: { markdown: own } })
  const query = { format: 'document' as const, evaluated: false, metadata: true, computed: true }
  const params = { ...draft.params, pageId }
  const shown = await server.as(admin).getPageInChangeRequestById({ params, query })
  assert.ok('document' in shown)
  const api = server.as(commenter)
  const node = shown.document?.nodes[0]?.key ?? ''
  const body = { page: pageId, node, body: { markdown: 'About the draft' } }
  const { id: commentId } = await api.postCommentInChangeRequest({ params: draft.params, body })
  const outdated = async () => {
    const one = { params: { ...draft.params, commentId } }
    return (await api.getCommentInChangeRequest(one)).target.page?.outdated
  }
  assert.equal(await outdated(), false)
  await server.as(admin).mergeChangeRequest({ params: draft.params })
  assert.equal(await outdated(), false)
  await write({ operation: 'update_page', page: pageId, document: { markdown: 'Later.\n' } })
  assert.equal(await outdated(), true)
  const { comments } = await api.getChangeRequestById({ params: draft.params })
  assert.equal(comments, 1)
  const resolved = await server
    .as(editor)
    .updateCommentInChangeRequest({ params: { ...draft.params, commentId }, body: { resolved: true } })
  assert.equal(resolved.status, 'resolved')
  assert.equal((await api.getChangeRequestById({ params: draft.params })).comments, 0)
})

test('a list reads pages and texts together, however many comments and pages there are', async () => {
  const { commenter, params, spaceId, say, write } = await givenDiscussed(server)
  await write(...Array.from({ length: 40 }, (_, one) => page(`Page ${one}`)))
  const { pages } = await server.as(commenter).listPages({ params })
  for (const { id } of pages) {
    const [first = ''] = await keysOf(server, commenter, spaceId, id)
    await say(commenter, 'block', { page: id, node: first })
  }
  const changes = pages.map(({ id }) => ({
    operation: 'update_page' as const,
    page: id,
    document: { markdown: `Changed ${id}.\n` },
  }))
  await write(...changes)
  let asked = 0
  const { add } = server.statements
  server.statements.add = function count(statement) {
    asked++
    return add.call(this, statement)
  }
  const { items } = await server.as(commenter).listCommentsInSpace({ params })
  server.statements.add = add
  assert.equal(items.length, 41)
  assert.ok(items.every(({ target }) => target.page?.outdated === true))
  assert.ok(asked <= 12, `${asked} statements`)
})
