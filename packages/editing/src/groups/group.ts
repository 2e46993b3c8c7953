import type { Node } from 'prosemirror-model'
import { nodeType } from '../schema/schema.ts'

/** How many blocks a new group has, and between which sizes a group is left alone. */
export const groupSize = 20
export const groupSizeMin = 5
export const groupSizeMax = 40

/** A page of these blocks. A page without blocks has an empty paragraph for the cursor. */
export function pageOf(blocks: readonly Node[]): Node {
  const shown = blocks.length === 0 ? [nodeType('paragraph').create()] : blocks
  const groups: Node[] = []
  for (let at = 0; at < shown.length; at += groupSize) {
    groups.push(nodeType('group').create(null, shown.slice(at, at + groupSize)))
  }
  return nodeType('doc').create(null, groups)
}

/** The blocks of a page, whatever their groups. */
export function blocksOf(page: Node): readonly Node[] {
  return page.children.flatMap((group) => group.children)
}
