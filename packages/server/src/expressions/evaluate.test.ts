import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { processorMs } from '../test/processor-time.ts'
import { evaluate, isTrue } from './evaluate.ts'
import { ExpressionError } from './expression-error.ts'
import { parseExpression, readTerm } from './parse-expression.ts'
import type { ExpressionScope } from './types.ts'

const open: ExpressionScope = { kind: 'object', properties: {}, open: true }

function result(source: string, values: Readonly<Record<string, unknown>> = {}): unknown {
  return evaluate(parseExpression(source, open), values)
}

test('an expression that JavaScript can evaluate has the same result here', () => {
  let same = 0
  fc.assert(
    fc.property(expressions, data, (source, values) => {
      fc.pre(source.length <= 1024)
      const ours = evaluate({ source, root: readTerm(source) }, values)
      const theirs = inJavaScript(source, values)
      if (theirs === undefined) return
      same++
      assert.deepStrictEqual(ours, theirs.result)
    }),
    { numRuns },
  )
  assert.ok(same > numRuns / 2, `JavaScript could evaluate only ${same}.`)
})

test('every operator agrees with JavaScript over every pair of odd values', () => {
  const odd =
    '[0, -0, 1, NaN, "", "0", "1", " 1 ", "a", "b", true, false, null, undefined, [], [1], [[]], [null], '
  const values: readonly unknown[] = new Function(`return ${odd} ["a", "b"], {}, { a: 1 }, 1e21, 1e-7]`)()
  const operators = '=== !== == != < <= > >= + - * / % in && || ??'.split(' ')
  for (const operator of operators) agree(`a ${operator} b`, values, values)
  const more = ['!a', '-a', '+a', 'typeof a', '`<$' + '{a}>`', '[a].includes(a)', 'a ? 1 : 2']
  for (const source of more) agree(source, values, [undefined])
})

function agree(source: string, some: readonly unknown[], others: readonly unknown[]) {
  const expression = parseExpression(source, open)
  for (const a of some) {
    for (const b of others) {
      const theirs = inJavaScript(source, { a, b })
      if (theirs !== undefined) assert.deepStrictEqual(evaluate(expression, { a, b }), theirs.result, source)
    }
  }
}

test('what is missing is undefined, and so is all that is asked of it', () => {
  const values = { a: null, b: 5, c: { d: 'text' }, e: [] }
  const missing = ['a.b', 'a.b.c.d', 'b.c', 'x.y', 'c.d.e', 'e[0].x', 'a.includes("x")', 'b.toLowerCase()']
  for (const source of [
    ...missing,
    'a.some(x => x)',
    'c.every(x => x)',
    'e.trim()',
    'c?.x?.[0]?.includes(1)',
  ]) {
    assert.equal(result(source, values), undefined, source)
  }
  assert.equal(result('"x" in a', values), false)
  assert.equal(result('"x" in b.c', values), false)
})

test('nothing is inherited', () => {
  const values = { a: {}, list: [], text: '' }
  for (const object of ['a', 'list', 'text', 'x', '"x"', '(1)', 'true']) {
    const names = [
      'toString',
      'valueOf',
      'hasOwnProperty',
      '__defineGetter__',
      '__lookupGetter__',
      'at',
      'call',
    ]
    for (const name of names) {
      const source = `${object}["${name}"]`
      assert.equal(evaluate({ source, root: readTerm(source) }, values), undefined, source)
    }
  }
  for (const name of ['toString', 'hasOwnProperty', 'globalThis', 'process', 'eval', 'NaN', 'Function']) {
    assert.equal(result(name), undefined, name)
    assert.equal(result(`"${name}" in a`, { a: {} }), false, name)
  }
  assert.equal(result('"__proto__" in a', values), false)
})

test('data with the names of methods is data', () => {
  const claims: unknown = JSON.parse('{"__proto__":{"admin":true},"toString":"t","includes":1,"length":"l"}')
  assert.equal(result('a.toString', { a: claims }), 't')
  assert.equal(result('a.length', { a: claims }), 'l')
  assert.equal(result('a.includes', { a: claims }), 1)
  assert.equal(result('a.includes("x")', { a: claims }), undefined)
  assert.equal(result('a.admin', { a: claims }), undefined)
  assert.equal(result('a + ""', { a: claims }), '[object Object]')
  assert.throws(() => result('a.__proto__', { a: claims }), ExpressionError)
})

