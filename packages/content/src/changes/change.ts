import type { DocumentTree } from '../documents/nodes.ts'
import type { FileRecord } from '../records.ts'

/** A text as clients send it: Markdown, or a tree that is converted to Markdown. */
export type TextInput = { readonly markdown: string } | { readonly document: DocumentTree }

/** An empty string or false removes the attribute. */
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
  /** Null moves the page to the top level; if omitted, the page stays where it is. */
  readonly into?: string | null | undefined
  readonly at?: number | undefined
  /** The revision that the writer read: what changed since is merged. If omitted, it is overwritten. */
  readonly basedOn?: string | undefined
}

export interface DeletePage {
  readonly operation: 'delete_page'
  readonly page: string
}

export interface RevertPage {
  readonly operation: 'revert_page'
  readonly page: string
  /** If omitted, the page reverts to the start of the line of revisions. */
  readonly revision?: string | undefined
  /** Block keys; if omitted, the whole page is reverted. */
  readonly block?: readonly string[] | undefined
}

/** Files whose bytes are already stored. */
export interface InsertFiles {
  readonly operation: 'insert_files'
  readonly files: readonly InsertedFile[]
}

export interface InsertedFile extends FileRecord {
  readonly ref?: string | undefined
}

export type Change = InsertPage | UpdatePage | DeletePage | RevertPage | InsertFiles

/** What happened to a page, reported once however often it was touched. */
export type TouchedPage =
  | { readonly operation: 'created_page'; readonly page: string; readonly ref?: string }
  | {
      readonly operation: 'updated_page'
      readonly page: string
      /** Others had changed its text since the revision that the update was based on: it has both. */
      readonly merged?: boolean
    }
  | { readonly operation: 'deleted_page'; readonly page: string }
