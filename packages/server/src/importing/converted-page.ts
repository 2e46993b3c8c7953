import type { HtmlPage } from './html-page.ts'

/** A page in another form, as Markdown. */
export interface ConvertedPage extends HtmlPage {
  /** Pictures that are inside of the document, by the names that its text calls them. */
  readonly embedded: readonly {
    readonly name: string
    readonly contentType: string
    readonly bytes: Uint8Array
  }[]
}
