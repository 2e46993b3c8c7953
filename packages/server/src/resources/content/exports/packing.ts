import { Readable } from 'node:stream'
import {
  type Content,
  listRecords,
  type ObjectStore,
  type PageTree,
  pageTree,
  readVariables,
} from '@stemma/content'
import { ZipFile } from 'yazl'
import type { BlobStore } from '../../../files/blob-store.ts'
import { safeNameOf } from '../../../files/file-name.ts'
import {
  type ListedFile,
  type ListedPage,
  type ListedReusableContent,
  manifestPath,
  manifestVersion,
} from '../../../importing/manifest.ts'

/** A content, and where the bytes of its files are. */
export interface Packed {
  readonly store: ObjectStore
  readonly content: Content
  readonly contentId: string
  readonly blobs: BlobStore
  readonly revision: string
  readonly hash: string
  /** The time that all entries have, so that equal revisions are equal bytes. */
  readonly at: string
}

/**
 * Packs a content: the manifest, a text for each page where its address says, and the files. Texts and files
 * are read when their turn comes, so that a space of any size takes little memory.
 */
export async function pack(packed: Packed): Promise<Readable> {
  const { store, content, at } = packed
  const pages = listed(await pageTree(store, content))
  const files = await allOf<ListedFile>(packed, 'files', ({ id, name }) => `files/${id}/${safeNameOf(name)}`)
  const reusableContents = await allOf<ListedReusableContent>(packed, 'reusableContents', (one) =>
    'document' in one ? `reusable-contents/${one.id}.md` : undefined,
  )
  const zip = new ZipFile()
  const options = { mtime: new Date(at), forceDosTimestamp: true }
  const variables = await readVariables(store, content)
  const manifest = manifestText(packed, { pages, files, reusableContents, variables })
  zip.addReadStreamLazy(manifestPath, options, (give) => give(null, Readable.from(manifest)))
  const texts = [...pages, ...reusableContents].filter((one) => 'document' in one && one.path !== undefined)
  const read = inBatches(store, texts as readonly Texted[])
  for (const [index, { path = '' }] of texts.entries()) {
    zip.addReadStreamLazy(path, options, (give) => {
      read(index).then((bytes) => give(null, Readable.from([bytes])), broken(zip, give))
    })
  }
  for (const file of files) addFile(zip, packed, file, options)
  zip.end()
  return zip.outputStream as Readable
}

type Give = (error: unknown, stream: NodeJS.ReadableStream) => void

/** The library hands the error to the file alone; whoever reads must not take half a zip for a whole one. */
function broken(zip: ZipFile, give: Give) {
  return (error: unknown) => {
    ;(zip.outputStream as Readable).destroy(error as Error)
    give(error, Readable.from([]))
  }
}

type EntryOptions = { readonly mtime: Date; readonly forceDosTimestamp: boolean }

function addFile(zip: ZipFile, packed: Packed, { hash, path = '', size }: ListedFile, options: EntryOptions) {
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

/** Pages in the order of the navigation, with the place of their texts; a page has its folder beside it. */
function listed(tree: readonly PageTree[]): readonly ListedPage[] {
  return tree.flatMap(({ id, record, path, pages }) => {
    const own: ListedPage =
      record.type === 'document' ? { id, path: `pages/${path}.md`, ...record } : { id, ...record }
    return [own, ...listed(pages)]
  })
}

async function allOf<T extends ListedFile | ListedReusableContent>(
  { store, content }: Packed,
  map: 'files' | 'reusableContents',
  pathOf: (one: T) => string | undefined,
): Promise<readonly T[]> {
  const all: T[] = []
  for (let after: string | undefined; ; after = all.at(-1)?.id) {
    const { items } = await listRecords(store, content, map, { ...(after && { after }), limit: batchSize })
    for (const one of items as unknown as readonly T[]) {
      const path = pathOf(one)
      all.push(path === undefined ? one : { ...one, path })
    }
    if (items.length < batchSize) return all
  }
}

const batchSize = 500

/** A line for each record, so that two exports can be compared by eye. */
function* manifestText({ revision, hash }: Packed, lists: Lists): Generator<string> {
  const head = { format: 'stemma', version: manifestVersion, revision, hash }
  yield `${JSON.stringify(head).slice(0, -1)},\n`
  for (const name of ['pages', 'files', 'reusableContents'] as const) {
    yield `"${name}": [`
    for (const [index, record] of lists[name].entries()) {
      yield `${index === 0 ? '' : ','}\n${JSON.stringify(record)}`
    }
    yield '\n],\n'
  }
  yield `"variables": ${JSON.stringify(lists.variables)}\n}\n`
}

interface Lists {
  readonly pages: readonly ListedPage[]
  readonly files: readonly ListedFile[]
  readonly reusableContents: readonly ListedReusableContent[]
  readonly variables: Readonly<Record<string, string>>
}

interface Texted {
  readonly document: string
}

/** Texts in their order, a batch at a time: one after the other would ask the database for each. */
function inBatches(store: ObjectStore, texts: readonly Texted[]) {
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
