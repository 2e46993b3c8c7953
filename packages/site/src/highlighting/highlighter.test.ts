import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openHighlighter } from './highlighter.ts'

function open(t: TestContext, options = {}) {
  const highlighter = openHighlighter({ answerMs: 5_000, startMs: 60_000, ...options })
  t.after(() => highlighter.close())
  return highlighter
}

test('words of code have kinds, and every character is there', async (t) => {
  const code = "// hi\nconst total: number = sum([1, 'two'])"
  const lines = await open(t).highlight(code, 'ts')
  assert.equal(lines?.map((line) => line.map(({ text }) => text).join('')).join('\n'), code)
  const kindOf = (word: string) => lines?.flat().find(({ text }) => text.trim() === word)?.kind
  assert.equal(kindOf('// hi'), 'comment')
  assert.equal(kindOf('const'), 'keyword')
  assert.equal(kindOf('number'), 'type')
  assert.equal(kindOf('sum'), 'function')
  assert.equal(kindOf('1'), 'number')
  assert.equal(kindOf("'two'"), 'string')
})

test('unknown languages, long code and long lines stay plain text', async (t) => {
  const { highlight } = open(t)
  assert.equal(await highlight('x', 'nothing-like-it'), undefined)
  assert.equal(await highlight('x', '__proto__'), undefined)
  assert.equal(await highlight('x\n'.repeat(25_001), 'js'), undefined)
  assert.equal(await highlight('x'.repeat(2_001), 'js'), undefined)
})

test('code that takes too long stays plain text, and the next code is highlighted', async (t) => {
  const { highlight } = open(t, { answerMs: 5 })
  for (const small of ['[1]', '[2]', '{"a": "\\n"}']) assert.ok(await highlight(small, 'json'))
  assert.equal(await highlight('[{"a": [1, "b\\\\n"]}]\n'.repeat(2_000), 'json'), undefined)
  assert.ok(await highlight('{"b": 2}', 'json'), 'a new thread has time to start')
})

test('the same code is highlighted once', async (t) => {
  const { highlight } = open(t)
  const [one, other] = await Promise.all([highlight('a: 1', 'yaml'), highlight('a: 1', 'yaml')])
  assert.ok(one)
  assert.equal(one, other)
  assert.equal(await highlight('a: 1', 'yaml'), one)
})

test('the cache is bounded in bytes', async (t) => {
  const { highlight } = open(t, { cacheBytes: 600 })
  const first = await highlight('a: 1', 'yaml')
  await highlight('b: 2', 'yaml')
  await highlight('c: 3', 'yaml')
  assert.notEqual(await highlight('a: 1', 'yaml'), first)
})
