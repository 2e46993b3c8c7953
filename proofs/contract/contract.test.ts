import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Body, Nullable, type Operation, type Operations, operations, Values } from '@stemma/contract'
import { Type } from 'typebox'
import table from '../../packages/contract/table/operations.json' with { type: 'json' }
import { type Additions, additions } from './additions.ts'
import { differences, type Table } from './differences.ts'

test('the contract keeps everything that the table promises', () => {
  assert.deepEqual(differences(operations, table), [])
})

test('the table has 192 operations, each once', () => {
  assert.equal(table.length, 192)
  assert.equal(new Set(table.map((row) => row.id)).size, 192)
  assert.equal(new Set(table.map((row) => `${row.method} ${row.path}`)).size, 192)
})

test('a contract that says the same in its own way has no differences', () => {
  assert.deepEqual(check({}), [])
})

test('an operation that is missing, or that nobody announced, is a difference', () => {
  assert.deepEqual(differences({}, small, none), ['cutBread: is missing'])
  assert.deepEqual(differences({ cutBread, eatBread: cutBread }, small, none), [
    'eatBread: is not in the table',
  ])
})

test('an addition that was announced is none, and one that is gone is', () => {
  const announced = { operations: ['eatBread'], inputs: ['cutBread query.wet', 'cutBread body.kind "rye"'] }
  const wider: Operations = {
    cutBread: changed({
      query: Type.Object({ ...query, wet: Type.Optional(Type.Boolean()) }),
      body: Body({ ...body, kind: Type.Optional(Values(['oat', 'wheat', 'rye'])) }),
    }),
    eatBread: cutBread,
  }
  assert.deepEqual(differences(wider, small, announced), [])
  assert.deepEqual(differences({ cutBread }, small, announced), [
    'eatBread: is listed as an addition, but the contract has no such thing',
    'cutBread query.wet: is listed as an addition, but the contract has no such thing',
    'cutBread body.kind "rye": is listed as an addition, but the contract has no such thing',
  ])
})

test('the method, the path, the status and the deprecation must be those of the table', () => {
  assert.deepEqual(check({ method: 'PUT' }), ['cutBread: method is PUT, not POST'])
  assert.deepEqual(check({ path: '/v1/loaves' }), ['cutBread: path is /v1/loaves, not /v1/bread'])
  assert.deepEqual(check({ status: 200 }), ['cutBread: success status is 200, not 201'])
  assert.deepEqual(check({ deprecated: 'eat cake instead' }), ['cutBread: deprecated is true, not false'])
})

test('a query field must be there, be of its type and keep its default and its bounds', () => {
  const withQuery = (fields: object) => check({ query: Type.Object({ ...query, ...fields }) })
  assert.deepEqual(check({ query: Type.Object({ size: query.size }) }), ['cutBread query.order: is missing'])
  assert.deepEqual(withQuery({ wet: Type.Optional(Type.Boolean()) }), [
    'cutBread query.wet: is not in the table',
  ])
  assert.deepEqual(withQuery({ size: Type.Optional(Type.Integer({ maximum: 9 })) }), [
    'cutBread query.size: is required in the table',
  ])
  assert.deepEqual(withQuery({ size: Type.Integer({ maximum: 10 }) }), [
    'cutBread query.size: maximum is 10, not 9',
  ])
  assert.deepEqual(withQuery({ size: Type.String() }), [
    'cutBread query.size: must take number',
    'cutBread query.size: must not take string',
  ])
  assert.deepEqual(withQuery({ order: Values(['asc', 'desc'], { default: 'asc' }) }), [
    'cutBread query.order: default is asc, not desc',
  ])
  assert.deepEqual(withQuery({ order: Type.Optional(Values(['asc', 'desc'])) }), [
    'cutBread query.order: default is undefined, not desc',
  ])
})

test('a body field must be there, and be required or not as in the table', () => {
  const { name: _, ...nameless } = body
  assert.deepEqual(check({ body: Body(nameless) }), ['cutBread body.name: is missing'])
  assert.deepEqual(withBody({ name: Type.Optional(body.name) }), [
    'cutBread body.name: is required in the table',
  ])
  assert.deepEqual(withBody({ kind: Values(['oat', 'wheat']) }), [
    'cutBread body.kind: is optional in the table',
  ])
  assert.deepEqual(withBody({ butter: Type.Optional(Type.Boolean()) }), [
    'cutBread body.butter: is not in the table',
  ])
  const butter: Additions = { operations: [], inputs: ['cutBread body.butter'] }
  assert.deepEqual(withBody({ butter: Type.Boolean() }, butter), [
    'cutBread body.butter: is an addition, so it must be optional',
  ])
})

test('the values, the bounds, the pattern, the format and null must be those of the table', () => {
  const name = { minLength: 2, maxLength: 50, pattern: '^[a-z]+$' }
  assert.deepEqual(withBody({ name: Type.String({ ...name, maxLength: 51 }) }), [
    'cutBread body.name: maxLength is 51, not 50',
  ])
  assert.deepEqual(withBody({ name: Type.String({ maxLength: 50, pattern: '.' }) }), [
    'cutBread body.name: minLength is none, not 2',
  ])
  assert.deepEqual(withBody({ name: Type.String({ minLength: 2, maxLength: 50 }) }), [
    'cutBread body.name: must have a pattern',
  ])
  assert.deepEqual(withBody({ kind: Type.Optional(Values(['oat', 'rye'])) }), [
    'cutBread body.kind: must take "wheat"',
    'cutBread body.kind: "rye" is not in the table',
  ])
  assert.deepEqual(withBody({ kind: Type.Optional(Type.String()) }), [
    'cutBread body.kind: must be a closed list of values',
    'cutBread body.kind: must take "oat"',
    'cutBread body.kind: must take "wheat"',
  ])
  assert.deepEqual(withBody({ image: Type.Optional(Nullable(Type.String())) }), [
    'cutBread body.image: format must be uri',
  ])
  assert.deepEqual(withBody({ image: Type.Optional(Type.String({ format: 'uri' })) }), [
    'cutBread body.image: must take null',
  ])
})

