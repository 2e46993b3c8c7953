import { type Static, Type } from 'typebox'
import { Defined } from './defined.ts'
import { Body } from './operation.ts'
import { ObjectName, Values } from './scalars.ts'

/** The maximum length of a page's text, in characters. */
export const markdownMax = 2_000_000
const nodesMax = 100_000

const Name = Type.String({ maxLength: 128 })
const Attributes = Type.Record(Type.String(), Type.Unknown())

const Leaf = Type.Object({
  object: ObjectName('leaf'),
  text: Type.String({ maxLength: markdownMax }),
  marks: Type.Array(
    Type.Object({
      object: ObjectName('mark'),
      type: Values([
        'bold',
        'italic',
        'code',
        'keyboard',
        'strikethrough',
        'superscript',
        'subscript',
        'color',
      ]),
      data: Type.Optional(Attributes),
    }),
    { maxItems: 50 },
  ),
})

const NodeWithoutChildren = Type.Object({
  object: Values(['block', 'inline', 'text', 'fragment']),
  /** The kind of block or inline, such as `paragraph` or `link`. Text nodes have none. */
  type: Type.Optional(Name),
  /** Stable while the node's content is unchanged. Comments refer to it. */
  key: Type.Optional(Name),
  data: Type.Optional(Attributes),
  meta: Type.Optional(Attributes),
  isVoid: Type.Optional(Type.Boolean()),
  /** The role of a fragment in its block, such as `caption`. */
  fragment: Type.Optional(Name),
  /** Only in text nodes. */
  leaves: Type.Optional(Type.Array(Leaf, { maxItems: nodesMax })),
})

/** One block, inline, text or fragment of a document. */
export interface DocumentNode extends Static<typeof NodeWithoutChildren> {
  nodes?: DocumentNode[]
  fragments?: DocumentNode[]
}

const Children = Type.Array(Defined<DocumentNode>('DocumentNode'), { maxItems: nodesMax })

export const DocumentNode = Type.Object(
  {
    ...NodeWithoutChildren.properties,
    nodes: Type.Optional(Children),
    fragments: Type.Optional(Children),
  },
  { title: 'DocumentNode' },
)

/** A text as a tree of blocks, returned with `format=document`. */
export const JSONDocument = Type.Object(
  {
    object: ObjectName('document'),
    data: Type.Object(
      { schemaVersion: Type.Optional(Type.Integer({ minimum: 0 })) },
      { additionalProperties: true },
    ),
    nodes: Children,
  },
  { title: 'JSONDocument' },
)
export type JSONDocument = Static<typeof JSONDocument>

/** A text in the requested format. */
export const Document = Type.Object(
  { markdown: Type.Optional(Type.String()), document: Type.Optional(JSONDocument) },
  { title: 'Document' },
)
export type Document = Static<typeof Document>

/** The text in a request, as Markdown or as a tree of blocks. */
export const DocumentInput = (lengthMax: number) =>
  Type.Union([Body({ markdown: Type.String({ maxLength: lengthMax }) }), Body({ document: JSONDocument })])
