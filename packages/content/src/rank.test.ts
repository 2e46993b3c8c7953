import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rankBetween } from './rank.ts'

test('a rank lies between its neighbours, wherever things are put', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 200 }), (places) => {
      const ranks: string[] = []
      for (const place of places) {
        const at = place % (ranks.length + 1)
        ranks.splice(at, 0, rankBetween(ranks[at - 1], ranks[at]))
      }
      assert.deepEqual(ranks, [...new Set(ranks)].sort())
      assert.ok(ranks.every((rank) => /^[0-9A-Za-z]*[1-9A-Za-z]$/.test(rank)))
    }),
  )
})

test('a hundred thousand things added at an end have short ranks', () => {
  let [first, last] = ['V', 'V']
  for (let n = 0; n < 100_000; n++) {
    first = rankBetween(undefined, first)
    last = rankBetween(last, undefined)
  }
  assert.ok(first.length <= 8 && last.length <= 8, `${first} and ${last}`)
})

test('a thousand things put into the same gap have ranks that grow slowly', () => {
  const [lower, upper] = [rankBetween('V', undefined), rankBetween(rankBetween('V', undefined), undefined)]
  let rank = upper
  for (let n = 0; n < 1_000; n++) rank = rankBetween(lower, rank)
  assert.ok(rank.length <= 220, `${rank.length} digits`)
})

test('where there is no room, there is no rank', () => {
  assert.throws(() => rankBetween('V', 'V'), RangeError)
  assert.throws(() => rankBetween('W', 'V'), RangeError)
})
