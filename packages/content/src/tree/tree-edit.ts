import type { PageText } from '../changes/page-text.ts'
import type { Content } from '../content.ts'
import type { Overlay } from '../overlay.ts'
import type { FileRecord } from '../records.ts'
import type { Tree } from './tree.ts'

/** How a tree differs from the files of a content. */
export interface TreeEdit {
  /** Files that are new or have other bytes. */
  readonly written: ReadonlyMap<string, WrittenFile>
  /** The new path of a file that moved → its path before. */
  readonly renamed: ReadonlyMap<string, string>
  /** Files that are gone, without those that moved. */
  readonly removed: ReadonlySet<string>
}

/** Markdown and variables come as bytes, all other files are already stored. */
export type WrittenFile = { readonly mode?: string | undefined } & (
  | { readonly bytes: Uint8Array }
  | { readonly record: FileRecord }
)

/** What a path of the new tree stands for. */
export interface Held {
  readonly kind: 'page' | 'reusable-content' | 'file'
  readonly id: string
  readonly path: string
  /** The path in the base; undefined if it is new. */
  readonly before: string | undefined
}

/** A tree while its differences are applied to a content. */
export interface Editing {
  readonly store: Overlay
  readonly content: Content
  /** The files of the content. */
  readonly base: Tree
  readonly edit: TreeEdit
  /** The objects of the new tree, by path. */
  readonly held: ReadonlyMap<string, Held>
  readonly now: string
  readonly newId: () => string
}

/** The new texts of pages and reusable contents, by ID. */
export type NewTexts = ReadonlyMap<string, PageText>
