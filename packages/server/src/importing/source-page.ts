import type { FileRecord } from '@stemma/content'
import type { Failure } from './refusal.ts'

/** A page as a source has it, with those below it. */
export interface SourcePage {
  /** What links of the source call it: a path in an archive, or an address. */
  readonly key: string
  readonly title?: string | undefined
  readonly slug?: string | undefined
  /** Reads it as Markdown, whose links are still the source's own; without it there is only a title. */
  readonly text?: (() => Promise<string>) | undefined
  /** A heading of the navigation rather than a page. */
  readonly isGroup?: true
  readonly pages: readonly SourcePage[]
}

/** What a link of a source leads to: one of its pages, or one of its files. */
export type Target =
  | { readonly kind: 'page'; readonly key: string }
  | { readonly kind: 'file'; readonly key: string }

export interface SourceFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly claimed?: string | undefined
}

/** A file whose bytes are kept already. */
interface KeptFile {
  readonly record: FileRecord
}

/** Everything that a source gives, before it is put anywhere. */
export interface Source {
  readonly pages: readonly SourcePage[]
  /** Where a link leads that stands in a page. */
  readonly targetOf: (from: string, destination: string) => Target | undefined
  /** The bytes of a file that some page links to. */
  readonly fileAt: (key: string) => Promise<SourceFile | KeptFile>
  /** What could not even be read. */
  readonly failures: readonly Failure[]
}
