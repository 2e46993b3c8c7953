import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { quickestMs } from '../test/cpu-time.ts'
import {
  distinct,
  edited,
  isList,
  oddGaps,
  roughEdits,
  roughlyEdited,
  roughTexts,
  type Sketch,
  type SketchBlock,
  sketchEdits,
  sketches,
  textOf,
  wideGaps,
} from '../test/diff-documents.ts'
import { diffBlocks, revertBlocks } from './diff.ts'
import { parseDocument } from './parse.ts'

test('equal texts have no changes, and neither have texts with other blank lines', () => {
  assert.deepEqual(diffBlocks('# A\n\nB\n', '# A\n\nB\n'), [])
  assert.deepEqual(diffBlocks('# A\nB\n', '\n# A\n\n\nB'), [])
})

test('a block is created, deleted or edited where it stands', () => {
  const base = '# A\n\nOne\n\nTwo\n\nThree\n'
  assert.deepEqual(told(base, '# A\n\nOne\n\nNew\n\nTwo\n\nThree\n'), ['created paragraph "New"'])
  assert.deepEqual(told(base, '# A\n\nOne\n\nThree\n'), ['deleted paragraph "Two"'])
  assert.deepEqual(told(base, '# A\n\nOne\n\nTwo!\n\nThree\n'), ['edited paragraph "Two" to "Two!"'])
})

test('an edited block is paired with the most similar one of its kind', () => {
  assert.deepEqual(told('Some words to know again\n', 'Other things\n\nSome words to know again, later\n'), [
    'created paragraph "Other things"',
    'edited paragraph "Some words to know again" to "Some words to know again, later"',
  ])
  assert.deepEqual(told('# Title\n\nText\n', 'Other text\n'), [
    'deleted heading-1 "# Title"',
    'edited paragraph "Text" to "Other text"',
  ])
})

test('a paragraph that became a heading is edited, and one that a code block replaced is not', () => {
  assert.deepEqual(told('Getting started\n', '# Getting started\n'), [
    'edited heading-1 "Getting started" to "# Getting started"',
  ])
  assert.deepEqual(told('Getting started\n', '```\nnpm start\n```\n'), [
    'deleted paragraph "Getting started"',
    'created code "```\nnpm start\n```"',
  ])
})

test('a block that stands elsewhere as it was is moved', () => {
  assert.deepEqual(told('One\n\nTwo\n\nThree\n\nFour\n', 'Two\n\nThree\n\nFour\n\nOne\n'), [
    'moved paragraph "One" to "One"',
  ])
})

test('one of several equal blocks is told of by its own key', () => {
  assert.deepEqual(told('A\n\nB\n\nA\n', 'B\n\nA\n'), ['deleted paragraph "A"'])
  const [change] = diffBlocks('A\n\nA\n\nB\n', 'A\n\nA\n\nA\n\nB\n')
  const keys = keysOf('A\n\nA\n\nA\n\nB\n')
  assert.deepEqual(change, { change: 'created', after: keys[2], type: 'paragraph' })
})

test('front matter is created, edited and deleted as a block is', () => {
  assert.deepEqual(told('A\n', '---\na: 1\n---\n\nA\n'), ['created front-matter "---\na: 1\n---"'])
  assert.deepEqual(told('---\na: 1\n---\n\nA\n', 'A\n'), ['deleted front-matter "---\na: 1\n---"'])
  assert.equal(told('---\na: 1\n---\n\nA\n', '---\nb: 2\n---\n\nA\n').length, 1)
})

test('ten thousand rewritten blocks are compared in bounded time', () => {
  const text = (side: string) =>
    Array.from({ length: 10_000 }, (_, index) => `Words of ${side} number ${index}`).join('\n\n')
  const took = quickestMs(() => {
    assert.equal(diffBlocks(text('ours'), text('theirs')).length, 10_000)
  }, 3_000)
  assert.ok(took < 3_000, `${took} ms`)
})

const textsWith = (gaps: readonly string[]) =>
  fc
    .constantFrom({ words: 4, gaps }, { words: 1_000, gaps })
    .chain((options) => fc.tuple(sketches(options), sketchEdits(options)))
    .map(([base, edits]) => ({ base: textOf(base), current: textOf(edited(base, edits)) }))
const rough = fc
  .tuple(roughTexts, roughEdits)
  .map(([base, edits]) => ({ base, current: roughlyEdited(base, edits) }))
