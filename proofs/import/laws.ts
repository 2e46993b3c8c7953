import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  applyChanges,
  emptyContent,
  type FileRecord,
  hashOf,
  knownObjects,
  memoryStore,
  writeRecords,
} from '@stemma/content'
import { corpusDocuments } from '../../packages/content/src/test/corpus.ts'
import { newId } from '../../packages/server/src/common/ids.ts'
import { openArchive } from '../../packages/server/src/importing/archive.ts'
import { readExport } from '../../packages/server/src/importing/exported-content.ts'
import { pack } from '../../packages/server/src/resources/content/exports/packing.ts'

/** Exports and imports each document of the corpus, alone in a content with a file. */
export async function exportEach(): Promise<{
  readonly documents: number
  readonly changed: readonly string[]
}> {
  const documents = corpusDocuments()
  const changed: string[] = []
  for (const { name, markdown } of documents) {
    if (!(await isKept(name, markdown))) changed.push(name)
  }
  return { documents: documents.length, changed }
}

async function isKept(name: string, markdown: string): Promise<boolean> {
  const store = memoryStore()
  await store.put(knownObjects)
  const bytes = Buffer.from(name)
  const file: FileRecord = { name, contentType: 'text/plain', size: bytes.length, hash: hashOf(bytes) }
  const at = '2026-01-02T03:04:05.678Z'
  const applied = await applyChanges(
    store,
    emptyContent,
    [
      { operation: 'insert_page', title: name, document: { markdown } },
      { operation: 'insert_files', files: [file] },
    ],
    { now: at, newId, contentOf: async () => undefined },
  )
  await store.put(applied.objects)
  const blobs = {
    put: async () => {},
    open: async () => ({ size: bytes.length, stream: Readable.from([bytes]) }),
    delete: async () => {},
    deleteAll: async () => {},
  }
  const named = { contentId: 'corpus', revision: 'corpus', hash: applied.root, at }
  const zip = await buffer(await pack({ store, content: applied.content, blobs, ...named }))
  const { records, hash } = await readExport(await openArchive(zip), async () => file)
  const empty = memoryStore()
  await empty.put(knownObjects)
  const written = await writeRecords(empty, emptyContent, records)
  return written.root === applied.root && hash === applied.root
}
