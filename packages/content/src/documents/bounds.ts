/** Characters of a document at most, in UTF-16 code units. */
export const charactersMax = 2_000_000
/**
 * Blocks inside of blocks, and inlines inside of inlines, that the tree shows; deeper ones stay as source.
 */
export const depthMax = 100
/** Nodes of one tree at most; what would be beyond stays as source. */
export const nodesMax = 100_000

/** A text that no document can have; the message says why. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}

export function requireDocument(markdown: string): void {
  if (markdown.length > charactersMax) {
    throw new DocumentError(
      `The text has ${markdown.length} characters; split it into pages of at most ${charactersMax}.`,
    )
  }
  const nul = markdown.indexOf('\0')
  if (nul >= 0) throw new DocumentError(`The text has a NUL character at position ${nul}; remove it.`)
  if (!markdown.isWellFormed()) {
    throw new DocumentError('The text has half of a surrogate pair; send it as well-formed Unicode.')
  }
}
