import { Readable } from 'node:stream'
import type { Content, FileRecord, ObjectStore } from '@stemma/content'
import type { ZipFile } from 'yazl'
import type { BlobStore } from '../../../files/blob-store.ts'

/** The content to export, and where the bytes of its files are. */
export interface Packed {
  readonly store: ObjectStore
  readonly content: Content
  readonly contentId: string
  readonly blobs: BlobStore
  readonly revision: string
  readonly hash: string
  /** The timestamp of all entries, so that equal revisions give identical bytes. */
  readonly at: string
}

export function entryOptions(at: string): EntryOptions {
  return { mtime: new Date(at), forceDosTimestamp: true }
}

type EntryOptions = { readonly mtime: Date; readonly forceDosTimestamp: boolean }

/** A text of the export and its path in the zip file. */
export interface PackedText {
  readonly path: string
  readonly document: string
}

/** Adds texts, which are read when the zip file is written. */
export function addTexts<Text extends PackedText>(
  zip: ZipFile,
  store: ObjectStore,
  texts: readonly Text[],
  options: EntryOptions,
  shown: (text: Text, stored: Uint8Array) => Promise<Uint8Array> = async (_text, stored) => stored,
) {
  const read = inBatches(store, texts)
  for (const [index, text] of texts.entries()) {
    zip.addReadStreamLazy(text.path, options, (give) => {
      const bytes = read(index).then((stored) => shown(text, stored))
      bytes.then((all) => give(null, Readable.from([all])), broken(zip, give))
    })
  }
}

type Give = (error: unknown, stream: NodeJS.ReadableStream) => void

/** The library reports the error to the entry only. Readers must not take a partial zip for a whole one. */
function broken(zip: ZipFile, give: Give) {
  return (error: unknown) => {
    ;(zip.outputStream as Readable).destroy(error as Error)
    give(error, Readable.from([]))
  }
}

export function addFile(
  zip: ZipFile,
  packed: Packed,
  { hash, path, size }: FileRecord & { readonly path: string },
  options: EntryOptions,
) {
  const { blobs, contentId } = packed
  zip.addReadStreamLazy(path, { ...options, size }, (give) => {
    const fail = broken(zip, give)
    blobs.open({ contentId, hash }).then((blob) => {
      if (blob === undefined) return fail(new Error(`The file ${hash} is missing.`))
      blob.stream.once('error', fail)
      give(null, blob.stream)
    }, fail)
  })
}

/** Reads texts in order and in batches, to avoid one query per text. */
function inBatches(store: ObjectStore, texts: readonly PackedText[]) {
  let from = 0
  let batch: Promise<readonly Uint8Array[]> | undefined
  return async (index: number): Promise<Uint8Array> => {
    if (batch === undefined || index < from || index >= from + textsPerBatch) {
      from = index
      batch = store.get(texts.slice(index, index + textsPerBatch).map(({ document }) => document))
    }
    return (await batch)[index - from] as Uint8Array
  }
}

const textsPerBatch = 100
