import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { quickestMs } from '../test/cpu-time.ts'
import { align, hunksBetween, type Run } from './align.ts'

const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 14 })
const words = fc.array(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 60 })

test('an alignment pairs equal elements in growing order, however few steps it may take', () => {
  fc.assert(
    fc.property(words, words, fc.nat({ max: 300 }), (before, after, stepsMax) => {
      requireAlignment(before, after, align(before, after, { stepsMax }))
    }),
  )
})

test('an alignment is a longest common subsequence', () => {
  fc.assert(
    fc.property(letters, letters, (before, after) => {
      assert.equal(matched(align(before, after)), longest(before, after))
    }),
    { numRuns: 1_000 },
  )
})

test('equal sequences are one run, and unrelated ones have none', () => {
  assert.deepEqual(align(['a', 'b'], ['a', 'b']), [{ before: 0, after: 0, length: 2 }])
  assert.deepEqual(align(['a', 'b'], ['c']), [])
  assert.deepEqual(align([], []), [])
})

test('the hunks and the runs together are both sequences', () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      const runs = align(before, after)
      const hunks = hunksBetween(runs, before.length, after.length)
      const removed = hunks.reduce((sum, hunk) => sum + hunk.beforeEnd - hunk.beforeStart, 0)
      const added = hunks.reduce((sum, hunk) => sum + hunk.afterEnd - hunk.afterStart, 0)
      assert.equal(removed + matched(runs), before.length)
      assert.equal(added + matched(runs), after.length)
    }),
  )
})

test('without any steps, what kept its order is still found', () => {
  const before = ['moved', 'one', 'two', 'three', 'gone']
  const after = ['new', 'one', 'two', 'three', 'moved', 'other']
  assert.equal(matched(align(before, after, { stepsMax: 0 })), 3)
})

const long = 20_000
const numbered = Array.from({ length: long }, (_, index) => String(index))
const noisy = (seed: number, values: number) => {
  let state = seed
  return numbered.map(() => {
    state = (state * 48_271) % 2_147_483_647
    return String(state % values)
  })
}
const hard: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  'turned around': [numbered, numbered.toReversed()],
  'without anything in common': [numbered, numbered.map((text) => `x${text}`)],
  'of two values in a random order': [noisy(11, 2), noisy(4_711, 2)],
  'of a hundred values in a random order': [noisy(11, 100), noisy(4_711, 100)],
  'with the halves exchanged': [numbered, [...numbered.slice(long / 2), ...numbered.slice(0, long / 2)]],
  'with every second one replaced': [
    numbered,
    numbered.map((text, index) => (index % 2 ? text : `x${text}`)),
  ],
}
for (const [name, [before, after]] of Object.entries(hard))
  test(`twenty thousand elements ${name} are aligned in bounded time`, () => {
    requireAlignment(before, after, align(before, after))
    const durationMs = quickestMs(() => align(before, after), 300)
    assert.ok(durationMs < 300, `${Math.round(durationMs)} ms`)
  })

test('twenty thousand elements with a hundred edits are aligned as well as possible', () => {
  const after = numbered.map((text, index) => (index % 200 === 7 ? `x${text}` : text))
  assert.equal(matched(align(numbered, after)), long - 100)
})

function requireAlignment(before: readonly string[], after: readonly string[], runs: readonly Run[]): void {
  let [beforeEnd, afterEnd] = [0, 0]
  for (const run of runs) {
    assert.ok(run.length > 0 && run.before >= beforeEnd && run.after >= afterEnd)
    beforeEnd = run.before + run.length
    afterEnd = run.after + run.length
    assert.deepEqual(before.slice(run.before, beforeEnd), after.slice(run.after, afterEnd))
  }
}

function matched(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.length, 0)
}

function longest(before: readonly string[], after: readonly string[]): number {
  let row: number[] = after.map(() => 0)
  for (const left of before) {
    const next: number[] = []
    for (const [index, right] of after.entries()) {
      const diagonal = row[index - 1] ?? 0
      next.push(left === right ? diagonal + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
