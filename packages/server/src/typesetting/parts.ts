import type { Words } from './words.ts'

/** What the template sets inside a line: a text as it is, or one of these. */
export type Inline = string | Marked | { readonly t: string; readonly [field: string]: unknown }

/** A text with its marks, each of which is there or not. */
interface Marked {
  readonly s: Words
  readonly [mark: string]: unknown
}

/** What the template sets as a block; `t` names the way. */
export interface Part {
  readonly t: string
  readonly [field: string]: unknown
}

/** A book as the template reads it. */
export interface Book {
  readonly title: string
  readonly cover: Words
  readonly subtitle: Words
  readonly date: string
  readonly language: string
  readonly fonts: readonly string[]
  /** The heading of the table of contents; without one there is none. */
  readonly contents: string
  readonly pages: readonly BookPage[]
}

export interface BookPage {
  readonly label: string
  readonly title: Words
  readonly depth: number
  readonly level: number
  /** Whether it is written from right to left. */
  readonly rtl: boolean
  readonly description?: Words
  readonly c: readonly Part[]
}
