import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  distinct,
  edited,
  isList,
  oddGaps,
  roughEdits,
  roughlyEdited,
  roughTexts,
  sketchEdits,
  sketches,
  textOf,
  wideGaps,
} from '../test/diff-documents.ts'
import { type DocumentConflict, mergeChanged, mergeDocuments, resolveConflicts } from './merge.ts'

const sketched = fc
  .constantFrom({ words: 4, gaps: oddGaps }, { words: 1_000, gaps: oddGaps })
  .chain((options) => fc.tuple(sketches(options), sketchEdits(options), sketchEdits(options)))
  .map(([base, ours, theirs]) => ({
    base: textOf(base),
    ours: textOf(edited(base, ours)),
    theirs: textOf(edited(base, theirs)),
  }))
const rough = fc.tuple(roughTexts, roughEdits, roughEdits).map(([base, ours, theirs]) => ({
  base,
  ours: roughlyEdited(base, ours),
  theirs: roughlyEdited(base, theirs),
}))
const versions = fc.oneof(sketched, rough)
const none: ReadonlyMap<string, string> = new Map()

test('where one side changed nothing, the merge is the other one byte for byte', () => {
  fc.assert(
    fc.property(versions, ({ base, ours }) => {
      for (const merge of [mergeChanged, resolveConflicts]) {
        assert.deepEqual(merge({ base, ours, theirs: base }, none), { markdown: ours, conflicts: [] })
        assert.deepEqual(merge({ base, ours: base, theirs: ours }, none), { markdown: ours, conflicts: [] })
        assert.deepEqual(merge({ base, ours, theirs: ours }, none), { markdown: ours, conflicts: [] })
      }
    }),
    { numRuns: 150 },
  )
})

test('exchanging the sides exchanges them in the conflicts', () => {
  const withoutPlace = ({ base, ours, theirs }: DocumentConflict) => ({ base, ours, theirs })
  fc.assert(
    fc.property(versions, ({ base, ours, theirs }) => {
      const one = mergeDocuments({ base, ours, theirs }).conflicts
      const other = mergeDocuments({ base, ours: theirs, theirs: ours }).conflicts
      assert.deepEqual(
        other.map(withoutPlace),
        one.map(({ base, ours, theirs }) => ({ base, ours: theirs, theirs: ours })),
      )
    }),
    { numRuns: 150 },
  )
})

test('nothing that a side wrote is lost, and nothing is made up', () => {
  fc.assert(
    fc.property(versions, ({ base, ours, theirs }) => {
      const { markdown, conflicts } = mergeDocuments({ base, ours, theirs })
      const known = linesOf(base)
      const shown = linesOf(markdown, ...conflicts.flatMap((conflict) => [conflict.ours, conflict.theirs]))
      for (const line of linesOf(ours, theirs)) assert.ok(known.has(line) || shown.has(line), line)
      const written = linesOf(ours, theirs)
      for (const line of linesOf(markdown)) assert.ok(written.has(line), line)
    }),
    { numRuns: 250 },
  )
})

test('changes of different blocks are merged without a conflict, and nothing else changes', () => {
  const change = fc.record({
    at: fc.nat({ max: 6 }),
    to: fc.nat({ max: 3 }),
    kind: fc.constantFrom('edit', 'extend', 'delete', 'gap'),
  })
  fc.assert(
    fc.property(sketches({ words: 1, gaps: wideGaps }), change, change, (sketch, left, right) => {
      const base = distinct(sketch)
      const count = base.blocks.length
      fc.pre(count > 2 && left.at % count !== right.at % count && base.blocks.filter(isList).length < 2)
      const block = { kind: 'sentence', words: ['ours'], gap: '\n\n\n' } as const
      const ours = edited(base, [{ ...left, block }])
      const edit = { ...right, block: { ...block, words: ['theirs'] } }
      const theirs = edited(base, [edit])
      const index =
        (right.at % count) - (left.kind === 'delete' && left.at % count < right.at % count ? 1 : 0)
      const both = edited(ours, [{ ...edit, at: index }])
      assert.deepEqual(mergeDocuments({ base: textOf(base), ours: textOf(ours), theirs: textOf(theirs) }), {
        markdown: textOf(both),
        conflicts: [],
      })
    }),
    { numRuns: 250 },
  )
})

test('ids are different in one document, and a conflict resolved by ours is the merge', () => {
  fc.assert(
    fc.property(versions, (texts) => {
      const { markdown, conflicts } = mergeDocuments(texts)
      assert.equal(new Set(conflicts.map(({ id }) => id)).size, conflicts.length)
      const resolutions = new Map(conflicts.map(({ id, ours }) => [id, ours ?? '']))
      assert.deepEqual(resolveConflicts(texts, resolutions), { markdown, conflicts: [] })
    }),
    { numRuns: 150 },
  )
})

function linesOf(...texts: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(
    texts
      .flatMap((text) => text?.split(/[\r\n]+/) ?? [])
      .map((line) => line.trim())
      .filter(Boolean),
  )
}