test('what is inside arrays, objects and maps is compared too', () => {
  assert.deepEqual(withBody({ toppings: Type.Optional(Type.Array(Type.String())) }), [
    'cutBread body.toppings: maxItems is none, not 5',
  ])
  assert.deepEqual(withBody({ toppings: Type.Optional(Type.Array(Type.Number(), { maxItems: 5 })) }), [
    'cutBread body.toppings[]: must take string',
    'cutBread body.toppings[]: must not take number',
  ])
  assert.deepEqual(withBody({ knife: Type.Optional(Body({ sharp: Type.Optional(Type.Boolean()) })) }), [
    'cutBread body.knife.length: is missing',
    'cutBread body.knife.sharp: is required in the table',
  ])
  assert.deepEqual(withBody({ notes: Type.Optional(Type.Record(Type.String(), Type.Number())) }), [
    'cutBread body.notes{}: must take string',
    'cutBread body.notes{}: must not take number',
  ])
})

test('a body must be there, and may be left out or not as in the table', () => {
  const { body: _, ...bodiless } = cutBread
  const optional = small.map((row) => ({
    ...row,
    body: row.body && { ...row.body, required: [], optional: true },
  }))
  const noBody = small.map((row) => ({ ...row, body: null }))
  const unnamed = changed({ body: Body({ ...body, name: Type.Optional(body.name) }) })
  assert.deepEqual(differences({ cutBread: bodiless }, small, none), ['cutBread body: is missing'])
  assert.deepEqual(differences({ cutBread: unnamed }, optional, none), ['cutBread body: may be left out'])
  assert.deepEqual(check({ bodyOptional: true }), ['cutBread body: may not be left out'])
  assert.deepEqual(differences({ cutBread: bodiless }, noBody, none), [])
  assert.ok(differences({ cutBread }, noBody, none).includes('cutBread body.name: is not in the table'))
})

test('a union of bodies is compared by the fields of all of them', () => {
  const { knife, ...knifeless } = body
  const { notes, ...noteless } = body
  assert.deepEqual(check({ body: Type.Union([Body(knifeless), Body(noteless)]) }), [])
  assert.deepEqual(check({ body: Type.Union([Body(knifeless), Body({ knife, notes })]) }), [
    'cutBread body.name: is required in the table',
  ])
})

test('every announced input belongs to an operation of the table', () => {
  const ids = new Set(table.map((row) => row.id))
  assert.deepEqual(
    additions.inputs.filter((input) => !ids.has(String(input.split(' ')[0]))),
    [],
  )
})

const none: Additions = { operations: [], inputs: [] }

const query = {
  size: Type.Integer({ minimum: 1, maximum: 9 }),
  order: Values(['asc', 'desc'], { default: 'desc' }),
}
const body = {
  name: Type.String({ minLength: 2, maxLength: 50, pattern: '^[a-z]+$' }),
  kind: Type.Optional(Values(['oat', 'wheat'])),
  image: Type.Optional(Nullable(Type.String({ format: 'uri', maxLength: 2048 }))),
  toppings: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 5 })),
  knife: Type.Optional(Body({ length: Type.Optional(Type.Number()), sharp: Type.Boolean() })),
  notes: Type.Optional(Type.Record(Type.String(), Type.String())),
}
const cutBread: Operation = {
  method: 'POST',
  path: '/v1/bread',
  summary: 'Cut bread.',
  access: ['any'],
  scope: null,
  query: Type.Object(query),
  body: Body(body),
  status: 201,
}
const small: Table = [
  {
    id: 'cutBread',
    method: 'POST',
    path: '/v1/bread',
    successStatus: 201,
    deprecated: false,
    query: [
      { name: 'size', type: 'number', required: true, maximum: 9 },
      { name: 'order', type: 'string', required: false, enum: ['asc', 'desc'], default: 'desc' },
    ],
    body: {
      required: ['name'],
      fields: {
        name: { type: 'string', minLength: 2, maxLength: 50, pattern: true },
        kind: { type: 'string', enum: ['oat', 'wheat'] },
        image: { type: 'string', nullable: true, format: 'uri' },
        toppings: { type: 'array', maxItems: 5, items: { type: 'string' } },
        knife: {
          type: 'object',
          required: ['sharp'],
          fields: { length: { type: 'number' }, sharp: { type: 'boolean' } },
        },
        notes: { type: 'object', values: { type: 'string' } },
      },
    },
  },
]

function changed(change: Partial<Operation>): Operation {
  return { ...cutBread, ...change }
}

function check(change: Partial<Operation>, allowed = none): string[] {
  return differences({ cutBread: changed(change) }, small, allowed)
}

function withBody(fields: object, allowed = none): string[] {
  return check({ body: Body({ ...body, ...fields }) }, allowed)
}
