/** Maximum length of a document, in UTF-16 code units. */
export const charactersMax = 2_000_000
/** Maximum nesting of blocks in blocks, and of inlines in inlines; anything deeper stays as source. */
export const depthMax = 100
/** Maximum number of nodes in a tree; anything beyond that stays as source. */
export const nodesMax = 100_000

/** The text can't be a document; the message says why. */
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
