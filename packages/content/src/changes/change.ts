import type { DocumentTree } from '../documents/nodes.ts'
import type { FileRecord } from '../records.ts'

/** A text as it comes in: Markdown, or a tree that is written as Markdown. */
export type TextInput = { readonly markdown: string } | { readonly document: DocumentTree }

/** An empty text or false takes the attribute away. */
export interface PageAttributes {
  readonly title?: string | undefined
  readonly slug?: string | undefined
  readonly emoji?: string | undefined
  readonly icon?: string | undefined
  readonly description?: string | undefined
  readonly hidden?: boolean | undefined
  readonly noIndex?: boolean | undefined
  readonly noRobotsIndex?: boolean | undefined
  readonly condition?: string | undefined
}

export interface InsertPage extends PageAttributes {
  readonly operation: 'insert_page'
  readonly document: TextInput
  readonly into?: string | undefined
  readonly at?: number | undefined
  readonly ref?: string | undefined
}

export interface UpdatePage extends PageAttributes {
  readonly operation: 'update_page'
  readonly page: string
  readonly document?: TextInput | undefined
  /** Null moves it to the top; without it the page stays where it is. */
  readonly into?: string | null | undefined
  readonly at?: number | undefined
}

export interface DeletePage {
  readonly operation: 'delete_page'
  readonly page: string
}

export interface RevertPage {
  readonly operation: 'revert_page'
  readonly page: string
  /** Without it, back to where the line of revisions began. */
  readonly revision?: string | undefined
  /** Keys of blocks; without them, all of the page. */
  readonly block?: readonly string[] | undefined
}

/** Files whose bytes are kept already. */
export interface InsertFiles {
  readonly operation: 'insert_files'
  readonly files: readonly InsertedFile[]
}

export interface InsertedFile extends FileRecord {
  readonly ref?: string | undefined
}

export type Change = InsertPage | UpdatePage | DeletePage | RevertPage | InsertFiles

/** What became of a page, told once, however often it was touched. */
export type TouchedPage =
  | { readonly operation: 'created_page'; readonly page: string; readonly ref?: string }
  | { readonly operation: 'updated_page'; readonly page: string }
  | { readonly operation: 'deleted_page'; readonly page: string }
