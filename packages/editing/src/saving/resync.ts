import { align, hunksBetween } from '@stemma/content/documents'
import type { Node } from 'prosemirror-model'
import type { Transform } from 'prosemirror-transform'
import { isPlace, withPlaces } from '../groups/places.ts'
import { nodeType } from '../schema/schema.ts'
import type { Base } from './base.ts'
import { baseOf, type ReadBlock, readBlocks } from './open.ts'
import { isSame } from './same.ts'
import { withNewKeys } from './versions.ts'

/**
 * Shows a text that was edited as source: replaces the blocks that differ, and nothing else. Returns the new
 * base, which still knows how blocks were spelled that an undo brings back.
 */
export function resync(transform: Transform, base: Base, text: string): Base {
  const blocks = withNewKeys(text, readBlocks(text).blocks, base)
  const shown = placedBlocks(transform.doc).filter(({ node }) => !isPlace(node) || isClean(node, base))
  const before = shown.map(({ node }, at) => (isClean(node, base) ? nameOf(node.attrs.key) : ` ${at}`))
  const known = new Map(before.map((name, at) => [name, shown[at]?.node]))
  const after = blocks.map(({ key, node }) => {
    const old = known.get(nameOf(key))
    return old === undefined || isSame(old, node) ? nameOf(key) : ` ${key}`
  })
  const hunks = hunksBetween(align(before, after), before.length, after.length)
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of hunks.toReversed()) {
    const change = { shown: shown.slice(beforeStart, beforeEnd), blocks: blocks.slice(afterStart, afterEnd) }
    replaceBlocks(transform, withoutEqualEnds({ ...change, previous: shown[beforeStart - 1] }))
  }
  setKeys(transform, blocks)
  return baseOf(text, blocks, base)
}

interface PlacedNode {
  readonly node: Node
  readonly position: number
}

interface Change {
  readonly previous: PlacedNode | undefined
  readonly shown: readonly PlacedNode[]
  readonly blocks: readonly ReadBlock[]
}

/** The blocks of a page, with their positions. */
function placedBlocks(page: Node): readonly PlacedNode[] {
  const placed: PlacedNode[] = []
  page.forEach((group, groupOffset) => {
    group.forEach((node, offset) => {
      placed.push({ node, position: groupOffset + 1 + offset })
    })
  })
  return placed
}

function isClean(node: Node, { spellings }: Base): boolean {
  const old = spellings.get(node.attrs.key ?? '')
  return old !== undefined && isSame(old.node, node)
}

/** Blocks with equal bytes have equal names, whatever their number and version. */
function nameOf(key: string): string {
  return key.replace(/(-\d+)?(\.\d+)?$/, '')
}

/** Blocks that are only spelled another way stay. */
function withoutEqualEnds({ previous, shown, blocks }: Change): Change {
  const most = Math.min(shown.length, blocks.length)
  const isEqual = (one: number, other: number) => {
    const [node, block] = [shown[one]?.node, blocks[other]?.node]
    return node !== undefined && block !== undefined && isSame(node, block)
  }
  let [start, end] = [0, 0]
  while (start < most && isEqual(start, start)) start++
  while (end < most - start && isEqual(shown.length - 1 - end, blocks.length - 1 - end)) end++
  return {
    previous: start === 0 ? previous : shown[start - 1],
    shown: shown.slice(start, shown.length - end),
    blocks: blocks.slice(start, blocks.length - end),
  }
}

function replaceBlocks(transform: Transform, { previous, shown, blocks }: Change): void {
  const nodes = blocks.map(({ node }) => withPlaces(node))
  const [first, last] = [shown[0], shown.at(-1)]
  if (first === undefined || last === undefined) {
    if (nodes.length > 0) transform.insert(previous === undefined ? 1 : endOf(previous), nodes)
    return
  }
  const borders = bordersIn(transform.doc, first.position, endOf(last))
  for (const border of borders.toReversed()) transform.join(border)
  const to = endOf(last) - 2 * borders.length
  const group = transform.doc.resolve(first.position).parent
  const isWhole = group.content.size === to - first.position
  const filled = nodes.length === 0 && isWhole ? [nodeType('paragraph').create()] : nodes
  if (filled.length > 0) transform.replaceWith(first.position, to, filled)
  else transform.delete(first.position, to)
}

/** The borders of groups between two places. */
function bordersIn(page: Node, from: number, to: number): readonly number[] {
  const borders: number[] = []
  page.forEach((_, offset) => {
    if (offset > from && offset < to) borders.push(offset)
  })
  return borders
}

function endOf({ node, position }: PlacedNode): number {
  return position + node.nodeSize
}

/** Empty paragraphs that only the editor shows have no key. */
function setKeys(transform: Transform, blocks: readonly ReadBlock[]): void {
  let at = 0
  for (const { node, position } of placedBlocks(transform.doc)) {
    const block = blocks[at]
    const isOwn = block !== undefined && !(isPlace(node) && !isPlace(block.node))
    if (isOwn) at++
    const key = isOwn ? block.key : null
    if (node.attrs.key !== key) transform.setNodeAttribute(position, 'key', key)
  }
}
