import type { Readable } from 'node:stream'
import type { ObjectStore, TextEntry, TreeChanges, TreeEntry } from '@stemma/content'
import type { BlobStore } from '../files/blob-store.ts'

export interface TreeSource {
  readonly store: ObjectStore
  readonly blobs: BlobStore
  readonly contentId: string
}

/** A file of a tree with its bytes, which are read when their turn comes. */
export type TreeFile = { readonly path: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly stream: Readable; readonly size: number }
)

export async function* readFiles(
  source: TreeSource,
  { written, shownText }: Pick<TreeChanges, 'written' | 'shownText'>,
): AsyncGenerator<TreeFile> {
  for (const entry of written) {
    if ('bytes' in entry) yield { path: entry.path, bytes: entry.bytes }
    else if (entry.kind === 'file') yield openFile(source, entry)
  }
  const texts = written.filter((entry): entry is TextEntry => 'document' in entry)
  for (let from = 0; from < texts.length; from += textsPerRead) {
    const part = texts.slice(from, from + textsPerRead)
    const stored = await source.store.get(part.map(({ document }) => document))
    for (const [at, entry] of part.entries())
      yield { path: entry.path, bytes: await shownText(entry, stored[at] ?? new Uint8Array()) }
  }
}

const textsPerRead = 200

async function openFile({ blobs, contentId }: TreeSource, entry: Extract<TreeEntry, { kind: 'file' }>) {
  const { hash } = entry.record
  const blob = await blobs.open({ contentId, hash })
  if (blob === undefined) throw new Error(`The file ${hash} of the content ${contentId} is missing.`)
  return { path: entry.path, stream: blob.stream, size: blob.size }
}
