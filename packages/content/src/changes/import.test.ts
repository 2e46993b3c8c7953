import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Content, emptyContent, encodeContent } from '../content.ts'
import { setRecords } from '../files.ts'
import { entries } from '../map/index.ts'
import { hashOf, type ObjectStore } from '../objects.ts'
import { decodePage, type PageRecord } from '../pages/page-record.ts'
import { pageTree } from '../pages/read-pages.ts'
import type { FileRecord, ReusableContentRecord } from '../records.ts'
import { givenContent, outlineOf, page, requireTree } from '../test/writing.ts'
import { insertPages, type NewPage } from './insert-pages.ts'
import { type ContentRecords, writeRecords } from './write-records.ts'

const now = '2026-02-03T04:05:06.000Z'
const file: FileRecord = { name: 'a.txt', contentType: 'text/plain', size: 1, hash: hashOf('a') }

test('pages from elsewhere stand after those that are there, in their order and tree', async () => {
  const { store, content } = await givenContent(page('Here'))
  const pages: NewPage[] = [
    { id: 'a', title: 'A', markdown: 'To [B](/pages/b)\n' },
    { id: 'b', title: 'B', parent: 'a', markdown: '# Better\n\nText\n' },
    { id: 'g', title: 'Part' },
    { id: 'c', parent: 'g', markdown: '---\nicon: leaf\n---\n\nNo title\n' },
  ]
  const applied = await insertPages(store, content, { pages, files: new Map([['f', file]]) }, { now })
  await store.put(applied.objects)
  await requireTree(store, applied.content)
  const tree = await pageTree(store, applied.content)
  assert.equal(outlineOf(tree), 'Here,A(Better),Part(Untitled)')
  assert.equal(tree[2]?.record.type, 'group')
  assert.equal(tree[2]?.pages[0]?.record.icon, 'leaf')
  assert.deepEqual(
    applied.touched.map((one) => one.page),
    ['a', 'b', 'g', 'c'],
  )
  assert.equal(applied.insertedFiles[0]?.id, 'f')
})

test('pages of one name get slugs of their own, also beside one that was there', async () => {
  const { store, content } = await givenContent(page('Same'))
  const pages = Array.from({ length: 3 }, (_, at) => ({ id: `s${at}`, title: 'Same', markdown: 'x' }))
  const clash = { id: 's3', title: 'Same 1', markdown: 'x' }
  const all = { pages: [...pages, clash], files: new Map() }
  const applied = await insertPages(store, content, all, { now })
  await store.put(applied.objects)
  const tree = await pageTree(store, applied.content)
  assert.deepEqual(
    tree.map(({ path }) => path),
    ['same', 'same-1', 'same-2', 'same-3', 'same-1-1'],
  )
})

test('pages go below the page that is named, or are refused where none can stand', async () => {
  const space = await givenContent(page('Here'))
  const [here] = await pageTree(space.store, space.content)
  const insert = (pages: readonly NewPage[], into?: string) =>
    insertPages(space.store, space.content, { pages, files: new Map(), into }, { now })
  const applied = await insert([{ id: 'a', title: 'A', markdown: 'a' }], here?.id)
  await space.store.put(applied.objects)
  assert.equal(outlineOf(await pageTree(space.store, applied.content)), 'Here(A)')
  await assert.rejects(insert([], 'nowhere'), /There is no page nowhere/)
  await assert.rejects(insert([{ id: 'a', parent: 'later', markdown: '' }]), /There is no page later/)
  await assert.rejects(insert([{ id: 'g', title: 'Group' }], here?.id), /stands at the top/)
  const deep = Array.from({ length: 101 }, (_, at) => ({
    id: `d${at}`,
    markdown: '',
    ...(at > 0 && { parent: `d${at - 1}` }),
  }))
  await assert.rejects(insert(deep), /at most 100 deep/)
})

test('a content that is written from its records has the hash that it had', async () => {
  const { store, content } = await givenWhole()
  const records = await recordsOf(store, content)
  const applied = await writeRecords(store, emptyContent, records)
  assert.equal(applied.root, encodeContent(content).hash)
  const again = await writeRecords(store, content, records)
  assert.equal(again.root, applied.root)
})

test('records that no writer could have made are refused', async () => {
  const { store, content } = await givenWhole()
  const whole = await recordsOf(store, content)
  const [id = '', first] = [...whole.pages][0] ?? []
  const write = (records: Partial<ContentRecords>) =>
    writeRecords(store, emptyContent, { ...whole, ...records })
  const changed = (change: Partial<PageRecord>) =>
    write({ pages: new Map([...whole.pages, [id, { ...first, ...change } as PageRecord]]) })
  await assert.rejects(write({ texts: new Map() }), /text of .* is missing/)
  await assert.rejects(changed({ parent: id }), /below itself/)
  await assert.rejects(changed({ parent: 'nowhere' }), /stands below nowhere/)
  await assert.rejects(changed({ rank: 'a0' }), /cannot be read/)
  await assert.rejects(changed({ slug: 'a/b' } as Partial<PageRecord>), /no part of an address/)
  const others = { pages: [{ id: 'other', markdown: '' }], files: new Map() }
  const other = await insertPages(store, content, others, { now })
  await store.put(other.objects)
  await assert.rejects(writeRecords(store, other.content, whole), /pages here that this does not have/)
})

async function givenWhole() {
  const { store, content } = await givenContent(
    page('A', { ref: 'a', icon: 'leaf', description: 'Words' }),
    page('B', { document: { markdown: '[A](./a.md) ![](./f)\n' } }),
    { operation: 'insert_files', files: [{ ...file, ref: 'f' }] },
  )
  const [first] = await pageTree(store, content)
  const document = first?.record.type === 'document' ? first.record.document : undefined
  const reused = new Map([['r', { title: 'R', ...(document && { document }) }]])
  return { store, content: await setRecords(store, content, 'reusableContents', reused) }
}

async function recordsOf(store: ObjectStore, content: Content): Promise<ContentRecords> {
  const read = async <T>(map: 'pages' | 'files' | 'reusableContents', decode: (text: string) => T) => {
    const all = new Map<string, T>()
    for await (const batch of entries(store, content[map])) {
      for (const { key, value } of batch) all.set(key, decode(value))
    }
    return all
  }
  const pages = await read('pages', decodePage)
  const hashes = [...pages.values()].flatMap((one) => (one.type === 'document' ? [one.document] : []))
  const bytes = await store.get(hashes)
  return {
    pages,
    files: await read('files', (text) => JSON.parse(text) as FileRecord),
    reusableContents: await read('reusableContents', (text) => JSON.parse(text) as ReusableContentRecord),
    variables: new Map(),
    texts: new Map(hashes.map((hash, at) => [hash, bytes[at] ?? new Uint8Array()])),
  }
}
