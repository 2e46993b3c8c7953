import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, operations } from '@stemma/contract'
import { Type } from 'typebox'
import { readDescription } from './description.ts'
import { compareInputs } from './input-comparison.ts'
import { checkInputs } from './inputs.ts'

test('our contract takes every input that a client describes, or the list says why not', () => {
  assert.deepEqual(checkInputs().differences, [])
})

test('an unknown field, a missing value, a type and a tighter limit are refusals', () => {
  const properties = {
    title: { type: 'string', maxLength: 100 },
    kind: { type: 'string', enum: ['a', 'b'] },
    parent: { type: ['string', 'null'] },
    extra: { type: 'boolean' },
  }
  const Ours = Type.Object(
    {
      title: Type.Optional(Type.String({ maxLength: 50 })),
      kind: Type.Optional(Type.Enum(['a'])),
      parent: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  )
  assert.deepEqual(refusedOf({ type: 'object', properties }, Ours), [
    'body.title maxLength',
    'body.kind "b"',
    'body.parent null',
    'body.extra',
  ])
})

test('a field that we require and the client may leave out is a refusal', () => {
  const described = { type: 'object', properties: { title: { type: 'string' } } }
  assert.deepEqual(refusedOf(described, Type.Object({ title: Type.String() })), ['body.title required'])
  assert.deepEqual(
    refusedOf({ ...described, required: ['title'] }, Type.Object({ title: Type.String() })),
    [],
  )
})

test('each alternative of a client must be one of ours', () => {
  const alternative = (type: string, field: string) => ({
    type: 'object',
    properties: { type: { type: 'string', enum: [type] }, [field]: { type: 'string' } },
    required: ['type', field],
  })
  const Ours = Type.Union([
    Type.Object({ type: Type.Enum(['page']), page: Type.String() }, { additionalProperties: false }),
    Type.Object({ type: Type.Enum(['link']), url: Type.String() }, { additionalProperties: false }),
  ])
  assert.deepEqual(refusedOf({ oneOf: [alternative('page', 'page'), alternative('link', 'url')] }, Ours), [])
  assert.deepEqual(refusedOf({ oneOf: [alternative('page', 'page'), alternative('file', 'url')] }, Ours), [
    'body.type "file"',
  ])
})

test('an object that takes any field refuses none', () => {
  const described = { type: 'object', properties: { session: { type: 'string' } } }
  assert.deepEqual(refusedOf(described, Type.Object({ visitor: Type.Optional(Type.String()) })), [])
})

test('a query field that the server would ignore is a refusal', () => {
  const { description, described } = describedWith(undefined, [{ in: 'query', name: 'sort', schema: {} }])
  const { refused } = compareInputs(operations.getApiInformation, described, description)
  assert.deepEqual(
    refused.map(({ at }) => at),
    ['query.sort'],
  )
})

test('a query field that is a list takes a single value, but no other value than a list of it', () => {
  const status = { type: 'string', enum: ['open', 'lost'] }
  const { description, described } = describedWith(undefined, [
    { in: 'query', name: 'status', schema: status },
  ])
  const query = Type.Object({ status: Type.Optional(Type.Array(Type.Enum(['open', 'merged']))) })
  const { refused } = compareInputs({ ...operations.getApiInformation, query }, described, description)
  assert.deepEqual(
    refused.map(({ at }) => at),
    ['query.status "lost"'],
  )
})

function refusedOf(theirs: object, ours: NonNullable<Operation['body']>): string[] {
  const { description, described } = describedWith(theirs, [])
  const operation: Operation = { ...operations.getApiInformation, body: ours }
  return compareInputs(operation, described, description).refused.map(({ at }) => at)
}

function describedWith(schema: object | undefined, parameters: readonly object[]) {
  const requestBody = { required: true, content: { 'application/json': { schema } } }
  const description = readDescription({
    paths: {
      '/': { post: { operationId: 'one', parameters, ...(schema && { requestBody }), responses: {} } },
    },
    components: { parameters: {}, schemas: {} },
  })
  const described = description.find('POST', '/')
  assert.ok(described)
  return { description, described }
}
