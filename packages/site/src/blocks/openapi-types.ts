import { recordOf } from './data.ts'
import { listOf, type Resolve, type Tree, textOf } from './openapi-document.ts'

/** The schema that a part refers to, together with the parts that it is made of. */
export function whole(part: unknown, resolve: Resolve): Tree {
  const schema = resolve(part)
  const parts = listOf(schema.allOf).slice(0, partsMax)
  if (parts.length === 0) return schema
  const known = wholes.get(schema)
  if (known !== undefined) return known
  // A schema that is part of itself adds nothing to itself.
  wholes.set(schema, schema)
  const all = [...parts.map((one) => whole(one, resolve)), schema]
  const joined = {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(({ properties }) => recordOf(properties))),
    required: [...new Set(all.flatMap(({ required }) => listOf(required)))],
  }
  wholes.set(schema, joined)
  return joined
}

const partsMax = 50
/** So that a schema within itself is recognized. */
const wholes = new WeakMap<Tree, Tree>()

/** A type as programmers write it. */
export function typeOf(part: unknown, resolve: Resolve, depth = 0): string {
  if (depth > 3) return '…'
  const schema = whole(part, resolve)
  const alternatives = [...listOf(schema.oneOf), ...listOf(schema.anyOf)]
  if (alternatives.length > 0 && schema.properties === undefined) {
    const types = alternatives
      .slice(0, alternativesMax)
      .map((one) => textOf(whole(one, resolve).title) ?? typeOf(one, resolve, depth + 1))
    const rest = alternatives.length > alternativesMax ? ['…'] : []
    return [...new Set([...types, ...rest])].join(' | ')
  }
  const types = Array.isArray(schema.type)
    ? schema.type.slice(0, alternativesMax).map(String)
    : [textOf(schema.type) ?? guessed(schema)]
  const named = types.map((type) => nameOf(type, schema, resolve, depth))
  return schema.nullable === true ? [...named, 'null'].join(' | ') : named.join(' | ')
}

const alternativesMax = 6

function nameOf(type: string, schema: Tree, resolve: Resolve, depth: number): string {
  if (type === 'array') {
    const items = typeOf(schema.items, resolve, depth + 1)
    return items.includes(' | ') ? `(${items})[]` : `${items}[]`
  }
  const free = schema.additionalProperties
  if (type === 'object' && schema.properties === undefined && typeof free === 'object') {
    return `map<string, ${typeOf(free, resolve, depth + 1)}>`
  }
  const format = textOf(schema.format)
  return format !== undefined && type !== 'null' ? `${type} (${format})` : type
}

function guessed(schema: Tree): string {
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return 'object'
  if (schema.items !== undefined) return 'array'
  const value = schema.const ?? listOf(schema.enum)[0]
  return value === undefined || value === null ? 'any' : typeof value
}
