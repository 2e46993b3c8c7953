import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { processorMs } from '../test/processor-time.ts'
import { evaluate } from './evaluate.ts'
import { ExpressionError } from './expression-error.ts'
import { parseExpression, readTerm } from './parse-expression.ts'
import type { ExpressionScope, ExpressionType } from './types.ts'

const plan: ExpressionType = { kind: 'string', values: ['free', 'pro', 'team'] }
const claims: ExpressionScope = {
  kind: 'object',
  properties: {
    plan,
    age: { kind: 'number' },
    beta: { kind: 'boolean' },
    name: { kind: 'string' },
    tags: { kind: 'array', items: { kind: 'string' } },
    plans: { kind: 'array', items: plan },
    'beta-user': { kind: 'boolean' },
    toString: plan,
    rest: { kind: 'any' },
    more: { kind: 'object', properties: { known: { kind: 'number' } }, open: true },
  },
}
const scope: ExpressionScope = { kind: 'object', properties: { claims } }

function errorOf(source: string, names = scope): ExpressionError | undefined {
  try {
    parseExpression(source, names)
    return undefined
  } catch (error) {
    assert.ok(error instanceof ExpressionError, `${source} threw ${error}`)
    return error
  }
}

/** The marks enclose the part that is wrong. */
const refused: Readonly<Record<string, string>> = {
  '«clams».plan': 'clams is not declared. Did you mean claims?',
  'claims.«plann»': 'claims.plann is not declared. Did you mean plan?',
  'claims?.[«"paln"»]': 'claims?.["paln"] is not declared. Did you mean plan?',
  'claims.«zzz» === 1': 'claims.zzz is not declared. Name something that is.',
  'claims.«hasOwnProperty»': 'claims.hasOwnProperty is not declared. Name something that is.',
  '!claims.tags.some(t => t === claims.«Age»)': 'claims.Age is not declared. Did you mean age?',
  '«"plann"» in claims': '"plann" is not declared. Did you mean plan?',
  "claims.plan === «'por'»": "claims.plan can never be 'por'. Did you mean 'pro'?",
  "«'gold'» != claims.plan": "claims.plan can never be 'gold'. It can be 'free', 'pro', 'team'.",
  "(claims.plan || 'none') === «'non'»": "(claims.plan || 'none') can never be 'non'. Did you mean 'none'?",
  "(claims.beta ? claims.plan : null) === «'por'»":
    "(claims.beta ? claims.plan : null) can never be 'por'. Did you mean 'pro'?",
  "['pro', «'tea'»].includes(claims.plan)": "claims.plan can never be 'tea'. Did you mean 'team'?",
  "claims.plans.includes(«'frei'»)": "claims.plans can never include 'frei'. Did you mean 'free'?",
  "claims.plans.some(p => p === «'frei'»)": "p can never be 'frei'. Did you mean 'free'?",
  "claims.plans.some(p => claims.tags.some(t => p === «'frei'»))":
    "p can never be 'frei'. Did you mean 'free'?",
  'claims.plans.some(p => claims.tags.some(t => t.«x»))': 't.x does not exist on a string. Remove x.',
  'claims.plan == «5»':
    'claims.plan can never be 5. One is a string, the other a number. Compare like with like.',
  "claims.age === «'18'»":
    "claims.age can never be '18'. One is a number, the other a string. Compare like with like.",
  "claims.beta !== «'true'»":
    "claims.beta can never be 'true'. One is a boolean, the other a string. Compare like with like.",
  'claims.tags == «1»': 'claims.tags can never be 1. To look for an item of an array, use includes.',
  "claims.tags == «'a'»": "claims.tags can never be 'a'. To look for an item of an array, use includes.",
  'claims.name === «claims.tags»':
    'claims.name can never be claims.tags. To look for an item of an array, write claims.tags.includes(…).',
  'claims === «1»': 'claims can never be 1. One is an object, the other a number. Compare like with like.',
  "typeof claims === «'list'»":
    "typeof claims can never be 'list'. It can be 'undefined', 'object', 'boolean', 'number', 'string'.",
  '«claims.age».includes(1)': 'includes works on strings and arrays, and claims.age is a number. Remove it.',
  '«claims.tags».trim()': 'trim works on strings, and claims.tags is an array. Remove it.',
  '«claims.name».some(x => x)': 'some works on arrays, and claims.name is a string. Remove it.',
  'claims.name.startsWith(«1»)': 'startsWith looks for a string, and 1 is a number. Write it as a string.',
  'claims.name.«trim»': 'trim must be called. Write trim(…).',
  'claims.name.«lenght»': 'claims.name.lenght does not exist on a string. Did you mean length?',
  'claims.tags[0].«x»': 'claims.tags[0].x does not exist on a string. Remove x.',
  'claims.age.«toFixed»': 'What is a number has no properties. Remove toFixed.',
  'null.«x»': 'What is missing has no properties. Remove x.',
  '«claims.tags» > 3': 'claims.tags is an array. Use its length or an item of it.',
  '1 + «claims»': 'claims is an object. Name one of its properties.',
  '-«claims»': 'claims is an object. Name one of its properties.',
  '`${«claims.tags»}`': 'claims.tags is an array. Use its length or an item of it.',
  "claims.plan in «['free']»": "in looks for properties of an object. Write ['free'].includes(claims.plan).",
  "'x' in «claims.name»":
    'in looks for properties of an object, and claims.name is a string. Name an object.',
}

