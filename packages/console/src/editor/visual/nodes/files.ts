import type { ContentReference } from '@stemma/contract'

/** Where references of the text lead, for what the editor shows of them. */
export interface Files {
  /** The address of a picture or file, as soon as it is known. */
  readonly urlOf: (ref: ContentReference) => Promise<string | undefined>
  readonly titleOf: (ref: ContentReference) => string | undefined
}
