import type { FileRecord } from '@stemma/content'
import type { Failure } from './refusal.ts'

/** A page of a source, with its children. */
export interface SourcePage {
  /** How links in the source refer to it: a path in an archive, or a URL. */
  readonly key: string
  readonly title?: string | undefined
  readonly slug?: string | undefined
  /** Returns the page as Markdown, with the source's own links. If absent, the page has only a title. */
  readonly text?: (() => Promise<string>) | undefined
  /** A navigation heading instead of a page. */
  readonly isGroup?: true
  readonly pages: readonly SourcePage[]
}

/** The target of a link: a page or a file of the source. */
export type Target =
  | { readonly kind: 'page'; readonly key: string }
  | { readonly kind: 'file'; readonly key: string }

export interface SourceFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly claimed?: string | undefined
}

/** A file that is already stored. */
interface KeptFile {
  readonly record: FileRecord
}

/** The content of a source, before it is imported. */
export interface Source {
  readonly pages: readonly SourcePage[]
  /** Resolves a link in a page. */
  readonly targetOf: (from: string, destination: string) => Target | undefined
  /** Reads a file that a page links to. */
  readonly fileAt: (key: string) => Promise<SourceFile | KeptFile>
  /** The parts of the source that couldn't be read. */
  readonly failures: readonly Failure[]
}
