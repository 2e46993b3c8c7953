import { nodesMax } from '../documents/bounds.ts'
import type { DocumentBlock, DocumentNode } from '../documents/nodes.ts'

/** The footnotes of a document, by their labels. */
export interface Notes {
  /** The converted blocks of a footnote; undefined if there is none, or no room for another copy of it. */
  body(label: string): DocumentBlock[] | undefined
}

export const noNotes: Notes = { body: () => undefined }

/**
 * Every annotation carries the footnote that it refers to. A footnote that many annotations share could make
 * a document grow with the square of its length, so the copies have a limit.
 */
export function notesOf(
  nodes: readonly DocumentNode[],
  convert: (nodes: readonly DocumentNode[]) => DocumentBlock[],
): Notes {
  const written = new Map<string, DocumentBlock>()
  for (const block of footnotesIn(nodes)) {
    const label = folded(block.data?.label)
    if (!written.has(label)) written.set(label, block)
  }
  if (written.size === 0) return noNotes
  const bodies = new Map<string, { readonly blocks: DocumentBlock[]; readonly size: number }>()
  let left = nodesMax
  return {
    body(label) {
      const block = written.get(folded(label))
      if (block === undefined) return undefined
      const known = bodies.get(folded(label)) ?? measured(convert(block.nodes ?? []))
      bodies.set(folded(label), known)
      if (known.size > left) return undefined
      left -= known.size
      return known.blocks
    },
  }
}

function* footnotesIn(nodes: readonly DocumentNode[]): Generator<DocumentBlock> {
  for (const node of nodes) {
    if (node.object !== 'block') continue
    if (node.type === 'footnote') yield node
    yield* footnotesIn(node.nodes ?? [])
    for (const fragment of node.fragments ?? []) yield* footnotesIn(fragment.nodes)
  }
}

function measured(blocks: DocumentBlock[]) {
  return { blocks, size: blocks.reduce((sum, block) => sum + sizeOf(block), 1) }
}

function sizeOf(node: DocumentNode): number {
  if (node.object === 'text') return 1 + node.leaves.length
  const fragments = node.object === 'fragment' ? [] : (node.fragments ?? [])
  return [...(node.nodes ?? []), ...fragments].reduce((sum, child) => sum + sizeOf(child), 1)
}

/** Labels are case-insensitive. */
function folded(label: unknown): string {
  return String(label).toLowerCase().toUpperCase()
}
