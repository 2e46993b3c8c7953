import type { DocumentMark } from '../documents/nodes.ts'

/**
 * A tree without derived values, for comparison: without keys, optionally without anchors, with sorted marks.
 */
export function comparable(tree: unknown, { anchors = true }: { readonly anchors?: boolean } = {}): unknown {
  const text = JSON.stringify(tree, (name, value) => {
    if (name === 'key' || (!anchors && name === 'id')) return undefined
    return name === 'marks' ? value.toSorted(byType) : value
  })
  return JSON.parse(text)
}

function byType(one: DocumentMark, other: DocumentMark): number {
  return one.type < other.type ? -1 : 1
}
