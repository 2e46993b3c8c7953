import type { Hash } from '../objects.ts'
import type { PageTree } from '../pages/read-pages.ts'
import type { FileRecord } from '../records.ts'

/** A content as files, in the order of their paths. */
export interface Tree {
  readonly entries: readonly TreeEntry[]
  /** The bytes of a text's file, from the bytes that are stored. */
  readonly shownText: (entry: TextEntry, stored: Uint8Array) => Promise<Uint8Array>
  readonly pages: readonly PageTree[]
  readonly pathOf: (target: string) => string | undefined
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
