import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'

/**
 * A line of the specification about a field: the name of the test, the path of the field, and its form. The
 * form is `!` if required, then the type, then `2..128` for lengths or the allowed values.
 */
export type FieldRow = readonly [name: string, field: string, form: string]

/** Defines a test for each row. The test client compares every response of the server with these schemas. */
export function testFields(schema: TSchema, rows: readonly FieldRow[]) {
  for (const [name, field, form] of rows) {
    test(name, () => {
      for (const path of field.split(', ')) requireField(schema as Schema, path, form)
    })
  }
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** `a.b` is a field of a field, `a[].b` a field of each item. */
function requireField(schema: Schema, path: string, form: string) {
  let [at, isRequired] = [schema, true]
  for (const part of path.split('.')) {
    const name = part.replace('[]', '')
    const next = at.properties?.[name]
    assert.ok(next, `there is no field ${path}`)
    isRequired = at.required?.includes(name) ?? false
    at = (part.endsWith('[]') ? next.items : next) ?? {}
  }
  const [mark = '', ...words] = form.split(' ')
  const [type = '', ...rest] = mark === '!' ? words : [mark, ...words]
  if (mark === '!') assert.ok(isRequired, `${path} is optional`)
  requireType(at, path, type, rest)
}

function requireType(at: Schema, path: string, type: string, rest: readonly string[]) {
  const types = [at.type, at.anyOf?.map((one) => one.type)].flat(2)
  if (type === 'constant') return assert.equal(at.const, rest[0], path)
  if (type === 'date-time') return assert.equal(at.format, 'date-time', path)
  if (type === 'nullable') {
    assert.ok(types.includes('null') || at.enum?.includes(null), `${path} is never null`)
    return requireType(at, path, rest[0] ?? '', rest.slice(1))
  }
  if (type === 'values') {
    const values = at.enum?.filter((one) => one !== null)
    return assert.deepEqual([...(values ?? [])].sort(), [...rest].sort(), path)
  }
  const isFitting = types.includes(type) || (type === 'number' && types.includes('integer'))
  assert.ok(isFitting, `${path} is ${types.join(' or ')}`)
  const [least, most] = rest[0]?.split('..') ?? []
  if (least) assert.equal(at.minLength, Number(least), path)
  if (most) assert.equal(at.maxLength, Number(most), path)
}
