import type { Node } from 'prosemirror-model'
import { nodeType } from '../schema/schema.ts'

/** A block, and its place in a list if it is an item that is written as a paragraph, as Word does. */
export interface ListedBlock {
  readonly node: Node
  readonly item?: { readonly level: number; readonly isOrdered: boolean }
}

/** Makes lists of adjacent items. */
export function listed(parts: readonly ListedBlock[]): readonly Node[] {
  const blocks: Node[] = []
  for (let at = 0; at < parts.length; ) {
    const part = parts[at]
    if (part?.item === undefined) {
      if (part !== undefined) blocks.push(part.node)
      at++
      continue
    }
    const end = endOf(parts, at, ({ item }) => item !== undefined)
    blocks.push(...listsOf(parts.slice(at, end)))
    at = end
  }
  return blocks
}

/** Deeper items belong to the item before them. */
function listsOf(parts: readonly ListedBlock[]): readonly Node[] {
  const level = parts[0]?.item?.level ?? 1
  const isOrdered = parts[0]?.item?.isOrdered === true
  const items: Node[] = []
  let at = 0
  while (at < parts.length) {
    const part = parts[at]
    if (part?.item === undefined || (part.item.level <= level && part.item.isOrdered !== isOrdered)) break
    const end = endOf(parts, at + 1, ({ item }) => (item?.level ?? 0) > level)
    const below = end > at + 1 ? listsOf(parts.slice(at + 1, end)) : []
    items.push(nodeType('list_item').create(null, [part.node, ...below]))
    at = end
  }
  const list = nodeType(isOrdered ? 'list_ordered' : 'list_unordered').create(null, items)
  return at < parts.length ? [list, ...listsOf(parts.slice(at))] : [list]
}

function endOf(parts: readonly ListedBlock[], from: number, isMore: (part: ListedBlock) => boolean): number {
  let end = from
  while (end < parts.length && parts.slice(end, end + 1).every(isMore)) end++
  return end
}
