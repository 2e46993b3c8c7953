import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quickestMs } from '../test/cpu-time.ts'
import { chosenSlug, slugOf } from './slug.ts'

const written = [
  'Über uns',
  `${'a'.repeat(99)} b`,
  'ΜΑ\u0399\u0308\u0301ΟΥ',
  ' -a/b?- ',
  `${'-'.repeat(300)}a`,
]

test('a slug that was made is one that can be chosen, and stays as it is', () => {
  for (const text of written) {
    for (const slug of [slugOf(text), chosenSlug(text) ?? 'none'])
      assert.equal(chosenSlug(slug), slug, JSON.stringify(text))
  }
})

test('accents are dropped from Latin letters only', () => {
  assert.equal(slugOf('Ünïté'), 'unite')
  assert.equal(slugOf('й'), 'й')
  assert.equal(slugOf('हिन्दी'), 'हिन्दी')
})

test('what is long takes no more time than it is worth', () => {
  const took = quickestMs(() => {
    assert.equal(slugOf('a\u0301'.repeat(200_000)), 'a'.repeat(100))
    assert.equal(chosenSlug(`a${'-'.repeat(200_000)}a`), 'a')
  }, 1_000)
  assert.ok(took < 1_000, `${took} ms`)
})
