import { type MarkType, type NodeType, Schema } from 'prosemirror-model'
import { blockNodes } from './blocks.ts'
import { inlineNodes, marks } from './inlines.ts'

/** Every block, inline and mark of a page. */
export const schema = new Schema({ nodes: { ...blockNodes(), ...inlineNodes }, marks })

export function nodeType(name: string): NodeType {
  const type = schema.nodes[name]
  if (type === undefined) throw new RangeError(`There is no node ${name}.`)
  return type
}

export function markType(name: string): MarkType {
  const type = schema.marks[name]
  if (type === undefined) throw new RangeError(`There is no mark ${name}.`)
  return type
}
