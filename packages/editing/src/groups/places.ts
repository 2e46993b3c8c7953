import { Fragment, type Node } from 'prosemirror-model'
import { nodeType } from '../schema/schema.ts'

/** An empty paragraph is a place for the cursor: it has no Markdown and is never written. */
export function isPlace({ type, childCount, attrs }: Node): boolean {
  return type.name === 'paragraph' && childCount === 0 && attrs.align === null && attrs.more === null
}

/** Whether a container of blocks has no block that the cursor could be in. */
export function needsPlace({ type, childCount }: Node): boolean {
  return childCount === 0 && type.spec.content === 'block*'
}

/** The node with a place for the cursor in every empty container. */
export function withPlaces(node: Node): Node {
  if (node.isTextblock || node.isLeaf) return node
  if (needsPlace(node)) return node.copy(Fragment.from(nodeType('paragraph').create()))
  const children = node.children.map(withPlaces)
  return children.every((child, at) => child === node.child(at)) ? node : node.copy(Fragment.from(children))
}
