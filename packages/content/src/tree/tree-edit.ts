import type { PageText } from '../changes/page-text.ts'
import type { Content } from '../content.ts'
import type { Hash } from '../objects.ts'
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
  /** The files and reusable contents among them that were not at their path in the base. */
  readonly arrivals: ReadonlyMap<string, Held>
  readonly now: string
  readonly newId: () => string
}

/** Texts while they are stored, and where the objects are to which they link. */
export interface TextEditing {
  readonly store: Overlay
  readonly content: Content
  readonly texts: readonly WrittenText[]
  /** The path of `pages/<id>`, `files/<id>` or `reusable-contents/<id>` in the base. */
  readonly pathBefore: PathOf
  readonly pathAfter: PathOf
  /** What a path of the new tree stands for, as in `pages/<id>`. */
  readonly targetAt: (path: string) => Awaitable<string | undefined>
  /** What files and reusable contents come to their path with the edit, as in `files/<id>`. */
  readonly arrived: ReadonlySet<string>
}

export type PathOf = (target: string) => Awaitable<string | undefined>
type Awaitable<T> = T | Promise<T>

/** A text file that is new or has other bytes. */
export interface WrittenText {
  readonly held: Held
  readonly bytes: Uint8Array
  /** The text that is stored for its object; undefined if it is new. */
  readonly document: Hash | undefined
}

/** The new texts of pages and reusable contents, by ID. */
export type NewTexts = ReadonlyMap<string, PageText>
