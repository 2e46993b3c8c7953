import type { DocumentVersions, MergedDocument } from '@stemma/content/documents'
import type { DocumentNode } from '@stemma/contract'
import type { Unwritable } from '@stemma/editing'

/** What the page asks the worker, which has the parser and the bytes, about the text that is open. */
export type Question =
  | { readonly kind: 'open'; readonly text: string }
  /** The text of the document as it is now. */
  | { readonly kind: 'save' }
  /** The steps that make the document show another text. */
  | { readonly kind: 'compare'; readonly text: string }
  /** What two people made of one text. `choices` decide conflicts, by ID. */
  | {
      readonly kind: 'merge'
      readonly versions: DocumentVersions
      readonly choices: readonly (readonly [id: string, text: string])[]
    }
  /** Where the blocks of a text are. */
  | { readonly kind: 'blocks'; readonly text: string }
  /** Markdown from the clipboard, as something to insert. */
  | { readonly kind: 'paste'; readonly text: string }
  /** Markdown as the API would return it, to show it. */
  | { readonly kind: 'read'; readonly text: string }
  /** The other direction: Markdown of what the API returned. */
  | { readonly kind: 'print'; readonly nodes: readonly DocumentNode[] }

/** What the page tells it without waiting: the steps that it took, in order. */
export interface Taken {
  readonly kind: 'taken'
  readonly steps: readonly unknown[]
  /** They came from a comparison: its text is what the document shows from here on. */
  readonly compared: boolean
}

export interface Answers {
  readonly open: { readonly document: unknown }
  readonly save: WrittenText | UnwritableBlocks
  readonly compare: { readonly steps: readonly unknown[] }
  readonly merge: MergedDocument
  readonly blocks: {
    readonly ranges: readonly (readonly [start: number, end: number])[]
    /** The keys of the same blocks, as the API has them. */
    readonly keys: readonly string[]
  }
  readonly paste: { readonly slice: unknown }
  readonly read: { readonly nodes: readonly DocumentNode[] }
  readonly print: { readonly text: string }
}

interface WrittenText {
  readonly kind: 'saved'
  readonly text: string
  /** A source box changed what other blocks mean: the document must be compared with its own text. */
  readonly isStale: boolean
}

/** Blocks that no Markdown shows, by their position among the blocks of the page. */
interface UnwritableBlocks {
  readonly kind: Unwritable['kind']
  readonly blocks: readonly number[]
}

export type Asked = Question & { readonly id: number }
