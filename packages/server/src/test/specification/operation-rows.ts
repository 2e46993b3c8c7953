import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, operations } from '@stemma/contract'
import type { TSchema } from 'typebox'

/** A line of the specification about an operation. */
export interface OperationRow {
  readonly name: string
  /** Method and path. */
  readonly call: string
  /** Query parameters, separated by spaces; `=` gives a default. */
  readonly query?: string
  /** Fields of the body; `!` marks required ones. */
  readonly body?: string
  /** The status and the result: the name of a schema, `List` of one, or field names. */
  readonly answer: string
}

/** Defines a test for each row. `test/every-operation.test.ts` calls every operation on a running server. */
export function testOperations(rows: readonly OperationRow[]) {
  for (const row of rows) test(row.name, () => requireOperation(row))
}

const all = Object.values(operations as Record<string, Operation>)

function requireOperation({ call, query = '', body = '', answer }: OperationRow) {
  const operation = all.find(({ method, path }) => `${method} ${path}` === call)
  assert.ok(operation, `there is no operation ${call}`)
  for (const word of words(query)) requireParameter(operation, word)
  const bodyIn = operation.body as Shape | undefined
  for (const word of words(body)) {
    const [field = ''] = word.split('!')
    assert.ok(bodyIn?.properties?.[field], `${call} takes no ${field}`)
    assert.equal(bodyIn.required?.includes(field) ?? false, word.endsWith('!'), `${field} is required or not`)
  }
  if (body === '') assert.equal(bodyIn, undefined, `${call} takes a body`)
  const [status, ...returned] = answer.split(' ')
  assert.equal(operation.status, Number(status))
  requireReturned(operation.returns, returned)
}

function requireParameter({ query }: Operation, word: string) {
  const [name = '', preset] = word.split('=')
  const parameter = query?.properties[name] as { readonly default?: unknown; maximum?: number } | undefined
  assert.ok(parameter, `there is no parameter ${name}`)
  if (preset !== undefined) assert.equal(String(parameter.default), preset, name)
  if (name === 'limit') assert.equal(parameter.maximum, 1000)
}

/** A list is `{items, count, next?}`. The row names additional fields after the item. */
function requireReturned(returns: TSchema | undefined, [first, ...rest]: readonly string[]) {
  if (first === undefined) return assert.equal(returns, undefined)
  const shape = returns as Shape | undefined
  if (first !== 'List') return requireShape(shape, [first, ...rest])
  const { items, count, next } = shape?.properties ?? {}
  assert.ok(items?.items && count && next?.properties?.page, 'it returns no list')
  assert.deepEqual([...(shape?.required ?? [])].filter((field) => field !== 'stats').sort(), [
    'count',
    'items',
  ])
  const [item = '', ...more] = rest
  assert.equal(items.items.title, item)
  for (const field of more) assert.ok(shape?.properties?.[field], field)
}

function requireShape(shape: Shape | undefined, [first = '', ...rest]: readonly string[]) {
  if (/^[A-Z]/.test(first)) return assert.equal(shape?.title, first)
  for (const field of [first, ...rest]) assert.ok(shape?.required?.includes(field), field)
}

function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}

interface Shape {
  readonly title?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}