test('no code of the data runs', () => {
  let ran = 0
  const run = () => {
    ran++
    return 'ran'
  }
  const hostile = {
    toString: run,
    valueOf: run,
    toJSON: run,
    [Symbol.toPrimitive]: run,
    get a() {
      return run()
    },
  }
  const list = Object.defineProperty([1], '0', { get: run })
  class Instance {
    a = 1
  }
  const values = {
    hostile,
    list,
    run,
    date: new Date(0),
    instance: new Instance(),
    symbol: Symbol('s'),
    big: 1n,
  }
  const sources = [
    'hostile.a',
    'list[0]',
    'run',
    'date',
    'instance',
    'instance.a',
    'symbol',
    'big',
    'run.length',
  ]
  for (const source of sources) assert.equal(result(source, values), undefined, source)
  const used = [
    'hostile + ""',
    'hostile == "ran"',
    '-hostile',
    '"ran" in hostile',
    '`$' + '{hostile}`',
    'list + 1',
  ]
  const calls = ['hostile.toString', 'list.includes("ran")', 'list.some(x => x)', '"a".includes(hostile)']
  for (const source of [...used, ...calls, 'symbol + ""', 'big + 1', 'date + 1']) result(source, values)
  assert.equal(ran, 0)
})

test('an inner parameter hides an outer one and a name', () => {
  const values = { x: [[1, 2], [3]] }
  assert.equal(result('x.some(x => x.some(x => x === 3))', values), true)
  assert.equal(result('x.every(y => y.some(z => z < 3) || x.length === 2)', values), true)
  assert.equal(result('x.some(y => y.every(z => z === 3) && y[0] === 3)', values), true)
})

test('in looks for properties, also where an array has none but its indexes', () => {
  assert.equal(result('"a" in o', { o: { a: undefined } }), true)
  assert.equal(result('"a" in o', { o: ['a'] }), false)
  assert.equal(result('0 in o', { o: ['a'] }), true)
})

test('an expression of too many steps is stopped, and counts as false', () => {
  const list = Array.from({ length: 50 }, (_, index) => index)
  const source = 'a.every(b => a.every(c => a.every(d => a.every(e => true))))'
  const expression = parseExpression(source, open)
  assert.throws(() => evaluate(expression, { a: list }), {
    message: /more than 10000 steps/,
    position: 0,
    length: source.length,
  })
  assert.equal(isTrue(expression, { a: list }), false)
  assert.equal(isTrue(expression, { a: [1, 2] }), true)
  assert.throws(() => result('!a.includes(1)', { a: Array(20_000).fill(0) }), /steps/)
  assert.throws(() => result('a + ""', { a: Array(20_000).fill(0) }), /steps/)
})

test('a text grows to its bound and not further', () => {
  const half = 'x'.repeat(32_768)
  assert.equal(result('(a + a).length', { a: half }), 65_536)
  for (const source of ['a + a + 1', '`$' + '{a}$' + '{a}.`', 'b + ""', 'b == 1', '-b', '`.$' + '{b}`']) {
    assert.throws(() => result(source, { a: half, b: [half, half] }), /65536 characters/, source)
  }
  const doubled = Array.from({ length: 20 }).reduce<string>((source) => `[${source}].every(x => x + x)`, 'a')
  assert.equal(typeof isTrue(parseExpression(doubled, open), { a: half }), 'boolean')
})

test('long texts that are only read cost steps by their length', () => {
  const long = 'ä'.repeat(1_000_000)
  assert.equal(result('a.includes("x") || a.length === 1000000', { a: long }), true)
  assert.equal(result('a.endsWith("ä") && a > "a" && a !== "ä"', { a: long }), true)
  for (const often of ['b.every(x => a.trim())', 'b.every(x => a > "a")', 'b.some(x => +a)']) {
    assert.throws(() => result(often, { a: long, b: Array(100).fill(0) }), /steps/, often)
  }
})

