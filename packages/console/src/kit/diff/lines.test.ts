import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { diffLines } from './lines.ts'

const text = fc
  .array(fc.constantFrom('one', 'two', '', '## three', '- four'), { maxLength: 12 })
  .map((lines) => lines.join('\n'))

test('the lines of a source are those of both texts, in order', () => {
  const holds = (before: string, after: string) => {
    const steps = diffLines(before, after)
    const side = (without: string) =>
      steps.flatMap((one) => (one.kind === without ? [] : [one.text])).join('\n')
    assert.equal(side('inserted'), before)
    assert.equal(side('deleted'), after)
  }
  fc.assert(fc.property(text, text, holds), { seed: 25, numRuns: 300 })
})
