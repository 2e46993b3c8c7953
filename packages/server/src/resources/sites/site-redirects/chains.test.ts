import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEndless, type Step } from './chains.ts'

/** `/a* -> /b` captures what the star stands for, `/a* => /b` does not. */
function stepOf(text: string): Step {
  const [source = '', arrow, to] = text.split(' ')
  return { source, captureWildcard: arrow === '->', to: to === 'away' ? undefined : to }
}

/** Whether the last of these redirects is endless among all of them. */
function isLoop(...texts: readonly string[]): boolean {
  const steps = texts.map(stepOf)
  const last = steps.at(-1)
  return last !== undefined && isEndless(new Map(steps.map((step) => [step.source, step])), last)
}

test('a chain of redirects that ends is allowed', () => {
  assert.equal(isLoop('/b => /c', '/a => /b'), false)
  assert.equal(isLoop('/b => away', '/c => /b', '/a => /c'), false)
  assert.equal(isLoop('/docs/* -> /guide'), false)
  assert.equal(isLoop('/guide/old => /docs/x', '/docs/* -> /guide'), false)
  assert.equal(isLoop('/b/c/* -> /a/d', '/a/* -> /b'), false)
  assert.equal(isLoop('/b/c/* -> /a', '/a/* -> /b'), false, 'each round takes a segment away')
  assert.equal(isLoop('/docs/* => /docs/new'), false, 'what leads to itself is not followed')
  assert.equal(isLoop('/docs/x => away', '/b => /docs/x', '/docs/* => /b'), false, 'the exact one wins')
})

test('a redirect that leads back to itself is recognized', () => {
  assert.ok(isLoop('/a => /a'))
  assert.ok(isLoop('/b => /a', '/a => /b'))
  assert.ok(isLoop('/c => /a', '/b => /c', '/a => /b'))
  assert.ok(isLoop('/b* => /a', '/a => /b/x'))
  assert.ok(isLoop('/docs/* => /b', '/b => /docs/x'))
})

test('wildcards that lead back, or to ever longer paths, are recognized', () => {
  assert.ok(isLoop('/b/* -> /a', '/a/* -> /b'))
  assert.ok(isLoop('/b* -> /a', '/a* -> /b'))
  assert.ok(isLoop('/b/* -> /c', '/c/* -> /a', '/a/* -> /b'))
  assert.ok(isLoop('/a/* -> /a/b'))
  assert.ok(isLoop('/b/c/* -> /a', '/a/* -> /b/c/c'), 'longer by a segment each round')
  assert.ok(isLoop('/b/c => /a/c', '/a/* -> /b'), 'for one of the paths')
})

test('a chain that is longer than browsers follow is refused', () => {
  const chain = Array.from({ length: 25 }, (_, index) => `/p${index} => /p${index + 1}`)
  assert.ok(isLoop(...chain, '/start => /p0'))
  assert.equal(isLoop(...chain, '/start => /p20'), false)
})

test('ten thousand redirects are compared in no time', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `/b/${index} => /c/${index}`)
  assert.equal(isLoop(...many, '/a/* -> /b'), false)
})