const texts = fc.oneof(textsWith(oddGaps), rough)

test('the changes name every block that is gone or new, and none twice', () => {
  fc.assert(
    fc.property(texts, ({ base, current }) => {
      const changes = diffBlocks(base, current)
      const [left, right] = [new Map(sourcesOf(base)), new Map(sourcesOf(current))]
      for (const { before, after } of changes) {
        assert.ok(before === undefined || left.delete(before))
        assert.ok(after === undefined || right.delete(after))
      }
      assert.deepEqual([...left.values()], [...right.values()])
    }),
    { numRuns: 200 },
  )
})

test('taking back nothing, or what is unchanged, changes no byte', () => {
  fc.assert(
    fc.property(texts, ({ base, current }) => {
      assert.deepEqual(revertBlocks({ base, current, keys: [] }), { markdown: current, unknown: [] })
      const changed = new Set(diffBlocks(base, current).flatMap(({ before, after }) => [before, after]))
      const keys = [...keysOf(base), ...keysOf(current)].filter((key) => !changed.has(key))
      assert.deepEqual(revertBlocks({ base, current, keys }), { markdown: current, unknown: [] })
    }),
    { numRuns: 200 },
  )
})

test('taking back every change gives the blocks of the base', () => {
  const reverted = ({ base, current }: { readonly base: string; readonly current: string }) => {
    const keys = diffBlocks(base, current).flatMap(({ before, after }) => before ?? after ?? [])
    return revertBlocks({ base, current, keys }).markdown
  }
  fc.assert(
    fc.property(textsWith(wideGaps), (versions) => {
      assert.deepEqual(textsOf(reverted(versions)), textsOf(versions.base))
    }),
    { numRuns: 200 },
  )
  // Without a blank line a block may parse differently, but its text is the same.
  fc.assert(
    fc.property(texts, (versions) => {
      assert.equal(reverted(versions).replace(/\s+/g, ''), versions.base.replace(/\s+/g, ''))
    }),
    { numRuns: 200 },
  )
})

test('taking back one change is never to have made it', () => {
  const change = fc.constantFrom('keep', 'edit', 'delete', 'insert')
  const sketch = sketches({ words: 1, gaps: ['\n\n'] }).map(distinct)
  fc.assert(
    fc.property(sketch, fc.array(change, { minLength: 8, maxLength: 8 }), fc.nat(), (base, changes, pick) => {
      const at = pick % Math.max(1, base.blocks.length)
      fc.pre(base.blocks.length > 1 && base.blocks.filter(isList).length < 2)
      // Keep a block between two changes, so that there is only one way to distinguish them.
      const made = changes.map((change, index) => (index % 2 === at % 2 ? change : 'keep'))
      const current = textOf(changed(base, made))
      const wanted = textOf(changed(base, made.with(at, 'keep')))
      const keys = diffBlocks(wanted, current).map(({ before, after }) => after ?? before ?? '')
      assert.deepEqual(revertBlocks({ base: textOf(base), current, keys }), {
        markdown: wanted,
        unknown: [],
      })
    }),
    { numRuns: 200 },
  )
})

test('an edited block gets its old text back, by its old key and by its new one', () => {
  const [base, current] = ['# A\n\nOne\n\n\nTwo\n', '# A\n\nOne!\n\nTwo!\n']
  for (const key of [keysOf(base)[1], keysOf(current)[1]])
    assert.equal(revertBlocks({ base, current, keys: [key ?? ''] }).markdown, '# A\n\nOne\n\nTwo!\n')
})

test('a created block goes with one of its gaps', () => {
  const [base, current] = ['One\n\nTwo\n', 'One\n\nNew\n\n\nTwo\n']
  assert.equal(revertBlocks({ base, current, keys: keysOf(current).slice(1, 2) }).markdown, base)
  assert.equal(revertBlocks({ base: '', current: 'New\n', keys: keysOf('New\n') }).markdown, '')
})

test('a deleted block returns to its place and does not melt into another', () => {
  const base = 'One\n\nTwo\n\n# Three\n'
  const keys = keysOf(base).slice(1, 2)
  assert.equal(revertBlocks({ base, current: 'One\n# Three\n', keys }).markdown, 'One\n\nTwo\n\n# Three\n')
  assert.equal(revertBlocks({ base, current: 'One', keys }).markdown, 'One\n\nTwo')
  assert.equal(revertBlocks({ base, current: '', keys }).markdown, 'Two\n')
  assert.equal(
    revertBlocks({ base, current: '# Three\n\nOther\n', keys }).markdown,
    'Two\n\n# Three\n\nOther\n',
  )
})

