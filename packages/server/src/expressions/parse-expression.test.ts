import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { processorMs } from '../test/processor-time.ts'
import { ExpressionError } from './expression-error.ts'
import { parseExpression } from './parse-expression.ts'
import type { ExpressionScope } from './types.ts'

const open: ExpressionScope = { kind: 'object', properties: {}, open: true }

function errorOf(source: string): ExpressionError | undefined {
  try {
    parseExpression(source, open)
    return undefined
  } catch (error) {
    assert.ok(error instanceof ExpressionError, `${source} threw ${error}`)
    assert.match(error.message, /^\S.*[.?]$/s, 'The message is a sentence.')
    assert.ok(error.position >= 0 && error.length >= 0, source)
    assert.ok(error.position + error.length <= source.length, source)
    return error
  }
}

/** The marks enclose the part that is wrong. */
const refused: Readonly<Record<string, RegExp>> = {
  '«a = 1»': /cannot assign/,
  'b && («a ||= 1»)': /cannot assign/,
  '«a.b.c += 1»': /cannot assign/,
  '1 + «a++»': /cannot change/,
  '«--a.b»': /cannot change/,
  '«new Date()»': /cannot create/,
  '«this».a': /this has no meaning/,
  'a.some(x => «this»)': /this has no meaning/,
  '«function () { return 1 }»': /function is only allowed/,
  '«(() => 1)»()': /Only methods/,
  '«x => x»': /function is only allowed/,
  'a.includes(«x => x»)': /function is only allowed/,
  '[«x => x»]': /function is only allowed/,
  '«class { }»': /class/,
  'a.includes(«/x/»)': /pattern is not allowed/,
  '/(a+)+$/.«test»(a)': /test is not available/,
  '[«...a»]': /Spreading/,
  'a.includes(«...b»)': /Spreading/,
  '(«a, b»)': /Only one expression/,
  '«a, b»': /Only one expression/,
  '«await a»': /cannot wait/,
  '«import("node:fs")»': /cannot import/,
  '«import.meta».url': /surroundings/,
  '«a`text`»': /template/,
  '«{ a: 1 }»': /An object is not allowed/,
  '(«{ get a() { return 1 } }»).a': /An object is not allowed/,
  '«{ __proto__: a }»': /An object is not allowed/,
  'a.«#»b': /Private field/,
  '«12n» + 1': /big integer/,
  '«a ** 2»': /operator \*\*/,
  '«a & 1»': /operator &/,
  '«a >>> 1»': /operator >>>/,
  '«~a»': /operator ~/,
  '«void 0»': /operator void/,
  '«delete a.b»': /operator delete/,
  '«a instanceof b»': /operator instanceof/,
  'a[«b»]': /named by a string or a number/,
  'a[«"b" + "c"»]': /named by a string or a number/,
  'a[«`b`»]': /named by a string or a number/,
  'a[«-1»]': /named by a string or a number/,
  'a[«null»]': /named by a string or a number/,
  '«[1, , 2]»': /gap/,
  '«f»()': /Only methods/,
  '«eval»("1")': /Only methods/,
  'a?.«b»?.()': /b is not available/,
  'a.«map»(x => x)': /map is not available/,
  'a.«at»(0)': /at is not available/,
  'a.«include»(0)': /Did you mean includes\?/,
  '"a".«repeat»(1000000)': /repeat is not available/,
  'a.«call»(b)': /call is not available/,
  '«a.includes()»': /includes takes one value/,
  '«a.includes(1, 2)»': /includes takes one value/,
  '«a.trim(1)»': /trim takes nothing/,
  'a.some(«b»)': /function of one parameter/,
  'a.some(«() => 1»)': /function of one parameter/,
  'a.some(«(x, y) => 1»)': /function of one parameter/,
  'a.some(«([x]) => 1»)': /function of one parameter/,
  'a.some(«(x = 1) => 1»)': /function of one parameter/,
  'a.some(«(...x) => 1»)': /function of one parameter/,
  'a.some(«async x => 1»)': /function of one parameter/,
  'a.some(«x => { return 1 }»)': /function of one parameter/,
  'a.some(«function (x) { return x }»)': /function of one parameter/,
  'a.some(«undefined» => 1)': /undefined is not allowed/,
  'a.some(«constructor» => 1)': /constructor is not available/,
  'a.«constructor»': /constructor is not available/,
  'a[«"__proto__"»]': /__proto__ is not available/,
  'a.«prototype».x': /prototype is not available/,
  '"".at.«constructor»': /constructor is not available/,
  '«a.some.constructor("return 1")»()': /Only methods/,
  '«constructor»': /constructor is not available/,
  '«__proto__».x': /__proto__ is not available/,
  'a.«c\\u006fnstructor»': /constructor is not available/,
  'a[«"\\x63onstructor"»]': /constructor is not available/,
}

test('everything that is not allowed is refused, with its place and a sentence', () => {
  for (const [marked, sentence] of Object.entries(refused)) {
    const error = errorOf(marked.replaceAll(/[«»]/g, ''))
    assert.match(error?.message ?? 'Nothing was refused.', sentence, marked)
    assert.deepEqual(placeOf(error), markedPlace(marked), marked)
  }
})

