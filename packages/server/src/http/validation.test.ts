import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Only } from '@stemma/contract'
import { Type } from 'typebox'
import type { ApiError } from '../common/errors.ts'
import { compileValidator } from './validation.ts'

const Body = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 5 }),
    role: Type.Optional(Type.Enum(['read', 'edit'])),
    id: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    only: Only(Type.Literal(false), { because: 'Always false.', instead: 'Use `count`.' }),
    at: Type.Optional(Type.String({ format: 'date-time' })),
    choice: Type.Optional(Type.Union([Type.Object({ a: Type.String() }), Type.Null()])),
    shape: Type.Optional(
      Type.Union([
        Type.Object({ type: Type.Enum(['circle', 'ring']), radius: Type.Number() }),
        Type.Object({ type: Type.Literal('box'), sides: Type.Union([Type.Object({ a: Type.Number() })]) }),
      ]),
    ),
    inner: Type.Optional(Type.Object({ deep: Type.Array(Type.String()) })),
  },
  { additionalProperties: false },
)
const Query = Type.Object({
  limit: Type.Integer({ minimum: 1, default: 50 }),
  exact: Type.Optional(Type.Boolean()),
  kinds: Type.Optional(Type.Array(Type.String())),
})

test('a refusal says in a sentence what is wrong, and in details where', () => {
  for (const [value, message, pointer] of [
    [{}, 'The body lacks the field `title`.', '/body'],
    [{ title: 'x', more: 1 }, 'The body has an unknown field `more`.', '/body'],
    [{ title: 1 }, 'The body field `title` must be string.', '/body/title'],
    [{ title: '' }, 'The body field `title` must not have fewer than 1 characters.', '/body/title'],
    [{ title: 'longer' }, 'The body field `title` must not have more than 5 characters.', '/body/title'],
    [
      { title: 'x', role: 'all' },
      'The body field `role` is not one of the allowed values (read, edit).',
      '/body/role',
    ],
    [
      { title: 'x', id: '9' },
      'The body field `id` has characters or a form that is not allowed.',
      '/body/id',
    ],
    [{ title: 'x', count: 0 }, 'The body field `count` must be >= 1.', '/body/count'],
    [{ title: 'x', at: 'noon' }, 'The body field `at` must match format "date-time".', '/body/at'],
    [{ title: 'x', choice: 1 }, 'The body field `choice` has none of the allowed forms.', '/body/choice'],
    [{ title: 'x', choice: {} }, 'The body field `choice` lacks the field `a`.', '/body/choice'],
    [
      { title: 'x', shape: { type: 'ring' } },
      'The body field `shape` lacks the field `radius`.',
      '/body/shape',
    ],
    [
      { title: 'x', shape: { type: 'box', sides: {} } },
      'The body field `shape.sides` lacks the field `a`.',
      '/body/shape/sides',
    ],
    [
      { title: 'x', shape: { type: 'star' } },
      'The body field `shape` has none of the allowed forms.',
      '/body/shape',
    ],
    [{ title: 'x', shape: {} }, 'The body field `shape` has none of the allowed forms.', '/body/shape'],
    [
      { title: 'x', inner: { deep: ['a', 1] } },
      'The body field `inner.deep.1` must be string.',
      '/body/inner/deep/1',
    ],
    ['text', 'The body must be object.', '/body'],
    [null, 'The body must be object.', '/body'],
    [undefined, 'The body must be object.', '/body'],
  ] as const) {
    const { reason, details, ...error } = refusalOf('body', value)
    assert.equal(refusalOf('body', value).message, message)
    assert.equal(reason, 'invalid_request')
    assert.equal((details as { pointer: string }[])[0]?.pointer, pointer, JSON.stringify(error))
  }
})

test('a body means what it says: nothing is turned into another type', () => {
  assert.match(refusalOf('body', { title: 'x', count: '1' }).message, /`count` must be integer/)
  assert.match(refusalOf('body', { title: null }).message, /`title` must be string/)
})

test('the error for a field with one allowed value says what to do instead', () => {
  assert.deepEqual(accepted('body', { title: 'x', only: false }), { title: 'x', only: false })
  const { message } = refusalOf('body', { title: 'x', only: true })
  assert.equal(message, 'The body field `only` must be false. Use `count`.')
})

test('parameters are text, and become what the contract says', () => {
  assert.deepEqual(accepted('querystring', { limit: '7', exact: 'true', kinds: 'one' }), {
    ...{ limit: 7, exact: true, kinds: ['one'] },
  })
  assert.deepEqual(accepted('querystring', { kinds: ['one', 'two'] }), { limit: 50, kinds: ['one', 'two'] })
  assert.equal(refusalOf('querystring', { limit: '0' }).message, 'The query field `limit` must be >= 1.')
  assert.equal(refusalOf('querystring', { limit: 'all' }).message, 'The query field `limit` must be integer.')
  assert.equal(
    refusalOf('querystring', { limit: ['1', '2'] }).message,
    'The query field `limit` must be integer.',
  )
})

function validate(httpPart: 'body' | 'querystring', value: unknown) {
  const schema = httpPart === 'body' ? Body : Query
  const check = compileValidator({ schema, httpPart, method: 'POST', url: '/' }) as (
    value: unknown,
  ) => Outcome
  return check(value)
}

function accepted(httpPart: 'body' | 'querystring', value: unknown): unknown {
  const { value: read, error } = validate(httpPart, value)
  assert.equal(error, undefined)
  return read
}

function refusalOf(httpPart: 'body' | 'querystring', value: unknown): ApiError {
  const { error } = validate(httpPart, value)
  assert.ok(error, `accepted ${JSON.stringify(value)}`)
  return error
}

interface Outcome {
  readonly value?: unknown
  readonly error?: ApiError
}