/** The slowest known expression of each kind; without a limit on steps, each takes seconds. */
const slow: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'c.some(x => a.includes(b))': {
    a: 'a'.repeat(65_000),
    b: `${'a'.repeat(500)}b${'a'.repeat(500)}`,
    c: Array(10_000).fill(0),
  },
  'a.includes(b)': { a: 'a'.repeat(9_000_000), b: `${'a'.repeat(300)}b${'a'.repeat(300)}` },
  'c.every(x => a.toUpperCase())': { a: 'ŉ'.repeat(1020), c: Array(10_000).fill(0) },
  'a.toUpperCase()': { a: 'ŉ'.repeat(10_000_000) },
  'a + ""': { a: nestedLists(100_000) },
  'a == "x"': { a: roundList() },
}

test('hostile data is given up soon', async () => {
  for (const [source, values] of Object.entries(slow)) {
    const expression = parseExpression(source, open)
    const ms = await processorMs(() =>
      assert.throws(() => evaluate(expression, values), ExpressionError, source),
    )
    assert.ok(ms < 1_500, `${source} took ${ms} ms.`)
  }
})

test('isTrue is what JavaScript takes for true', () => {
  for (const a of [true, 1, 'x', [], {}]) assert.equal(isTrue(parseExpression('a', open), { a }), true)
  for (const a of [false, 0, '', null, undefined, Number.NaN]) {
    assert.equal(isTrue(parseExpression('a', open), { a }), false)
  }
})

const numRuns = 1500

/** The result of JavaScript itself, or nothing if it throws because a value is missing. */
function inJavaScript(source: string, values: Readonly<Record<string, unknown>>) {
  const run = new Function(...Object.keys(values), `'use strict'; return (${source}\n)`)
  try {
    return { result: run(...Object.values(values)) as unknown }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function nestedLists(levels: number): unknown {
  let list: unknown = []
  for (let level = 0; level < levels; level++) list = [list]
  return list
}

function roundList(): unknown {
  const list: unknown[] = []
  list.push(list, list)
  return list
}

const primitives = fc.oneof(
  fc.constantFrom(0, -0, 1, 2, -1, 0.5, 1e21, '', '0', '1', 'a', 'ab', ' b ', 'A', 'ß', true, false, null),
  fc.string({ maxLength: 3 }),
  fc.integer({ min: -9, max: 9 }),
)
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    primitives,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'length', '0'), tie('json'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}))
const data = fc.record(
  { a: json, b: json, c: fc.array(json, { maxLength: 3 }), x: fc.string({ maxLength: 4 }) },
  { noNullPrototype: true },
)

const key = fc.constantFrom('.a', '.b', '.length', '[0]', '["1"]', '["b"]', '?.a', '?.[0]')
const { expressions } = fc.letrec<{ expressions: string }>((tie) => {
  const one = tie('expressions')
  const words = (...values: readonly string[]) => fc.constantFrom(...values)
  const written = (...parts: readonly (string | fc.Arbitrary<string>)[]) =>
    fc
      .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
      .map((all) => all.join(''))
  const binary = words('===', '!==', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', '&&', '||')
  const method = words('includes', 'startsWith', 'endsWith')
  return {
    expressions: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(words('a', 'b', 'c', 'x', 'undefined'), primitives.map(literal)),
      written('(', one, ' ', binary, ' ', one, ')'),
      written('(', one, ' ?? ', one, ')'),
      written(one, ' ? ', one, ' : ', one).map((source) => `(${source})`),
      written('("', words('a', 'length', '0'), '" in ', words('a', 'b', 'c', 'x'), ')'),
      written(words('!', '-', '+', 'typeof '), '(', one, ')'),
      written('`<$', '{', one, '}$', '{', one, '}>`'),
      written('[', one, ', ', one, ']'),
      written('(', one, ')', key),
      written('(', one, ')?.', method, '?.(', one, ')'),
      written('`$', '{', one, '}`.', method, '(', one, ')'),
      written('`$', '{', one, '}`.', words('trim', 'toLowerCase', 'toUpperCase'), '()'),
      written('[', one, ', ', one, '].', words('some', 'every'), '(x => ', one, ')'),
      written('c.', words('some', 'every', 'includes')).chain((call) =>
        written(call, '(', call.endsWith('includes') ? '' : '(x) => ', one, ')'),
      ),
    ),
  }
})

function literal(value: unknown): string {
  return Object.is(value, -0) ? '(-0)' : JSON.stringify(value)
}
