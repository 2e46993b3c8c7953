import type { ContentReference } from '../documents/nodes.ts'
import type { Hash } from '../objects.ts'
import type { PageTree } from '../pages/read-pages.ts'
import type { FileRecord, ReusableContentRecord } from '../records.ts'

/** A content as files, in the order of their paths. */
export interface Tree {
  readonly entries: readonly TreeEntry[]
  /** The bytes of a text's file, from the bytes that are stored. */
  readonly shownText: (entry: TextEntry, stored: Uint8Array) => Promise<Uint8Array>
  readonly pages: readonly PageTree[]
  /** The path of `pages/<id>`, `files/<id>` or `reusable-contents/<id>`. */
  readonly pathOf: (target: string) => string | undefined
  /** The folders of the pages below pages, groups included, by ID. */
  readonly folders: ReadonlyMap<string, string>
  readonly reusableContents: ReadonlyMap<string, ReusableContentRecord>
  /** The destination of a link page in the table of contents at a path. */
  readonly destinationOf: (target: ContentReference, summary: string) => string
}

export type TreeEntry = TextEntry | FileEntry | WrittenEntry

/** A page or a reusable content. */
export interface TextEntry {
  readonly kind: 'page' | 'reusable-content'
  readonly path: string
  readonly id: string
  readonly document: Hash
}

export interface FileEntry {
  readonly kind: 'file'
  readonly path: string
  readonly id: string
  readonly record: FileRecord
}

/** A table of contents, or the variables. */
export interface WrittenEntry {
  readonly kind: 'summary' | 'variables'
  readonly path: string
  readonly bytes: Uint8Array
}
