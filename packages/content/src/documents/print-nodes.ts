import type { DocumentLeaf, NodeData } from './nodes.ts'

/** A node as a client may send it: only `object` is certain. */
export interface PrintableNode {
  readonly object: string
  readonly type?: string
  readonly data?: NodeData
  readonly meta?: NodeData
  readonly fragment?: string
  readonly nodes?: readonly PrintableNode[]
  readonly fragments?: readonly PrintableNode[]
  readonly leaves?: readonly DocumentLeaf[]
}

/** The node's data of this name if it is a string or a number, without null characters. */
export function stringIn(node: PrintableNode, name: string): string | undefined {
  return stringOf(node.data?.[name])
}

export function stringOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : undefined
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? Object.fromEntries(Object.entries(value)) : {}
}

export function fragmentOf(node: PrintableNode, name: string): readonly PrintableNode[] | undefined {
  return node.fragments?.find(({ fragment }) => fragment === name)?.nodes
}

/** The content of a cell or a caption is one line, even if a client sends several blocks. */
export function inlinesOf(nodes: readonly PrintableNode[]): readonly PrintableNode[] {
  const isBroken = nodes.length > 1 && nodes.every(({ object }) => object === 'block')
  return isBroken ? nodes.flatMap((node, at) => (at === 0 ? [node] : [lineBreak, node])) : nodes
}

const lineBreak: PrintableNode = {
  object: 'text',
  leaves: [{ object: 'leaf', text: '\n', marks: [] }],
}
