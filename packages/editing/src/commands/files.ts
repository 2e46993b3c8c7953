import type { Node } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import { nodeType } from '../schema/schema.ts'

/** A stored file as a block of its own: a picture is shown, other files are links to download. */
export function fileBlock(file: string, { isPicture }: { readonly isPicture: boolean }): Node {
  const ref = { kind: 'file', file }
  if (!isPicture) return nodeType('file').create({ ref })
  return nodeType('images').create(null, nodeType('image').create({ ref }))
}

/**
 * Where a block can stand that belongs to a position: there if blocks can stand there, before a text if the
 * position is at its start, and otherwise after the block around it.
 */
export function placeNear(doc: Node, position: number): number {
  const $at = doc.resolve(Math.min(position, doc.content.size))
  const type = nodeType('images')
  for (let depth = $at.depth; depth > 0; depth--) {
    const [parent, index] = [$at.node(depth), $at.index(depth)]
    const isInside = depth < $at.depth
    const isAtStart = isInside && $at.pos === $at.start(depth + 1)
    if ((!isInside || isAtStart) && parent.canReplaceWith(index, index, type))
      return $at.posAtIndex(index, depth)
    if (isInside && parent.canReplaceWith(index + 1, index + 1, type)) return $at.posAtIndex(index + 1, depth)
  }
  // Between two groups, or at an end of the page.
  return $at.nodeBefore === null ? $at.pos + 1 : $at.pos - 1
}

/** Puts a block where it belongs to a position, and leaves the cursor where it is. */
export function insertBlock(position: number, block: Node): Command {
  return ({ doc, tr }, dispatch) => {
    dispatch?.(tr.insert(placeNear(doc, position), block))
    return true
  }
}
