import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '@stemma/contract'
import type { Server } from '../harness.ts'
import { inputFor, type Mounted, mountedOperations, sendTo } from '../samples.ts'
import { givenTenant } from '../world.ts'

/** A statement of the specification about an operation; the name of the test cites the line. */
export interface Stated {
  readonly test: string
  readonly operation: string
  readonly request: `${Operation['method']} /v1/${string}`
  readonly query?: readonly string[]
  readonly body?: StatedBody
  readonly status: number
  /** The value of `object` in the result. */
  readonly object?: string
  /** The value of `object` in the items of a list; null if they have none. */
  readonly items?: string | null
  /** Fields of the result, if it has no `object`. */
  readonly fields?: readonly string[]
}

interface StatedBody {
  readonly required?: readonly string[]
  readonly optional?: readonly string[]
  /** Fields of the body that accept null. */
  readonly nullable?: readonly string[]
  /** The minimum and maximum length of a field. */
  readonly lengths?: Readonly<Record<string, readonly [number, number]>>
}

/** Defines a test for each statement, which checks the contract and the server. */
export function prove(server: Server, statements: readonly Stated[]) {
  for (const stated of statements) {
    test(stated.test, async () => {
      const mounted = requireMounted(stated.operation)
      assert.equal(`${mounted.operation.method} ${mounted.operation.path}`, stated.request)
      assertFields(mounted.operation.query, stated.query ?? [])
      if (stated.body) await proveBody(server, mounted, stated.body)
      await proveAnswer(server, mounted, stated)
    })
  }
}

export function requireMounted(operationId: string): Mounted {
  const mounted = mountedOperations().find(({ id }) => id === operationId)
  assert.ok(mounted, `There is no operation ${operationId}.`)
  return mounted
}

async function proveAnswer(server: Server, mounted: Mounted, { status, ...stated }: Stated) {
  const { admin, ...ours } = await givenTenant(server)
  const input = inputFor(mounted, { ...ours, admin }, admin)
  const answer = await sendTo(server, mounted.operation, admin.secret, input)
  assert.equal(answer.statusCode, status, answer.body)
  if (mounted.operation.returns === undefined) return assert.equal(answer.body, '')
  const shown = answer.json()
  if (stated.object !== undefined) assert.equal(shown.object, stated.object)
  for (const field of stated.fields ?? []) assert.ok(field in shown, `${field} is missing`)
  if (stated.items === undefined) return
  assert.ok(Array.isArray(shown.items))
  assert.equal(typeof shown.count, 'number')
  const objects = shown.items.map((item: { object?: string }) => item.object ?? null)
  assert.deepEqual(new Set(objects), new Set(objects.length > 0 ? [stated.items] : []))
}

async function proveBody(server: Server, mounted: Mounted, stated: StatedBody) {
  const { operation } = mounted
  const { required = [], optional = [], nullable = [], lengths = {} } = stated
  assertFields(operation.body, [...required, ...optional])
  assert.deepEqual([...requiredOf(operation.body)].sort(), [...required].sort())
  const ours = await givenTenant(server)
  const input = inputFor(mounted, ours, ours.admin)
  const statusOf = async (body: object) =>
    (await sendTo(server, operation, ours.admin.secret, { ...input, body })).statusCode
  for (const field of required) {
    const { [field]: _left, ...rest } = { ...input.body } as Record<string, unknown>
    assert.equal(await statusOf(rest), 400, `${field} can be left out`)
  }
  if (required.length === 0) assert.equal(await statusOf({}), operation.status, '{} is refused')
  for (const field of nullable) {
    assert.equal(await statusOf({ ...input.body, [field]: null }), operation.status, `${field}: null`)
  }
  for (const [field, [least, most]] of Object.entries(lengths)) {
    const sized = (length: number) => statusOf({ ...input.body, [field]: 'x'.repeat(length) })
    assert.equal(await sized(most + 1), 400, `${field} of ${most + 1} characters`)
    if (least > 0) assert.equal(await sized(least - 1), 400, `${field} of ${least - 1} characters`)
    assert.equal(await sized(most), operation.status, `${field} of ${most} characters`)
    if (least > 0) assert.equal(await sized(least), operation.status, `${field} of ${least} characters`)
  }
}

interface Fields {
  readonly properties?: object
  readonly required?: readonly string[]
}

function assertFields(schema: Fields | undefined, names: readonly string[]) {
  const known = Object.keys(schema?.properties ?? {})
  assert.deepEqual(
    names.filter((name) => !known.includes(name)),
    [],
    'The contract does not know these.',
  )
}

function requiredOf(schema: Fields | undefined): readonly string[] {
  return schema?.required ?? []
}