test('what cannot be read says where', () => {
  const unreadable: Readonly<Record<string, RegExp>> = {
    '«»': /ends too early/,
    '  «»': /ends too early/,
    '(1«»': /ends too early/,
    '1 +«»': /ends too early/,
    'a ? b«»': /ends too early/,
    '«)»': /\) is unexpected/,
    'a === «===» b': /= is unexpected/,
    '«"abc»': /Unterminated string/,
    '«01»': /Invalid number/,
    'a «b»': /Remove everything after/,
    '1«;»': /Remove everything after/,
    '1«; while (true) {}»': /Remove everything after/,
    'a\n«b»': /Remove everything after/,
    '1 «) + (1»': /Remove everything after/,
    '«let» x = 1': /reserved/,
    '«return» 1': /return is unexpected/,
    '«while» (true) {}': /while is unexpected/,
    '«yield» 1': /reserved/,
    '#«!»x': /Unexpected character/,
  }
  for (const [marked, sentence] of Object.entries(unreadable)) {
    const error = errorOf(marked.replaceAll(/[«»]/g, ''))
    assert.match(error?.message ?? 'Nothing was refused.', sentence, marked)
    assert.equal(placeOf(error)?.start, markedPlace(marked).start, marked)
  }
})

test('everything that is allowed is accepted', () => {
  const allowed = [
    '"a" + \'b\' + 1 + 0x1f + 1e3 + .5',
    '(true && false || null) ?? undefined',
    '`a$' + '{b}c$' + '{1}`',
    '[1, "a", b, [c]]',
    'a.b["c-d"][0]?.e?.["f"]?.[1]',
    '!a && -b < +c && typeof d === "string"',
    '(a - 1) * 2 / 3 % 4 >= 5 && a <= b && a > b',
    'a == b && a != b && a !== b && "x" in a',
    'a ? b : c ? d : e',
    'a.includes("x") && a.startsWith("x") && a.endsWith("x") && a.trim().toLowerCase() !== a.toUpperCase()',
    'a.some(x => x.every((y) => y === x.length)) // said',
    '/* why */ (((a)))',
    ' \n a \n ',
    'größe === "ß" && 𝒳 && $a_1',
  ]
  for (const source of allowed) assert.equal(errorOf(source)?.message, undefined, source)
})

test('an expression has at most 1024 characters, 64 levels and 500 parts', () => {
  const longest = `"${'x'.repeat(1022)}"`
  assert.equal(errorOf(longest), undefined)
  assert.match(errorOf(`${longest} `)?.message ?? '', /at most 1024 characters/)
  const nested = (levels: number) => `${'('.repeat(levels - 1)}1${')'.repeat(levels - 1)}`
  assert.equal(errorOf(nested(64)), undefined)
  assert.match(errorOf(nested(65))?.message ?? '', /64 deep/)
  assert.match(errorOf('('.repeat(1024))?.message ?? '', /64 deep|too early/)
  const wide = (parts: number) => `[${Array(parts - 1).fill('1')}]`
  assert.equal(errorOf(wide(500)), undefined)
  assert.match(errorOf(wide(501))?.message ?? '', /more than 500 parts/)
})

test('hostile sources are refused soon', async () => {
  const repeated = (before: string, after = '', times = Math.floor(1020 / (before + after).length)) =>
    `${before.repeat(times)}1${after.repeat(times)}`
  const hostile = [
    repeated('(', ')', 10_000),
    repeated('(', ')'),
    repeated('!'),
    repeated('- '),
    repeated('typeof '),
    repeated('['),
    repeated('[', ']'),
    repeated('`${', '}`'),
    repeated('x=>'),
    repeated('a?'),
    repeated('a?b:'),
    repeated('1+'),
    repeated('1**'),
    repeated('a.'),
    repeated('a=>{'),
    repeated('a.some(x=>', ')'),
    repeated('new '),
    repeated('{a:', '}'),
    repeated('function(){', '}'),
    repeated('/'),
    `/${repeated('(a|', ')*')}/`,
    `/${repeated('(?<=', ')')}/`,
    repeated('await '),
    repeated('(a=', ')'),
  ]
  for (const source of hostile) {
    const ms = await processorMs(() => assert.ok(errorOf(source), source.slice(0, 20)))
    assert.ok(ms < 750, `${source.slice(0, 20)} took ${ms} ms.`)
  }
})

test('any text is an expression or refused with a sentence and a place inside of it', () => {
  const word = fc.constantFrom(
    ...['a', 'b', 'x', '.', '?.', '[', ']', '(', ')', '{', '}', '`', '${', ',', ';', ':', '=>', '=', '==='],
    ...['+', '-', '!', '/', '*', '?', '??', '&&', '...', '"s"', "'", '1', '1n', '\\', '\n', '//', '/*', '#'],
    ...['new', 'this', 'typeof', 'in', 'await', 'async', 'yield', 'import', 'function', 'class', 'super'],
    ...[
      'some',
      'includes',
      'constructor',
      '__proto__',
      'undefined',
      'let',
      'delete',
      '@',
      '\u2028',
      '\ud800',
    ],
  )
  const soup = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
  const dense = fc.array(word, { maxLength: 12 }).map((words) => words.join(''))
  fc.assert(
    fc.property(fc.oneof(soup, dense, fc.string()), (source) => {
      errorOf(source)
    }),
    { numRuns: 3000 },
  )
})

function placeOf(error: ExpressionError | undefined) {
  return error && { start: error.position, end: error.position + error.length }
}

function markedPlace(marked: string) {
  return { start: marked.indexOf('«'), end: marked.indexOf('»') - 1 }
}
