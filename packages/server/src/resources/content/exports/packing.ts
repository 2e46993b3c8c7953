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

/**
 * Packs a content as a zip: the manifest, a text for each page at its path, and the files. Texts and files
 * are read lazily, so memory use doesn't grow with the size of the space.
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

/** The library reports the error to the entry only. Readers must not take a partial zip for a whole one. */
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

/** Pages in navigation order, with the paths of their texts. Subpages are in a folder next to the page. */
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

/** One line per record, so that two exports can be compared with a diff. */
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

/** Reads texts in order and in batches, to avoid one query per text. */
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
