import type { Words } from './words.ts'

/** Content within a line: plain text, text with marks, or another inline type. */
export type Inline = string | Marked | { readonly t: string; readonly [field: string]: unknown }

/** A text with its marks. */
interface Marked {
  readonly s: Words
  readonly [mark: string]: unknown
}

/** A block for the template; `t` is its type. */
export interface Part {
  readonly t: string
  readonly [field: string]: unknown
}

/** A book as the template's input. */
export interface Book {
  readonly title: string
  readonly cover: Words
  readonly subtitle: Words
  readonly date: string
  readonly language: string
  readonly fonts: readonly string[]
  /** The heading of the table of contents; if empty, the book has none. */
  readonly contents: string
  readonly pages: readonly BookPage[]
}

export interface BookPage {
  readonly label: string
  readonly title: Words
  readonly depth: number
  readonly level: number
  /** Whether it is written right to left. */
  readonly rtl: boolean
  readonly description?: Words
  readonly c: readonly Part[]
}
