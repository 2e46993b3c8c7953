import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyContent, knownObjects, shapeOf } from '../content.ts'
import { encodeText } from '../documents/text.ts'
import { build } from '../map/index.ts'
import { memoryStore } from '../memory-store.ts'
import { hashOf } from '../objects.ts'
import { editPages } from '../pages/edit-pages.ts'
import { childKey, pathKey } from '../pages/keys.ts'
import { type DocumentRecord, encodePage } from '../pages/page-record.ts'
import { findPage } from '../pages/read-pages.ts'
import { watched } from '../test/maps.ts'
import { entriesOf } from './link-entries.ts'
import { backlinksOfPage, countLinks, linksFrom } from './read-links.ts'

const size = 100_000
const store = memoryStore()
const moment = '2026-01-01T00:00:00.000Z'
const idAt = (index: number) => `page${String(index).padStart(6, '0')}`
/** Ten pages below each page. Each links to the next one by its ID, and to a URL. */
const pages = Array.from({ length: size }, (_, index) => ({
  id: idAt(index),
  destinations: [`/pages/${idAt((index + 1) % size)}`, `https://example.com/${index}`],
  record: {
    type: 'document' as const,
    title: `Page ${index}`,
    slug: `page-${index}`,
    parent: index < 10 ? '' : idAt(Math.floor(index / 10) - 1),
    rank: `a${index % 10}`,
    document: 'text',
    createdAt: moment,
    updatedAt: moment,
  },
}))
await store.put(knownObjects)
const content = {
  ...emptyContent,
  pages: await built(
    'pages',
    pages.map(({ id, record }) => [id, encodePage(record)]),
  ),
  children: await built(
    'children',
    pages.map(({ id, record }) => [childKey(id, record), '']),
  ),
  paths: await built(
    'paths',
    pages.map(({ id, record }) => [pathKey(record.parent, record.slug), id]),
  ),
  links: await built(
    'links',
    pages.flatMap(({ id, destinations }) =>
      entriesOf(
        id,
        destinations.map((destination) => ({ kind: 'link', destination })),
      ),
    ),
  ),
}

function built(
  map: 'pages' | 'children' | 'paths' | 'links',
  entries: readonly (readonly [string, string])[],
) {
  return build(
    store,
    shapeOf(map),
    entries.map(([key, value]) => ({ key, value })),
  )
}

test('the backlinks of one among many pages, by id and by path, touch a handful of objects', async () => {
  const [linked, linking] = [idAt(54_321), idAt(777)]
  const path = ['page-4', 'page-53', 'page-542', 'page-5431', 'page-54321']
  const bytes = encodeText(`[x](/pages/${path.join('/')}.md) [y](../page-54321.md)\n`)
  const [document, record] = [hashOf(bytes), (await findPage(store, content, linking)) ?? assert.fail()]
  await store.put([
    { hash: document, bytes },
    { hash: 'text', bytes: encodeText('') },
  ])
  const edited = await editPages(
    store,
    content,
    new Map([[linking, { ...record, document } as DocumentRecord]]),
  )
  const target = (await findPage(store, edited, linked)) ?? assert.fail()
  const seen = watched(store)
  assert.deepEqual(await backlinksOfPage(seen, edited, { id: linked, record: target }), [
    linking,
    idAt(54_320),
  ])
  const reads = seen.reads()
  assert.ok(reads.flat().length <= 80, `${reads.flat().length} objects`)
  assert.ok(new Set(reads.flat()).size <= 50, `${new Set(reads.flat()).size} different objects`)
})

test('the first links of many, and how many there are, touch a handful of objects', async () => {
  const seen = watched(store)
  for await (const links of linksFrom(seen, content, { atOnce: 20 })) {
    assert.equal(links.length, 20)
    break
  }
  assert.equal(await countLinks(seen, content), 2 * size)
  const different = new Set(seen.reads().flat()).size
  assert.ok(different <= 60, `${different} different objects`)
})
