import type { IconName } from '../../../kit/icon-names.ts'

/** A page tree to start from. Everything in it can be changed once it is a space. */
export interface Template {
  readonly id: string
  readonly name: string
  readonly note: string
  readonly icon: IconName
  /** The title that the form proposes. */
  readonly title: string
  /** In the order of the tree; a page comes after the one that holds it. */
  readonly pages: readonly TemplatePage[]
}

export interface TemplatePage {
  /** Other pages of the template link to it as `./<ref>.md`. */
  readonly ref: string
  readonly title: string
  readonly description: string
  /** The `ref` of the page that holds it. */
  readonly into?: string
  readonly text: string
}