test('deleted front matter returns to the start', () => {
  const base = '---\ntitle: A\n---\n\nOne\n'
  const { markdown } = revertBlocks({ base, current: 'New\n\nOne\n', keys: keysOf(base).slice(0, 1) })
  assert.equal(markdown, '---\ntitle: A\n---\n\nNew\n\nOne\n')
})

test('a moved block moves back', () => {
  const [base, current] = ['One\n\nTwo\n\nThree\n', 'Two\n\nThree\n\nOne\n']
  assert.equal(revertBlocks({ base, current, keys: keysOf(base).slice(0, 1) }).markdown, base)
})

test('one of several equal blocks moves back by the key it has now', () => {
  const [base, current] = ['A\n\nOne\n\nA\n\nTwo\n', 'One\n\nA\n\nTwo\n\nA\n']
  const [change, ...others] = diffBlocks(base, current)
  assert.deepEqual([change?.change, others], ['moved', []])
  assert.notEqual(change?.before, change?.after)
  assert.equal(revertBlocks({ base, current, keys: [change?.after ?? ''] }).markdown, base)
})

test('a gap between blocks that are neighbours again is as it was', () => {
  const base = 'One\n\n\nTwo\n\n\n\nThree\n'
  const [keys, created] = [keysOf(base), keysOf('New')]
  assert.equal(revertBlocks({ base, current: 'One\n\nThree\n', keys: keys.slice(1, 2) }).markdown, base)
  assert.equal(revertBlocks({ base: 'One\n\n\nTwo', current: 'One', keys }).markdown, 'One\n\n\nTwo')
  const current = 'One\n\nNew\n\nTwo\n\n\n\nThree\n'
  assert.equal(revertBlocks({ base, current, keys: created }).markdown, base)
})

test('blocks on one line are compared one by one and taken back together', () => {
  const [one, two, three] = ['a', 'b', 'c'].map((name) => `{% embed url="https://${name}.example" %}`)
  const [base, current] = [`${one}${two}\n\nText\n`, `${one}${three}\n\nText!\n`]
  assert.deepEqual(told(base, current).slice(0, 1), [`edited embed "${two}" to "${three}"`])
  const { markdown } = revertBlocks({ base, current, keys: keysOf(current).slice(1, 2) })
  assert.equal(markdown, `${one}${two}\n\nText!\n`)
})

test('a put-back block of a document with carriage returns is set off by them', () => {
  const [base, current] = ['One\r\n\r\nTwo', 'One\r\n']
  assert.equal(revertBlocks({ base, current, keys: keysOf(base) }).markdown, 'One\r\n\r\nTwo\r\n')
})

test('a key that neither text has is told of', () => {
  const { markdown, unknown } = revertBlocks({
    base: 'One\n',
    current: 'Two\n',
    keys: ['', 'nothing', 'nothing'],
  })
  assert.deepEqual({ markdown, unknown }, { markdown: 'Two\n', unknown: ['', 'nothing'] })
})

function changed(sketch: Sketch, changes: readonly string[]): Sketch {
  const blocks = sketch.blocks.flatMap((block, index): readonly SketchBlock[] => {
    if (changes[index] === 'delete') return []
    if (changes[index] === 'edit') return [{ ...block, words: [...block.words, `edit${index}`] }]
    if (changes[index] === 'insert') return [block, { ...block, kind: 'quote', words: [`insert${index}`] }]
    return [block]
  })
  return { ...sketch, blocks }
}

function told(before: string, after: string): readonly string[] {
  const sources = new Map([...sourcesOf(before), ...sourcesOf(after)])
  return diffBlocks(before, after).map(({ change, type, before: from, after: to }) => {
    const parts = [from, to].flatMap((key) => (key === undefined ? [] : [`"${sources.get(key)}"`]))
    return `${change} ${type} ${parts.join(' to ')}`
  })
}

function sourcesOf(markdown: string): readonly (readonly [string, string])[] {
  return parseDocument(markdown).blocks.map(({ key, start, end }) => [key, markdown.slice(start, end)])
}

function keysOf(markdown: string): readonly string[] {
  return sourcesOf(markdown).map(([key]) => key)
}

function textsOf(markdown: string): readonly string[] {
  return sourcesOf(markdown).map(([, source]) => source.trim())
}
