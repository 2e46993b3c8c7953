/** All that a PDF is made of, as it was read: whoever sets it needs nothing else. */
export interface Manuscript {
  readonly title: string
  /** What of the space it shows, where it is not all of it. */
  readonly subtitle: string
  /** Of the revision, as ISO 8601. */
  readonly date: string
  readonly language: string | null
  readonly pages: readonly ManuscriptPage[]
  /** The texts of reusable contents, by id. */
  readonly reusableContents: Readonly<Record<string, string>>
  /** By id; images come with their bytes. */
  readonly files: Readonly<Record<string, ManuscriptFile>>
  /** The names of people who are mentioned, by id. */
  readonly people: Readonly<Record<string, string>>
}

export interface ManuscriptPage {
  readonly id: string
  readonly title: string
  readonly depth: number
  readonly description?: string
  /** Absent where the page has no text, as a group has none. */
  readonly markdown?: string
  /** Where links by path lead, by their destinations as they are written. */
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
