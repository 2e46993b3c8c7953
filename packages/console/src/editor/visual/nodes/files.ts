import type { ContentReference } from '@stemma/contract'

/** Where references of the text lead, for what the editor shows of them. */
export interface Files {
  /** The address of a picture, as soon as it is known. It runs nothing. */
  readonly urlOf: (ref: ContentReference) => Promise<string | undefined>
  /** The name of a file, a page, a person or anything else, as soon as it is known. */
  readonly nameOf: (ref: ContentReference) => Promise<string | undefined>
}
