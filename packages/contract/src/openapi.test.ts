import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Type } from 'typebox'
import { operations } from './index.ts'
import { openApiDocument } from './openapi.ts'
import { Body, type Operation } from './operation.ts'
import { Id, Values } from './scalars.ts'

const document = openApiDocument(operations, { version: '1.2.3' })

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(
    withPlainNames(document) as Record<string, unknown>,
  )
  assert.deepEqual(errors ?? [], [])
  assert.ok(valid)
})

test('a document that is not valid is seen', async () => {
  const { valid } = await new Validator().validate({ ...document, paths: { bread: 1 } })
  assert.equal(valid, false)
})

test('every summary is a short title of its own, every description a sentence', () => {
  const all = Object.values(operations as Readonly<Record<string, Operation>>)
  for (const { summary, description = 'None.' } of all) {
    assert.match(summary, /^[A-Z][a-z]+ .{1,52}[^.]$|^Sign out$/)
    assert.match(description, /^[A-Z`].*\.$/)
  }
  assert.equal(new Set(all.map(({ summary }) => summary)).size, all.length)
})

test('every reference leads somewhere', () => {
  const references = referencesIn(document)
  assert.ok(references.length > 0)
  assert.deepEqual(
    references.filter((reference) => resolved(document, reference) === undefined),
    [],
  )
})

test('every operation of the contract is there once, under its own id', () => {
  const ids = operationObjects(document).map((operation) => operation.operationId)
  assert.deepEqual([...ids].sort(), Object.keys(operations).sort())
  assert.equal(new Set(ids).size, ids.length)
})

test('the document is the same whatever the order of the operations', () => {
  const reversed = Object.fromEntries(Object.entries(operations).reverse())
  assert.equal(JSON.stringify(openApiDocument(reversed, { version: '1.2.3' })), JSON.stringify(document))
})

test('a titled schema becomes one component, wherever it is used', () => {
  const { components, paths } = openApiDocument({ getLoaf, listLoaves }, { version: '1' })
  const loaf = { $ref: '#/components/schemas/Loaf' }
  assert.deepEqual(Object.keys(components.schemas), ['Error', 'Loaf'])
  assert.deepEqual(answerOf(paths, '/v1/spaces/{spaceId}', 200), loaf)
  assert.deepEqual(answerOf(paths, '/v1/spaces', 200), {
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', items: loaf } },
  })
})

test('two different schemas with one title are refused', () => {
  const other = Type.Object({ weight: Type.Number() }, { title: 'Loaf' })
  assert.throws(
    () =>
      openApiDocument(
        { getLoaf, getOther: { ...getLoaf, path: '/v1/spaces', returns: other } },
        { version: '1' },
      ),
    /title Loaf/,
  )
})

test('two operations with one method and path are refused', () => {
  assert.throws(() => openApiDocument({ getLoaf, getBread: getLoaf }, { version: '1' }), /GET \/v1\/spaces/)
})

test('a schema that refers to itself becomes a component too', () => {
  const Tree = Type.Cyclic({ Tree: Type.Object({ loaf: Loaf, trees: Type.Array(Type.Ref('Tree')) }) }, 'Tree')
  const { components, paths } = openApiDocument({ getTree: { ...getLoaf, returns: Tree } }, { version: '1' })
  assert.deepEqual(answerOf(paths, '/v1/spaces/{spaceId}', 200), { $ref: '#/components/schemas/Tree' })
  assert.deepEqual(components.schemas.Tree, {
    type: 'object',
    required: ['loaf', 'trees'],
    properties: {
      loaf: { $ref: '#/components/schemas/Loaf' },
      trees: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    },
    title: 'Tree',
  })
})

test('an operation says who may call it, what it takes and how it refuses', () => {
  const { paths } = openApiDocument({ bakeLoaf }, { version: '1' })
  assert.deepEqual(paths['/v1/spaces']?.post, {
    operationId: 'bakeLoaf',
    tags: ['Spaces'],
    summary: 'Bake a loaf',
    description: [
      'Takes an hour.',
      'Never the last one.',
      'Deprecated: use buyLoaf instead.',
      'Not returned again when an Idempotency-Key replays the response: recipe.',
      'Access: `org.admin` or `self`. Scope: `space:write`.',
    ].join('\n\n'),
    deprecated: true,
    parameters: [
      { name: 'oven', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'heat', in: 'query', schema: { type: 'integer', default: 200 } },
      { $ref: '#/components/parameters/IdempotencyKey' },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            additionalProperties: false,
            type: 'object',
            required: ['flour'],
            properties: {
              flour: { type: 'string', enum: ['oat', 'rye'] },
              salt: { type: 'boolean', default: true },
            },
          },
        },
      },
    },
    responses: {
      '201': {
        description: 'Created.',
        headers: { Location: { $ref: '#/components/headers/Location' } },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Loaf' } } },
      },
      '400': { $ref: '#/components/responses/BadRequest' },
      '401': { $ref: '#/components/responses/Unauthenticated' },
      '403': { $ref: '#/components/responses/Forbidden' },
      '404': { $ref: '#/components/responses/NotFound' },
      '409': {
        description: 'Rejected. `reason` is `idempotency_key_in_use` or `last_admin` or `conflict`.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
      '412': { $ref: '#/components/responses/Changed' },
      '413': { $ref: '#/components/responses/TooLarge' },
      '415': { $ref: '#/components/responses/UnsupportedMediaType' },
      '422': { $ref: '#/components/responses/KeyReused' },
      '429': { $ref: '#/components/responses/RateLimited' },
      '500': { $ref: '#/components/responses/Internal' },
      '503': { $ref: '#/components/responses/Unavailable' },
    },
    'x-access': ['org.admin', 'self'],
    'x-scope': 'space:write',
  })
})

test('what can be read has an ETag, and what can be read can be changed with If-Match', () => {
  const updateLoaf: Operation = { ...getLoaf, method: 'PATCH' }
  const writeLoaf: Operation = { ...bakeLoaf, path: getLoaf.path, returns: Type.Object({ weight: Id }) }
  const { paths } = openApiDocument(
    { getLoaf, listLoaves, updateLoaf, writeLoaf, bakeLoaf },
    { version: '1' },
  )
  const one = (method: string) => JSON.stringify(paths['/v1/spaces/{spaceId}']?.[method])
  const all = (method: string) => JSON.stringify(paths['/v1/spaces']?.[method])
  assert.match(one('get'), /parameters\/IfNoneMatch.*headers\/ETag.*"304"/)
  assert.doesNotMatch(all('get'), /IfNoneMatch|ETag|"304"/)
  assert.match(one('patch'), /parameters\/IfMatch.*headers\/ETag/)
  assert.match(one('post'), /parameters\/IfMatch/)
  assert.doesNotMatch(one('post'), /headers\/ETag/, 'another shape than the one that is read')
  assert.doesNotMatch(one('get') + all('post'), /parameters\/IfMatch/)
})

test('what needs no caller takes neither If-Match nor an Idempotency-Key', () => {
  const askForLoaf: Operation = { ...bakeLoaf, path: getLoaf.path, access: ['public'] }
  const { paths } = openApiDocument({ getLoaf, askForLoaf }, { version: '1' })
  assert.doesNotMatch(JSON.stringify(paths[getLoaf.path]?.post), /IfMatch|IdempotencyKey/)
})

test('every chapter says what it is about, in the order in which one reads them', () => {
  for (const { name, description } of document.tags) assert.match(description, /^[A-Z].+\.$/, name)
  const names = document.tags.map(({ name }) => name)
  const few = ['Organizations', 'Spaces', 'Change requests', 'Sites', 'Audit log']
  assert.deepEqual(
    names.filter((name) => few.includes(name)),
    few,
  )
})

const Loaf = Type.Object({ id: Id }, { title: 'Loaf' })
const getLoaf: Operation = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}',
  summary: 'Get a loaf',
  access: ['any'],
  scope: null,
  status: 200,
  returns: Loaf,
}
const listLoaves: Operation = {
  ...getLoaf,
  path: '/v1/spaces',
  returns: Type.Object({ items: Type.Array(Type.Object(Loaf.properties, { title: 'Loaf' })) }),
}
const bakeLoaf: Operation = {
  method: 'POST',
  path: '/v1/spaces',
  summary: 'Bake a loaf',
  access: ['org.admin', 'self'],
  scope: 'space:write',
  description: 'Takes an hour.',
  also: 'Never the last one.',
  query: Type.Object({ oven: Type.String(), heat: Type.Integer({ default: 200 }) }),
  body: Body({ flour: Values(['oat', 'rye']), salt: Type.Boolean({ default: true }) }),
  status: 201,
  returns: Loaf,
  shownOnce: ['recipe'],
  errors: ['last_admin', 'conflict'],
  deprecated: 'use buyLoaf instead',
}

function answerOf(paths: Paths, path: string, status: number) {
  const operation = paths[path]?.get as OperationObject | undefined
  return operation?.responses[status]?.content?.['application/json'].schema
}

function operationObjects({ paths }: { paths: Paths }): OperationObject[] {
  return Object.values(paths).flatMap((item) => Object.values(item) as OperationObject[])
}

/**
 * The validator mistakes a property named `$id` or `$schema` for the keyword, even in a list of properties.
 */
function withPlainNames(value: unknown, parent = ''): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withPlainNames(item))
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      parent === 'properties' ? key.replace('$', '') : key,
      withPlainNames(child, key),
    ]),
  )
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' ? [child] : referencesIn(child),
  )
}

function resolved(root: unknown, reference: string): unknown {
  const [start, ...steps] = reference.split('/')
  if (start !== '#') return undefined
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], root)
}

type Paths = Readonly<Record<string, Readonly<Record<string, object>>>>
interface OperationObject {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { content?: { 'application/json': { schema: object } } }>>
}
