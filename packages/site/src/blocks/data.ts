import type { ContentReference, DocumentNode, NodeData } from '@stemma/content'

/** A field of a node, if it is a text. Authors can write anything into most fields. */
export function textIn(data: NodeData | undefined, name: string): string | undefined {
  const value = data?.[name]
  return typeof value === 'string' ? value : undefined
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

/** The reference of a node. The parser creates references only with `refOf`. */
export function referenceIn(data: NodeData | undefined, name = 'ref'): ContentReference | undefined {
  const value = data?.[name]
  return typeof recordOf(value).kind === 'string' ? (value as ContentReference) : undefined
}

/** The text of inlines, without markup. */
export function plainText(nodes: readonly DocumentNode[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map(({ text }) => text).join('')
      const own =
        node.object === 'inline' ? (textIn(node.data, 'label') ?? textIn(node.data, 'formula')) : undefined
      return own ?? plainText(node.nodes ?? [])
    })
    .join('')
    .trim()
}

/** Children of a node, in the order in which they are drawn. */
export function childrenOf(node: DocumentNode): readonly DocumentNode[] {
  if (node.object === 'text') return []
  if (node.object === 'fragment') return node.nodes
  return [...(node.nodes ?? []), ...(node.fragments ?? [])]
}

/** The nodes of a named part of a block, such as its caption. */
export function partOf(node: DocumentNode, name: string): readonly DocumentNode[] {
  if (node.object !== 'block') return []
  return node.fragments?.find(({ fragment }) => fragment === name)?.nodes ?? []
}
