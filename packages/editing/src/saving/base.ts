import type { Node } from 'prosemirror-model'

/**
 * How a page is spelled: the bytes of its blocks, and the white space between them. Spellings of earlier
 * versions stay, so that undoing a change of the source leads back to the same bytes.
 */
export interface Base {
  readonly text: string
  readonly lineBreak: string
  /** By key. */
  readonly spellings: ReadonlyMap<string, Spelling>
  /** The white space between two blocks, by `gapName`. */
  readonly gaps: ReadonlyMap<string, string>
  /** The white space before the first block and after the last. */
  readonly lead: string
  readonly tail: string
}

export interface Spelling {
  readonly bytes: string
  readonly node: Node
}

/** Names the gap between the blocks with these keys; the start and the end of a page have no key. */
export function gapName(before: string | undefined, after: string | undefined): string {
  return `${before ?? ''} ${after ?? ''}`
}

/** The spaces and tabs at the end of a gap: the indent of the block after it. */
export function indentOf(gap: string): string {
  let start = gap.length
  while (gap[start - 1] === ' ' || gap[start - 1] === '\t') start--
  return gap.slice(start)
}
