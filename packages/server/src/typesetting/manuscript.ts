/** All input for a PDF; typesetting reads nothing else. */
export interface Manuscript {
  readonly title: string
  /** Which part of the space it contains; empty for the whole space. */
  readonly subtitle: string
  /** The date of the revision, in ISO 8601. */
  readonly date: string
  readonly language: string | null
  readonly pages: readonly ManuscriptPage[]
  /** The Markdown of reusable content, by ID. */
  readonly reusableContents: Readonly<Record<string, string>>
  /** By ID; images include their bytes. */
  readonly files: Readonly<Record<string, ManuscriptFile>>
  /** The names of mentioned people, by ID. */
  readonly people: Readonly<Record<string, string>>
}

export interface ManuscriptPage {
  readonly id: string
  readonly title: string
  readonly depth: number
  readonly description?: string
  /** Absent for pages without text, such as groups. */
  readonly markdown?: string
  /** Whether a heading at the start of the text is the title of the page. */
  readonly isTitled?: boolean
  /** The targets of links by path, keyed by the link as written. */
  readonly targets: Readonly<Record<string, PageTarget>>
}

export interface PageTarget {
  readonly page: string
  readonly anchor?: string
}

export interface ManuscriptFile {
  readonly name: string
  readonly contentType: string
  readonly bytes?: Uint8Array
}
