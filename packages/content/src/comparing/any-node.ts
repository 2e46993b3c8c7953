import type { DocumentLeaf, NodeData } from '../documents/nodes.ts'

/** A node of a document, of any kind. The comparison also makes inlines that no document has. */
export interface AnyNode {
  object: 'block' | 'inline' | 'text' | 'fragment'
  type?: string
  key?: string
  data?: NodeData
  meta?: NodeData
  isVoid?: boolean
  fragment?: string
  leaves?: DocumentLeaf[]
  nodes?: AnyNode[]
  fragments?: AnyNode[]
}
