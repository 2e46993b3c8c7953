import type { Schema } from '../kit/schemas.ts'

/** The remaining characters, shared by all parts of a value. */
interface Budget {
  left: number
}

type Definitions = Readonly<Record<string, Schema>>

/** Generates a value of a schema with the longest strings, lists and nesting that fit the budget. */
export function largestOf(schema: Schema, characters: number): unknown {
  return largest(schema, { left: characters }, schema.$defs ?? {}, 0)
}

function largest(schema: Schema, budget: Budget, defined: Definitions, depth: number): unknown {
  const { $ref, anyOf } = schema
  if ($ref !== undefined) return largest(defined[$ref.replace('#/$defs/', '')] ?? {}, budget, defined, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.at(-1)
  if (anyOf) return largest(anyOf.find(isLong) ?? anyOf[0] ?? {}, budget, defined, depth)
  switch (schema.type) {
    case 'string':
      return longest(schema, budget)
    case 'integer':
    case 'number':
      return schema.maximum ?? 1_000_000
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return listOf(schema, budget, defined, depth)
    default:
      return objectOf(schema, budget, defined, depth)
  }
}

function isLong({ type, $ref }: Schema): boolean {
  return type === 'object' || type === 'array' || $ref !== undefined
}

const depthMax = 40
const itemsMax = 50_000

function listOf(schema: Schema, budget: Budget, defined: Definitions, depth: number): unknown[] {
  const { items = {}, minItems = 0, maxItems = itemsMax } = schema
  const list: unknown[] = []
  const most = depth > depthMax ? minItems : Math.min(maxItems, itemsMax)
  while (list.length < most && (budget.left > 0 || list.length < minItems)) {
    budget.left -= 2
    list.push(largest(items, shareOf(budget, most - list.length), defined, depth + 1))
  }
  return list
}

/** Divides the budget equally among the remaining items, so that there are as many as the schema allows. */
function shareOf(budget: Budget, parts: number): Budget {
  const share = Math.max(20, Math.floor(budget.left / parts))
  budget.left -= share
  return { left: share }
}

function objectOf(schema: Schema, budget: Budget, defined: Definitions, depth: number): unknown {
  const { properties = {}, patternProperties, required = [] } = schema
  const names = Object.keys(properties).filter((name) => budget.left > 0 || required.includes(name))
  const known = names.map((name, at) => {
    budget.left -= name.length + 6
    const isLast = at === names.length - 1
    const part = isLast ? budget : shareOf(budget, names.length - at)
    return [name, largest(properties[name] ?? {}, part, defined, depth + 1)]
  })
  const [more] = Object.values(patternProperties ?? {})
  const others = more === undefined ? [] : manyFields(more, budget, defined, depth)
  return Object.fromEntries([...known, ...others])
}

function manyFields(schema: Schema, budget: Budget, defined: Definitions, depth: number) {
  const fields: [string, unknown][] = []
  while (budget.left > 0 && fields.length < 5000 && depth <= depthMax) {
    budget.left -= 20
    fields.push([`field${fields.length}`, largest(schema, shareOf(budget, 100), defined, depth + 1)])
  }
  return fields
}

function longest({ pattern, format, maxLength = 100_000, minLength = 0 }: Schema, budget: Budget): string {
  const length = Math.max(minLength, Math.min(maxLength, budget.left))
  budget.left -= length
  if (format === 'uri') return `https://example.com/${'a'.repeat(Math.max(0, Math.min(2000, length) - 20))}`
  if (format === 'email') return `${'a'.repeat(60)}@example.com`
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z'
  const texts = ['*a* [b](c) '.repeat(Math.ceil(length / 11)), 'a'.repeat(length), 'A1', '#000000']
  const fits = (text: string) => pattern === undefined || new RegExp(pattern, 'u').test(text)
  return (texts.map((text) => text.slice(0, length)).find(fits) ?? '').slice(0, length)
}
