import { type Block, type DocumentBlock, parseDocument } from '@stemma/content/documents'
import type { Node } from 'prosemirror-model'
import { pageOf } from '../groups/group.ts'
import { withPlaces } from '../groups/places.ts'
import { nodeType, schema } from '../schema/schema.ts'
import { nodeFrom } from '../tree/from-tree.ts'
import { type Base, gapName, type Spelling } from './base.ts'

export interface Opened {
  readonly base: Base
  readonly document: Node
}

/** Opens a text: what the editor shows, and how it is spelled. */
export function open(text: string): Opened {
  const { blocks } = readBlocks(text)
  return { base: baseOf(text, blocks), document: pageOf(blocks.map(({ node }) => withPlaces(node))) }
}

/** A block of a text, with its node and its range. */
export interface ReadBlock {
  readonly key: string
  readonly node: Node
  readonly start: number
  readonly end: number
}

/** The blocks of a text, including its front matter. */
export function readBlocks(text: string): { readonly blocks: readonly ReadBlock[] } {
  const { tree, blocks, anchored } = parseDocument(text)
  const byKey = new Map(tree.nodes.map((block) => [block.key, block]))
  return {
    blocks: blocks.map((block) => ({ ...block, node: nodeOf(text, block, byKey.get(block.key), anchored) })),
  }
}

function nodeOf(
  text: string,
  { key, start, end }: Block,
  block: DocumentBlock | undefined,
  anchored: ReadonlySet<DocumentBlock>,
): Node {
  if (block !== undefined) return nodeFrom(block, anchored)
  return nodeType('front_matter').create({ key }, schema.text(text.slice(start, end)))
}

/** The spelling of a text, together with what is known from earlier ones. */
export function baseOf(text: string, blocks: readonly ReadBlock[], earlier?: Base): Base {
  const spellings = new Map<string, Spelling>(earlier?.spellings)
  const gaps = new Map<string, string>(earlier?.gaps)
  let [before, at]: [string | undefined, number] = [undefined, 0]
  for (const { key, node, start, end } of blocks) {
    spellings.set(key, { bytes: text.slice(start, end), node })
    gaps.set(gapName(before, key), text.slice(at, start))
    before = key
    at = end
  }
  const tail = text.slice(at)
  if (before !== undefined) gaps.set(gapName(before, undefined), tail)
  return { text, lineBreak: lineBreakOf(text), spellings, gaps, lead: text.slice(0, blocks[0]?.start), tail }
}

/** The line break that the text uses most. */
function lineBreakOf(text: string): string {
  const [both, all] = [text.split('\r\n').length, text.split('\n').length]
  return both - 1 > all - both ? '\r\n' : '\n'
}
