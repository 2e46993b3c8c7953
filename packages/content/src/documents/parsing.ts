import type { Range } from './guard.ts'
import { keyOf, type Placed } from './keys.ts'
import type { MarkdownTree, Target } from './markdown-tree.ts'
import type { DocumentBlock } from './nodes.ts'
import { textWithin } from './source-text.ts'

/** The state while a document is parsed. */
export interface Parsing {
  readonly source: string
  readonly tree: MarkdownTree
  /** Parts of the source that were replaced before parsing, so the tree doesn't contain their real text. */
  readonly hidden: readonly Range[]
  readonly definitions: ReadonlyMap<string, Target>
  readonly links: FoundLink[]
  readonly headings: DocumentBlock[]
  /** Whether blocks get keys, which nobody needs who only looks for links. */
  readonly isKeyed: boolean
  /** How many more nodes the document may have. */
  nodesLeft: number
}

/** A destination as written in the source. */
export interface FoundLink {
  readonly kind: LinkKind
  readonly destination: string
  readonly start: number
  readonly end: number
}

export type LinkKind =
  | 'link'
  | 'image'
  | 'file'
  | 'button'
  | 'content-ref'
  | 'embed'
  | 'reusable-content'
  | 'openapi'
  | 'definition'

export type BlockParts = Pick<DocumentBlock, 'data' | 'nodes' | 'fragments' | 'isVoid'>

/** Creates a block with its key; `children` are the nested blocks, which already have keys. */
export function place(
  parsing: Parsing,
  type: string,
  { start, end }: Range,
  parts: BlockParts,
  children?: readonly Placed[],
): Placed {
  parsing.nodesLeft--
  const key = parsing.isKeyed ? keyOf(parsing.source, type, start, end, children) : ''
  return { block: { object: 'block', type, key, ...parts }, start, end }
}

/** Creates a block that contains other blocks. */
export function placeContainer(
  parsing: Parsing,
  type: string,
  range: Range,
  children: readonly Placed[],
  data?: BlockParts['data'],
): Placed {
  const nodes = children.map(({ block }) => block)
  return place(parsing, type, range, data === undefined ? { nodes } : { data, nodes }, children)
}

/** Creates a block that keeps its source, without the markers of the containers around it. */
export function placeSource(parsing: Parsing, type: 'raw' | 'html', { start, end }: Range): Placed {
  const markdown = textWithin(parsing.source, start, end).text
  return place(parsing, type, { start, end }, { data: { markdown } })
}

/** Whether a part of this range is hidden from the tree. */
export function isHidden({ hidden }: Parsing, { start, end }: Range): boolean {
  let [low, high] = [0, hidden.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const part = hidden[middle]
    if (part === undefined || part.start >= end) high = middle - 1
    else if (part.end <= start) low = middle + 1
    else return true
  }
  return false
}

/** The end of a block without the blank lines that the parser may include. */
export function blockEnd(source: string, start: number, end: number): number {
  let last = end
  for (;;) {
    let at = last
    while (at > start && (source[at - 1] === ' ' || source[at - 1] === '\t')) at--
    if (at <= start || (source[at - 1] !== '\n' && source[at - 1] !== '\r')) return last
    last = at - 1
  }
}
