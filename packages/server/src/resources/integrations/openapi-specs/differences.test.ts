import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf } from './differences.ts'

test('what clients could fail at is breaking, and what they never notice is not', () => {
  const cases: readonly (readonly [before: object, after: object, told: readonly string[]])[] = [
    [paths({}), paths({}), []],
    [{ paths: {} }, paths({}), ['path_added']],
    [paths({}), { paths: {} }, ['path_removed!']],
    [paths({}), paths({}, 'post'), ['operation_removed!', 'operation_added']],
    [paths({}), paths({ parameters: [query({})] }), ['parameter_added']],
    [paths({}), paths({ parameters: [query({ required: true })] }), ['parameter_required!']],
    [
      paths({ parameters: [query({})] }),
      paths({ parameters: [query({ required: true })] }),
      ['parameter_required!'],
    ],
    [paths({ parameters: [query({})] }), paths({}), ['parameter_removed']],
    [
      paths({ parameters: [query({ schema: { type: 'string' } })] }),
      paths({ parameters: [query({ schema: { type: 'integer' } })] }),
      ['type_changed!'],
    ],
    [paths({}), paths({ requestBody: { content: {} } }), ['body_added']],
    [paths({}), paths({ requestBody: { required: true, content: {} } }), ['body_required!']],
    [paths({ requestBody: { content: {} } }), paths({}), ['body_removed!']],
    [paths({}), paths({ responses: { 200: {}, 404: {} } }), ['response_added']],
    [paths({ responses: { 200: {}, 404: {} } }), paths({}), ['response_removed!']],
    [got({ enum: ['a', 'b'] }), got({ enum: ['a'] }), ['enum_narrowed!']],
    [got({}), got({ enum: ['a'] }), ['enum_narrowed!']],
    [got({ enum: ['a'] }), got({ enum: ['a', 'b'] }), ['enum_widened']],
    [got({ type: ['null', 'string'] }), got({ type: ['string', 'null'] }), []],
    [got(object({ a: {} })), got(object({})), ['property_removed!']],
    [sent(object({ a: {} })), sent(object({})), ['property_removed']],
    [sent(object({ a: {} })), sent(object({ a: {} }, ['a'])), ['property_required!']],
    [got(object({ a: {} })), got(object({ a: {} }, ['a'])), ['property_required']],
    [got(object({ a: {} }, ['a'])), got(object({ a: {} })), ['property_optional!']],
    [sent(object({ a: {} }, ['a'])), sent(object({ a: {} })), ['property_optional']],
    [sent(object({})), sent(object({ a: {} })), ['property_added']],
    [got({ type: 'array', items: { type: 'string' } }), got({ type: 'array', items: {} }), ['type_changed!']],
    [got({ oneOf: [{ type: 'string' }] }), got({ oneOf: [{ type: 'number' }] }), ['type_changed!']],
  ]
  for (const [before, after, told] of cases)
    assert.deepEqual(tell(before, after), told, JSON.stringify([before, after]))
})

test('what is referred to is compared once, where it stands, however it goes in circles', () => {
  const node = (type: string) => ({
    ...got({ $ref: '#/components/schemas/Node' }),
    components: {
      schemas: { Node: object({ next: { $ref: '#/components/schemas/Node' }, value: { type } }) },
    },
  })
  const { changes } = differencesOf({ root: node('string') }, { root: node('number') })
  assert.deepEqual(changes, [
    {
      type: 'type_changed',
      breaking: true,
      pointer: '/components/schemas/Node/properties/value',
      message: 'The type was string and is number.',
    },
  ])
})

test('other files are looked into, and moving a part to another place changes nothing', () => {
  const root = got({ $ref: 'other.json#/A' })
  const files = (type: string) => ({
    'https://example.com/root.json': root,
    'https://example.com/other.json': { A: { type } },
  })
  assert.deepEqual(
    differencesOf(files('string'), files('number')).changes.map(({ type, pointer }) => [type, pointer]),
    [['type_changed', 'https://example.com/other.json#/A']],
  )
  const inline = { 'https://example.com/root.json': got({ type: 'string' }) }
  assert.deepEqual(differencesOf(files('string'), inline).changes, [])
})

test('a thousand changes are listed, the breaking ones first', () => {
  const many = (count: number) => ({
    paths: Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}`, {}])),
  })
  const { changes, more } = differencesOf({ root: { paths: { '/gone': {} } } }, { root: many(1500) })
  assert.deepEqual([changes.length, more, changes[0]?.type], [1000, true, 'path_removed'])
})

function tell(before: object, after: object) {
  const { changes } = differencesOf({ root: before }, { root: after })
  return changes.map(({ type, breaking }) => (breaking ? `${type}!` : type))
}

function paths(operation: object, method = 'get') {
  return { paths: { '/a': { [method]: { responses: { 200: {} }, ...operation } } } }
}

function query(rest: object) {
  return { name: 'q', in: 'query', ...rest }
}

function sent(schema: object) {
  return paths({ requestBody: { content: { 'application/json': { schema } } } })
}

function got(schema: object) {
  return paths({ responses: { 200: { content: { 'application/json': { schema } } } } })
}

function object(properties: object, required: readonly string[] = []) {
  return { type: 'object', properties, required }
}
