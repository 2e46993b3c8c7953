import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluate } from '../expressions/evaluate.ts'
import { ExpressionError } from '../expressions/expression-error.ts'
import { readTerm } from '../expressions/parse-expression.ts'
import { processorMs } from '../test/processor-time.ts'
import { sampleSchema } from '../test/world-site.ts'
import { gateFor } from './audience.ts'
import { type ClaimSchema, parseCondition } from './claims.ts'

const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)
const some = (times: number, list: string) =>
  Array.from({ length: times }, (_, level) => `${list}.some(x${level} => `).join('') +
  'false' +
  ')'.repeat(times)
const tens = '[1,2,3,4,5,6,7,8,9,10]'

/** Attempts to get more than a result from a condition. A site must reject all of them. */
const hostile: readonly string[] = [
  // Access to the language behind the data.
  'visitor.constructor',
  'visitor.claims.constructor.constructor("return process")()',
  'visitor.__proto__',
  'visitor["__proto__"].polluted',
  'visitor.claims.__proto__.isAdmin = true',
  'visitor.claims["con" + "structor"]',
  'visitor.claims[`constructor`]',
  'visitor.claims["\\x63onstructor"]',
  'visitor.claims.c\\u006fnstructor',
  '"".constructor.fromCharCode(65)',
  '[].constructor.constructor("return 1")()',
  '(0).constructor("return this")()',
  'true.constructor.prototype',
  '"".at.constructor("return 1")()',
  '[].includes.call(visitor)',
  '[].includes.apply(visitor, [1])',
  '[].includes.bind(visitor)',
  'Object.prototype.toString',
  'Object.assign(visitor, {})',
  'Reflect.ownKeys(visitor)',
  'visitor.toString()',
  'visitor.valueOf()',
  'visitor.hasOwnProperty("claims")',
  'visitor.claims.__defineGetter__("x", 1)',
  'visitor.claims.__lookupGetter__("x")',
  // Code execution.
  'eval("1")',
  'Function("return process")()',
  'new Function("return 1")()',
  '(() => process)()',
  '(function () { return this })()',
  'this',
  'globalThis',
  'process.env.DATABASE_URL',
  'require("node:fs")',
  'import("node:fs")',
  'import.meta.url',
  'async () => 1',
  'await visitor',
  `\`$\{process}\``,
  'String.raw`x`',
  'setTimeout("1")',
  'class { static { process.exit() } }',
  '{ get x() { return process } }',
  'delete visitor.claims',
  'visitor = {}',
  'visitor.claims.plan = "pro"',
  'visitor.claims.plan++',
  '[...visitor.claims.plan]',
  '({ ...visitor })',
  // Excessive time and memory.
  'while (true) {}',
  'for (;;) {}',
  '(f => f(f))(f => f(f))',
  '/(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")',
  '"a".match(/(.*)*x/)',
  '"a".replace(/a/g, "b")',
  '"a".repeat(1e9)',
  '"a".padEnd(1e9)',
  '[].concat([]).fill(1)',
  'Array(1e9).join("x")',
  '9n ** 9n ** 9n',
  '9 ** 9 ** 9',
  nested('(', ')', 500),
  nested('[', ']', 500),
  `${'!'.repeat(1000)}true`,
  'visitor.claims'.padEnd(1025, ' '),
  `1${'+1'.repeat(511)}`,
  // Names that the site doesn't declare.
  'claims.plan === "pro"',
  'visitor.plan === "pro"',
  'visitor.claims.isAdmin',
  'visitor.claims.unsigned.plan === "pro"',
  'visitor.claims.plan === "enterprise"',
  'visitor.claims.plan.length.x',
  'undefinedName',
  '',
  ' ',
  'true; true',
  'true, true',
  '// nothing',
  '#!/bin/sh',
]

/** Valid conditions whose evaluation must stop early. */
const costly: readonly string[] = [
  some(8, tens),
  some(12, tens),
  `${tens}.every(x => ${some(10, tens)} || true)`,
  some(10, tens).replace('false', '[x0, x1, x2, x3].includes(11)'),
]

test('at least sixty hostile conditions are known, and no site can be saved with one', async () => {
  assert.ok(hostile.length >= 60, String(hostile.length))
  const schema = sampleSchema as unknown as ClaimSchema
  for (const condition of hostile) {
    const ms = await processorMs(() =>
      assert.throws(() => parseCondition(schema, condition), ExpressionError, condition.slice(0, 80)),
    )
    assert.ok(ms < 1_500, `${condition.slice(0, 80)} took ${ms} ms`)
  }
})

test('hostile conditions that are there all the same hide what they stand at, and do nothing', () => {
  const door = { published: true, visibility: 'public', adaptiveContent: true, shareLinks: [] }
  const claims = { plan: 'pro', unsigned: {} }
  const schema = sampleSchema as unknown as ClaimSchema
  const gate = gateFor({ door: { ...door, schema }, visitor: { token: 'valid', claims } })
  for (const condition of hostile) assert.equal(gate(condition), 'condition_unreadable', condition)
  assert.deepEqual(claims, { plan: 'pro', unsigned: {} })
  assert.equal(Object.hasOwn(Object.prototype, 'isAdmin'), false)
})

test('all conditions of one request together are stopped, too', async () => {
  const door = { published: true, visibility: 'public', adaptiveContent: true, shareLinks: [], schema: null }
  const gate = gateFor({ door, visitor: { token: 'valid', claims: {} } })
  const ms = await processorMs(() => {
    const answers = Array.from({ length: 2000 }, (_, index) => gate(`${some(8, tens)} || ${index} < 0`))
    assert.equal(answers.at(0), 'condition_false')
    assert.equal(answers.at(-1), 'too_costly')
  })
  assert.ok(ms < 10_000, `${ms} ms`)
})

test('conditions that would take forever are stopped, and hide what they stand at', async () => {
  const door = { published: true, visibility: 'public', adaptiveContent: true, shareLinks: [], schema: null }
  const gate = gateFor({ door, visitor: { token: 'valid', claims: {} } })
  for (const condition of costly) {
    const ms = await processorMs(() => {
      assert.throws(() => evaluate({ source: condition, root: readTerm(condition) }, {}), ExpressionError)
      assert.equal(gate(condition), 'condition_false', condition)
    })
    assert.ok(ms < 6_000, `${condition} took ${ms} ms`)
  }
})
