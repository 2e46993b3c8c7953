import type { HtmlPage } from './html-page.ts'

/** A page converted to Markdown. */
export interface ConvertedPage extends HtmlPage {
  /** Images embedded in the document, by the names that the Markdown uses for them. */
  readonly embedded: readonly {
    readonly name: string
    readonly contentType: string
    readonly bytes: Uint8Array
  }[]
}
