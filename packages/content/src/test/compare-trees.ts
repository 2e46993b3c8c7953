import type { DocumentMark } from '../documents/nodes.ts'

/** What a tree says, without what is derived: keys always, anchors where asked; marks have no order. */
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
