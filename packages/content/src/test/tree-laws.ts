import assert from 'node:assert/strict'
import type { Applied } from '../changes/applied.ts'
import { type Content, emptyContent, encodeContent } from '../content.ts'
import { parseDocument } from '../documents/parse.ts'
import { type Replacement, replaceRanges } from '../documents/replace-ranges.ts'
import { decodeText, encodeText } from '../documents/text.ts'
import type { ObjectStore } from '../objects.ts'
import { findPage } from '../pages/read-pages.ts'
import type { FileRecord } from '../records.ts'
import { editTree } from '../tree/edit-tree.ts'
import { layOut } from '../tree/layout.ts'
import { isMarkdown, isSummary, linkBetween, pathFrom } from '../tree/names.ts'
import { treeChanges } from '../tree/tree-changes.ts'
import type { TreeEdit, WrittenFile } from '../tree/tree-edit.ts'
import { filesOf, shownEntry } from './tree-files.ts'
import { requireTree } from './writing.ts'

/** Checks what must hold for the files of any content, and returns them. */
export async function requireTreeLaws(
  store: ObjectStore,
  content: Content,
): Promise<ReadonlyMap<string, string>> {
  const files = await filesOf(store, content)
  const written = await writtenFiles(store, content)
  const same = await apply(store, content, { written })
  assert.equal(encodeContent(same).hash, encodeContent(content).hash, 'pushing a clone changes nothing')
  await requireKeptLinks(store, content, written)
  await requireSameEdits(store, content, written)
  const rebuilt = await apply(store, emptyContent, { written })
  await requireTree(store, rebuilt)
  const again = await filesOf(store, rebuilt)
  const paths = (all: ReadonlyMap<string, string>) => [...all.keys()].filter((path) => !isSummary(path))
  assert.deepEqual(paths(again), paths(files), 'a space that is made from a clone has the same files')
  for (const [path, text] of files) {
    const plain = isSummary(path) ? undefined : plainLinks(text, path, files)
    if (plain !== undefined) assert.equal(plainLinks(again.get(path) ?? '', path, again), plain, path)
  }
  return files
}

/** The text with one spelling of each link; undefined if one leads to no file, but may lead to a page. */
function plainLinks(text: string, path: string, files: ReadonlyMap<string, string>): string | undefined {
  if (!isMarkdown(path)) return text
  const replacements: Replacement[] = []
  for (const { destination, start, end } of parseDocument(text, { page: true }).links) {
    const to = pathFrom(path, destination)
    if (to === undefined) continue
    if (!files.has(to)) return undefined
    replacements.push({ start, end, text: linkBetween(path, to) + (/#.*$/s.exec(destination)?.[0] ?? '') })
  }
  return replaceRanges(text, replacements)
}

/** A line at the end of every text changes nothing before it. */
async function requireKeptLinks(store: ObjectStore, content: Content, written: TreeEdit['written']) {
  const { entries } = await layOut(store, content)
  const pages = entries.flatMap((entry) => ('document' in entry && entry.kind === 'page' ? [entry] : []))
  const longer = new Map(
    pages.map(({ path }): [string, WrittenFile] => {
      const file = written.get(path)
      const bytes = file && 'bytes' in file ? file.bytes : new Uint8Array()
      return [path, { bytes: encodeText(`${decodeText(bytes)}\n\nMore.\n`) }]
    }),
  )
  const edited = await apply(store, content, { written: longer })
  for (const { id, document } of pages) {
    const page = await findPage(store, edited, id)
    const now = page?.type === 'document' ? page.document : ''
    const [before = new Uint8Array(), after = new Uint8Array()] = await store.get([document, now])
    assert.equal(decodeText(after), `${decodeText(before)}\n\nMore.\n`, 'links come back as they were')
  }
}

/** The files of one content, with what differs, are the files of another. */
export async function requireTreeChanges(store: ObjectStore, before: Content, after: Content) {
  const files = await filesOf(store, before)
  const paths = new Set(files.keys())
  const changes = await treeChanges(store, {
    before,
    after,
    hasFile: async (path) => paths.has(path),
    layOut: (content) => layOut(store, content),
  })
  for (const path of changes.removed) assert.ok(files.delete(path), `${path} was there`)
  for (const entry of changes.written)
    files.set(entry.path, await shownEntry(store, changes.shownText, entry))
  assert.deepEqual(new Map([...files].sort()), new Map([...(await filesOf(store, after))].sort()))
  return changes
}

/** Looking a page up by its path gives the same result as laying out the whole tree. */
async function requireSameEdits(store: ObjectStore, content: Content, written: TreeEdit['written']) {
  const { entries } = await layOut(store, content)
  const paths = new Set(entries.map(({ path }) => path))
  const pages = entries.filter(({ kind }) => kind === 'page')
  const path = pages[entries.length % pages.length]?.path ?? ''
  const file = written.get(path)
  if (file === undefined || !('bytes' in file)) return
  const to = linkBetween(path, entries[(entries.length * 7 + 3) % entries.length]?.path ?? '')
  const bytes = encodeText(`${decodeText(file.bytes)}\n\nMore [x](${to}) ![y](./${to}).\n`)
  const edit = { written: new Map([[path, { bytes }]]), renamed: new Map(), removed: new Set<string>() }
  const how = { now: '2026-02-02T00:00:00.000Z', newId: () => 'n' }
  const whole = await editTree(store, content, edit, how)
  const found = await editTree(store, content, edit, { ...how, hasFile: async (one) => paths.has(one) })
  assert.deepEqual(comparable(found), comparable(whole), 'a text that is looked up is the same')
}

function comparable({ root, touched, documents, objects }: Applied) {
  return { root, touched, documents, objects: objects.map(({ hash }) => hash).sort() }
}

async function writtenFiles(store: ObjectStore, content: Content): Promise<TreeEdit['written']> {
  const records = new Map<string, FileRecord>()
  for (const entry of (await layOut(store, content)).entries) {
    if (entry.kind === 'file') records.set(entry.path, entry.record)
  }
  const files = await filesOf(store, content)
  return new Map(
    [...files].map(([path, text]): [string, WrittenFile] => {
      const record = records.get(path)
      return [path, record ? { record } : { bytes: encodeText(text) }]
    }),
  )
}

/** Applies a difference of trees, and stores the result. New IDs begin with a letter of each difference. */
export async function apply(
  store: ObjectStore,
  content: Content,
  edit: Partial<TreeEdit>,
  idsBegin = 'n',
): Promise<Content> {
  let ids = 0
  const applied = await editTree(
    store,
    content,
    { written: new Map(), renamed: new Map(), removed: new Set(), ...edit },
    { now: '2026-02-02T00:00:00.000Z', newId: () => `${idsBegin}${String(ids++).padStart(4, '0')}` },
  )
  await store.put(applied.objects)
  return applied.content
}
