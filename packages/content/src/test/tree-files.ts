import { type ContentRecords, writeRecords } from '../changes/write-records.ts'
import { type Content, emptyContent, knownObjects } from '../content.ts'
import { decodeText, encodeText } from '../documents/text.ts'
import { memoryStore } from '../memory-store.ts'
import { hashOf, type ObjectStore } from '../objects.ts'
import { layOut } from '../tree/layout.ts'
import type { Tree, TreeEntry } from '../tree/tree.ts'

/** A content with these records. */
export async function givenRecords(
  records: Partial<Omit<ContentRecords, 'texts'>> & { readonly texts: readonly string[] },
  store: ObjectStore = memoryStore(),
) {
  await store.put(knownObjects)
  const applied = await writeRecords(store, emptyContent, {
    pages: new Map(),
    files: new Map(),
    reusableContents: new Map(),
    variables: new Map(),
    ...records,
    texts: new Map(records.texts.map((text) => [hashOf(text), encodeText(text)])),
  })
  await store.put(applied.objects)
  return { store, content: applied.content }
}

/** The files of a content as texts, by path. A stored file is shown as its hash. */
export async function filesOf(store: ObjectStore, content: Content): Promise<Map<string, string>> {
  const { entries, shownText } = await layOut(store, content)
  const files = new Map<string, string>()
  for (const entry of entries) files.set(entry.path, await shownEntry(store, shownText, entry))
  return files
}

export async function shownEntry(store: ObjectStore, shownText: Tree['shownText'], entry: TreeEntry) {
  if ('bytes' in entry) return decodeText(entry.bytes)
  if (entry.kind === 'file') return entry.record.hash
  const [stored = new Uint8Array()] = await store.get([entry.document])
  return decodeText(await shownText(entry, stored))
}
