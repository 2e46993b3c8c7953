import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../../test/harness.ts'
import { indexNow } from '../../../test/indexing.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'

const server = await startServer()

test('the history of a page has the revisions that changed it, also after it is deleted', async () => {
  const { admin, editor, reader, spaceId, write, organization } = await givenWrittenSpace(
    server,
    page('A'),
    page('B'),
  )
  const api = server.as(admin)
  const { pages } = await api.listPages({ params: { spaceId } })
  const [a = '', b = ''] = pages.map(({ id }) => id)
  const historyOf = async (pageId: string) => {
    const { items, count } = await server
      .as(reader)
      .listRevisions({ params: { spaceId }, query: { pageId, limit: 100 } })
    assert.equal(count, items.length)
    return items.map(({ id }) => id)
  }
  const [written = ''] = await historyOf(a)
  assert.deepEqual(await historyOf(b), [written])
  const text = (markdown: string) => ({ document: { markdown } })
  await write({ operation: 'update_page', page: b, ...text('B.\n') })
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write({ operation: 'update_page', page: a, ...text('A.\n') })
  assert.deepEqual(await historyOf(a), [written])
  const { revision: merged } = await api.mergeChangeRequest({ params: change.params })
  const { revision: deleted } = await api.updateSpaceContent({
    params: { spaceId },
    body: { changes: [{ operation: 'delete_page', page: a }] },
  })
  const { revision: restored } = await api.restoreRevision({ params: { spaceId, revisionId: merged } })
  const all = [restored, deleted, merged, written]
  assert.deepEqual(await historyOf(a), all)
  assert.equal((await historyOf(b)).length, 2)
  assert.deepEqual(await historyOf('nothing'), [])

  const query = { pageId: a, limit: 3 }
  const first = await api.listRevisions({ params: { spaceId }, query })
  const next = await api.listRevisions({ params: { spaceId }, query: { ...query, ...first.next } })
  assert.deepEqual(
    [...first.items, ...next.items].map(({ id }) => id),
    all,
  )

  // As if all of it had been written by the previous release.
  await server.db.deleteFrom('page_revisions').where('space_id', '=', spaceId).execute()
  await server.db
    .updateTable('search_spaces')
    .set({ addressed_to: null })
    .where('space_id', '=', spaceId)
    .execute()
  await indexNow(server, organization.id, spaceId)
  assert.deepEqual(await historyOf(a), all)
})
