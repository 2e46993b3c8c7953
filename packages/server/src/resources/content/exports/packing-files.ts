import type { Readable } from 'node:stream'
import { layOut } from '@stemma/content'
import { ZipFile } from 'yazl'
import { addFile, addTexts, entryOptions, type Packed } from './zip-entries.ts'

/** Packs a content as the tree of files that a clone of the space has. */
export async function packFiles(packed: Packed): Promise<Readable> {
  const { store, content, at } = packed
  const { entries, shownText } = await layOut(store, content)
  const zip = new ZipFile()
  const options = entryOptions(at)
  for (const entry of entries) {
    if ('bytes' in entry) zip.addBuffer(Buffer.from(entry.bytes), entry.path, options)
  }
  const texts = entries.filter((entry) => 'document' in entry)
  addTexts(zip, store, texts, options, shownText)
  for (const entry of entries) {
    if (entry.kind === 'file') addFile(zip, packed, { ...entry.record, path: entry.path }, options)
  }
  zip.end()
  return zip.outputStream as Readable
}
