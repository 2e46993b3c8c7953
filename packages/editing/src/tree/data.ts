import type { NodeData } from '@stemma/content/documents'
import type { Attrs } from 'prosemirror-model'
import { isOfType } from '../schema/attributes.ts'
import type { Kind } from '../schema/kinds.ts'

/** Data as attributes. Values of a wrong type are kept in `more`. */
export function attributesFrom(data: NodeData, { attributes }: Pick<Kind, 'attributes'>): Attrs {
  const known: Record<string, unknown> = {}
  const more: NodeData = {}
  for (const [name, value] of Object.entries(data)) {
    const type = attributes[name]
    if (type !== undefined && isOfType(value, type)) known[name] = value
    else more[name] = value
  }
  return Object.keys(more).length === 0 ? known : { ...known, more }
}

/** Attributes as data, in the order of the kind. */
export function dataFrom(attrs: Attrs, { attributes }: Pick<Kind, 'attributes'>): NodeData {
  const data: NodeData = {}
  for (const name of Object.keys(attributes)) if (attrs[name] !== null) data[name] = attrs[name]
  return Object.assign(data, attrs.more)
}

export function isEmpty(data: NodeData): boolean {
  return Object.keys(data).length === 0
}
