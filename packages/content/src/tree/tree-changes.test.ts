import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { applyChanges } from '../changes/apply.ts'
import type { Change } from '../changes/change.ts'
import type { Content } from '../content.ts'
import type { ObjectStore } from '../objects.ts'
import { treeContents } from '../test/tree-contents.ts'
import { givenRecords } from '../test/tree-files.ts'
import { requireTreeChanges } from '../test/tree-laws.ts'
import { givenContent, page } from '../test/writing.ts'

test('the files of a content, with what differs, are those of any other', async () => {
  await fc.assert(
    fc.asyncProperty(treeContents, treeContents, async (records, others) => {
      const { store, content } = await givenRecords(records)
      const other = await givenRecords(others, store)
      await requireTreeChanges(store, content, other.content)
    }),
    { numRuns: 150 },
  )
})

test('a change of one page writes its files, and those whose links lead elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(treeContents, fc.nat(8), fc.constantFrom(...edits), async (records, at, edit) => {
      const { store, content } = await givenRecords(records)
      const id = [...records.pages.keys()][at % Math.max(1, records.pages.size)]
      const after = id === undefined ? undefined : await changed(store, content, edit(id))
      if (after !== undefined) await requireTreeChanges(store, content, after)
    }),
    { numRuns: 150 },
  )
})

const edits: readonly ((page: string) => Change)[] = [
  (page) => ({ operation: 'update_page', page, document: { markdown: 'New [a](a.md) [b](../b) [c](./)\n' } }),
  (page) => ({ operation: 'update_page', page, title: 'Another' }),
  (page) => ({ operation: 'update_page', page, slug: 'another' }),
  (page) => ({ operation: 'update_page', page, into: null, at: 0 }),
  (page) => ({ operation: 'delete_page', page }),
  () => page('A', { slug: 'fresh' }),
]

async function changed(store: ObjectStore, content: Content, change: Change) {
  let made = 0
  const applied = await applyChanges(store, content, [change], {
    now: '2026-02-02T00:00:00.000Z',
    newId: () => `new${made++}`,
    contentOf: async () => undefined,
  }).catch(() => undefined)
  if (applied !== undefined) await store.put(applied.objects)
  return applied?.content
}

test('an edit of a text reads few objects, however many pages there are', async () => {
  const pages = Array.from({ length: 2_000 }, (_, at) => page(`Page ${at}`))
  const { store, content } = await givenContent(...pages, page('Linking', { document: { markdown: 'Old' } }))
  const markdown = '[s](/pages/id000007)\n'
  const id = 'id002000'
  const after = await changed(store, content, { operation: 'update_page', page: id, document: { markdown } })
  assert.ok(after !== undefined)
  const { written, removed } = await requireTreeChanges(store, content, after)
  assert.deepEqual([written.map(({ path }) => path), removed], [['linking.md'], []])
})
