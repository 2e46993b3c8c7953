/** A text as a tree of blocks, in the form used by the API. */
export interface DocumentTree {
  object: 'document'
  data: { schemaVersion?: number; [name: string]: unknown }
  nodes: DocumentBlock[]
}

export type DocumentNode = DocumentBlock | DocumentInline | DocumentText | DocumentFragment

/** A container has blocks in its `nodes`; a leaf such as a paragraph has texts and inlines. */
export interface DocumentBlock {
  object: 'block'
  type: string
  /** Derived from the block's source, so it stays the same as long as the source does. */
  key?: string
  data?: NodeData
  meta?: NodeData
  isVoid?: boolean
  nodes?: DocumentNode[]
  fragments?: DocumentFragment[]
}

export interface DocumentInline {
  object: 'inline'
  type: string
  key?: string
  data?: NodeData
  meta?: NodeData
  isVoid?: boolean
  nodes?: DocumentNode[]
  fragments?: DocumentFragment[]
}

export interface DocumentText {
  object: 'text'
  key?: string
  leaves: DocumentLeaf[]
}

export interface DocumentLeaf {
  object: 'leaf'
  text: string
  marks: DocumentMark[]
}

export interface DocumentMark {
  object: 'mark'
  type: MarkType
  data?: NodeData
}

export type MarkType =
  | 'bold'
  | 'italic'
  | 'code'
  | 'keyboard'
  | 'strikethrough'
  | 'superscript'
  | 'subscript'
  | 'color'

/** A named part of a block, such as its `caption` or a cell of a table. */
export interface DocumentFragment {
  object: 'fragment'
  key?: string
  fragment: string
  type?: string
  nodes: DocumentNode[]
}

export type NodeData = Record<string, unknown>

/** The target of a link, an image, a file or another reference in a document. */
export type ContentReference =
  | { kind: 'file'; file: string }
  | { kind: 'url'; url: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'user'; user: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'space'; space: string }
  | { kind: 'reusable-content'; reusableContent: string; space?: string }
  | { kind: 'openapi'; spec: string }
