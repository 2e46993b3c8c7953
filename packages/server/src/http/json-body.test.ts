import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { processorMs } from '../test/processor-time.ts'
import { bodyBounds, parseJsonBody } from './json-body.ts'

test('any JSON value is read as JSON.parse reads it', () => {
  const seed = Math.trunc(Math.random() * 2 ** 31)
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom('', '\t', '  '), (value, space) => {
      const text = JSON.stringify(value, null, space)
      fc.pre(!text.includes('\\u0000') && !text.includes('__proto__'))
      assert.deepEqual(parseJsonBody(Buffer.from(text)), JSON.parse(text))
    }),
    { seed },
  )
})

test('no bytes at all are no body', () => {
  assert.equal(parseJsonBody(Buffer.alloc(0)), undefined)
})

test('nesting up to 64 levels is read, deeper nesting is refused', () => {
  assert.deepEqual(parse(`${'['.repeat(64)}${']'.repeat(64)}`).flat(64), [])
  refused(`${'['.repeat(65)}${']'.repeat(65)}`, /deeper than 64/)
  refused(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, /deeper than 64/)
  refused('['.repeat(1_000_000), /deeper than 64/)
  assert.deepEqual(parse(`["${'['.repeat(65)}"]`), ['['.repeat(65)])
})

test('a key that comes twice in one object is refused, however it is written', () => {
  refused('{"a": 1, "a": 2}', /"a" twice/)
  refused(String.raw`{"a": 1, "\u0061": 2}`, /twice/)
  refused(String.raw`{"a\"b": 1, "a\u0022b": 2}`, /twice/)
  refused('{"x": [{"a": 1, "b": {}, "a" : 2}]}', /"a" twice/)
  assert.deepEqual(parse('[{"a": {"a": "a"}}, {"a": ["a", "a"]}]'), [{ a: { a: 'a' } }, { a: ['a', 'a'] }])
})

test('keys that reach into prototypes are refused', () => {
  refused('{"__proto__": {"admin": true}}', /__proto__/)
  refused(String.raw`{"a": [{"\u005f_proto__": 1}]}`, /__proto__/)
  assert.deepEqual(parse('{"constructor": 1, "prototype": 2}'), { constructor: 1, prototype: 2 })
})

test('text that the database cannot keep is refused, in values and in keys', () => {
  refused(String.raw`{"a": "x\u0000y"}`, /U\+0000/)
  refused(String.raw`{"x\u0000y": 1}`, /U\+0000/)
  refused('"\0"', /not JSON/)
  refused(String.raw`["\ud800"]`, /surrogate/)
  refused(String.raw`["\udc00 \ud800"]`, /surrogate/)
  refused(String.raw`{"\ud83d": 1}`, /surrogate/)
  assert.deepEqual(parse(String.raw`["\ud83d\ude00"]`), ['😀'])
})

test('a number that is too large to be one is refused', () => {
  refused('{"a": 1e400}', /number that is too large/)
  refused('[-1e400]', /number that is too large/)
  assert.deepEqual(parse('[1e308, 1e-400]'), [1e308, 0])
})

test('bodies are bounded in values, keys, escapes and indentation', () => {
  const { valuesMax, keysMax, escapesMax, betweenMax } = bodyBounds
  assert.equal(parse(`[${'1,'.repeat(valuesMax - 1)}1]`).length, valuesMax)
  refused(`[${'1,'.repeat(valuesMax)}1]`, /more than 200000 values\. Split it/)
  refused(`[${'[],'.repeat(valuesMax / 2 + 1)}1]`, /more than 200000 values/)
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `"key ${at}": 1`).join(',')
  assert.equal(Object.keys(parse(`{${keys(keysMax)}}`)).length, keysMax)
  refused(`{${keys(keysMax + 1)}}`, /object with more than 10000 keys\. Split it/)
  assert.equal(parse(`["${'\\n'.repeat(escapesMax)}"]`).length, 1)
  refused(`["${'\\n'.repeat(escapesMax + 1)}"]`, /more than 1000000 escape sequences\. Send text as UTF-8\./)
  assert.deepEqual(parse(`[${' '.repeat(betweenMax - 2)}]`), [])
  refused(`[${' '.repeat(betweenMax)}]`, /more than 4000000 characters outside of strings/)
  assert.equal(String(parse(`["${'['.repeat(betweenMax + 1)}"]`)).length, betweenMax + 1)
})

test('a body of two million keys is refused in a fraction of a second', async () => {
  const body = Buffer.from(`{${Array.from({ length: 2_000_000 }, (_, at) => `"key ${at}":1`).join(',')}}`)
  assert.ok(body.length > 22_500_000)
  const ms = await processorMs(() => assert.throws(() => parseJsonBody(body), { message: /keys/ }))
  assert.ok(ms < 3_000, `${ms} ms`)
})

test('bytes that are not UTF-8 are refused', () => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0xff, 0xfe],
  ])
    refused(Buffer.from(bytes), /not valid UTF-8/)
})

test('what is not JSON is refused with a sentence', () => {
  for (const text of [
    '{',
    '{"a":}',
    '{a: 1}',
    "{'a': 1}",
    '[1,]',
    'NaN',
    '{"a": 1}}',
    ' ',
    '"\\',
    '{"a',
    '{"\\x": 1}',
  ])
    refused(text, /not JSON/)
})

function parse(text: string) {
  return parseJsonBody(Buffer.from(text)) as unknown[]
}

function refused(body: string | Buffer, message: RegExp) {
  assert.throws(
    () => parseJsonBody(Buffer.from(body)),
    { reason: 'invalid_request', message },
    String(body).slice(0, 60),
  )
}