test('what does not fit the declared types is refused, with its place and what to do', () => {
  for (const [marked, message] of Object.entries(refused)) {
    const error = errorOf(marked.replaceAll(/[«»]/g, ''))
    const place = error && [error.position, error.position + error.length]
    assert.equal(error?.message, message, marked)
    assert.deepEqual(place, [marked.indexOf('«'), marked.indexOf('»') - 1], marked)
  }
})

test('what fits is accepted, and what is open is not checked', () => {
  const accepted = [
    "claims.plan === 'pro' || claims.plan === undefined || claims.plan == null",
    "claims.plan.toUpperCase() === 'PRO' && claims.plan.length > 3",
    "['free', 'pro'].includes(claims.plan) && claims.plans.includes(claims.plan)",
    "(claims.beta ? 'a' : 'b') === 'b' && typeof claims.age === 'number'",
    "'a' === 'b' || 1 === '1' || claims.name === 'x'",
    "claims['beta-user'] && claims.toString === 'pro' && 'age' in claims",
    "claims.tags.some(tag => tag.startsWith('x')) && claims.tags[0].trim() !== claims.tags['1']",
    "claims.age + 1 > 18 && claims.age == '18' && claims.name + claims.age === 'x1'",
    "claims.rest === 'x' && claims.rest.a.b.c[0].some(x => x.y === 1) && 'x' in claims.rest",
    "claims.more.other.deep === 1 && claims.more.other === 'x' && claims.more.known > 1",
    "(claims.beta && claims.plan) === 'pro' && [].includes(claims.plan) && [claims.age, 'x'].length === 2",
  ]
  for (const source of accepted) assert.equal(errorOf(source)?.message, undefined, source)
})

test('a comparison that is refused could not have held', () => {
  const texts = ['', '0', '1', 'a', 'b', ' ']
  const typed = fc.oneof(
    fc.subarray(texts, { minLength: 1 }).chain((values) => withType({ kind: 'string', values }, values)),
    withType({ kind: 'string' }, texts),
    withType({ kind: 'number' }, [0, 1, 2]),
    withType({ kind: 'boolean' }, [true, false]),
  )
  const operator = fc.constantFrom('===', '==')
  let refusals = 0
  fc.assert(
    fc.property(typed, typed, operator, (left, right, equals) => {
      const source = `left ${equals} right`
      const names: ExpressionScope = {
        kind: 'object',
        properties: { left: left.type, right: right.type },
      }
      if (errorOf(source, names) === undefined) return
      refusals++
      const values = { left: left.value, right: right.value }
      assert.equal(evaluate({ source, root: readTerm(source) }, values), false)
    }),
    { numRuns: 1000 },
  )
  assert.ok(refusals > 100)
})

test('checking takes as long as the source, however it is nested', async () => {
  const levels = Array.from({ length: 22 })
  const nested = levels.reduce<string>((inner) => `[${inner}].includes(true)`, 'claims.beta')
  const ms = await processorMs(() => assert.equal(errorOf(nested)?.message, undefined))
  assert.ok(ms < 750, `${ms} ms`)
})

test('a wrong name costs little however many are declared', async () => {
  const names = Array.from({ length: 300 }, (_, index) => [`${'n'.repeat(1000)}${index}`, plan])
  const many: ExpressionScope = { kind: 'object', properties: Object.fromEntries(names) }
  const ms = await processorMs(() => assert.ok(errorOf('n'.repeat(1000), many)))
  assert.ok(ms < 750, `${ms} ms`)
})

function withType(type: ExpressionType, values: readonly unknown[]) {
  return fc.constantFrom(...values).map((value) => ({ type, value }))
}
