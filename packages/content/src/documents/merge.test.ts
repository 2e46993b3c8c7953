import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quickestMs } from '../test/cpu-time.ts'
import { type DocumentVersions, mergeDocuments, resolveConflicts } from './merge.ts'
import { parseDocument } from './parse.ts'

test('edits of neighbouring blocks do not conflict', () => {
  merges({
    base: '# Title\n\nOne\n\nTwo\n',
    ours: '# Title\n\nOne of ours\n\nTwo\n',
    theirs: '# Title\n\nOne\n\nTwo of theirs\n',
    to: '# Title\n\nOne of ours\n\nTwo of theirs\n',
  })
})

test('edits of different lines of one block do not conflict', () => {
  merges({
    base: '- one\n- two\n- three\n',
    ours: '- one of ours\n- two\n- three\n',
    theirs: '- one\n- two\n- three\n- four\n',
    to: '- one of ours\n- two\n- three\n- four\n',
  })
})

test('edits of different fields of the front matter do not conflict', () => {
  merges({
    base: '---\ntitle: A\nhidden: false\n---\n\nText\n',
    ours: '---\ntitle: B\nhidden: false\n---\n\nText\n',
    theirs: '---\ntitle: A\nhidden: true\n---\n\nText\n',
    to: '---\ntitle: B\nhidden: true\n---\n\nText\n',
  })
})

test('equal changes of both sides are made once', () => {
  merges({
    base: 'One\n\nTwo\n\nThree\n',
    ours: 'One!\n\nNew\n\nTwo\n',
    theirs: 'One!\n\nNew\n\nTwo\n\nThree more\n',
    conflicts: [{ base: 'Three', ours: undefined, theirs: 'Three more' }],
    to: 'One!\n\nNew\n\nTwo\n',
  })
})

test('new blocks of both sides at one place are kept, ours first', () => {
  merges({
    base: 'One\n\nTwo\n',
    ours: 'One\n\nOurs\n\nTwo\n',
    theirs: 'One\n\nTheirs\n\nTwo\n',
    to: 'One\n\nOurs\n\nTheirs\n\nTwo\n',
  })
})

test('new blocks of both sides at the end are kept apart by a blank line', () => {
  merges({ base: 'One\n', ours: 'One\n\nOurs\n', theirs: 'One\n\nTheirs\n', to: 'One\n\nOurs\n\nTheirs\n' })
  merges({ base: 'One', ours: 'One\n\nOurs', theirs: 'One\n\nTheirs', to: 'One\n\nOurs\n\nTheirs' })
  merges({ base: '', ours: 'Ours\n', theirs: 'Theirs\n', to: 'Ours\n\nTheirs\n' })
})

test('a new block that both sides have among others is kept once', () => {
  merges({
    base: 'One\n\nTwo\n',
    ours: 'One\n\nBoth\n\nOurs\n\nTwo\n',
    theirs: 'One\n\nTheirs\n\nBoth\n\nTwo\n',
    to: 'One\n\nTheirs\n\nBoth\n\nOurs\n\nTwo\n',
  })
})

test('new front matter stays at the start, whatever the other side put there', () => {
  merges({
    base: 'Text\n',
    ours: 'Ours\n\nText\n',
    theirs: '---\ntitle: A\n---\n\nText\n',
    to: '---\ntitle: A\n---\n\nOurs\n\nText\n',
  })
  merges({
    base: 'Text\n',
    ours: '\n\nText\n',
    theirs: '---\ntitle: A\n---\n\nText\n',
    to: '---\ntitle: A\n---\n\nText\n',
  })
})

test('front matter that cannot be read has its place too', () => {
  merges({
    base: '---\n: [\n---\n\nText\n',
    ours: '---\n: [\n---\n\nOurs\n\nText\n',
    theirs: '---\ntitle: A\n---\n\nText\n',
    to: '---\ntitle: A\n---\n\nOurs\n\nText\n',
  })
})

test('different new front matter is a conflict at the start', () => {
  const { conflicts } = merges({
    base: 'Text\n',
    ours: '---\ntitle: A\n---\n\nText\n',
    theirs: '---\ntitle: B\n---\n\nText\n',
    conflicts: [{ base: undefined, ours: '---\ntitle: A\n---', theirs: '---\ntitle: B\n---' }],
    to: '---\ntitle: A\n---\n\nText\n',
  })
  assert.equal(conflicts[0]?.place, undefined)
})

test('different edits of one line are a conflict, with ours in the text', () => {
  const { markdown, conflicts } = merges({
    base: '# Title\n\nOne\n\nTwo\n',
    ours: '# Title\n\nOurs\n\nTwo\n',
    theirs: '# Title\n\nTheirs\n\nTwo\n\nThree\n',
    conflicts: [{ base: 'One', ours: 'Ours', theirs: 'Theirs' }],
    to: '# Title\n\nOurs\n\nTwo\n\nThree\n',
  })
  assert.match(conflicts[0]?.id ?? '', /^[A-Za-z0-9_-]+$/)
  assert.equal(conflicts[0]?.place, parseDocument(markdown).blocks[0]?.key)
})

test('an edit of a block that the other side deleted is a conflict', () => {
  const versions = { base: 'One\n\nTwo\n', ours: 'One\n', theirs: 'One\n\nTwo, better\n' }
  merges({ ...versions, conflicts: [{ base: 'Two', ours: undefined, theirs: 'Two, better' }], to: 'One\n' })
  merges({
    ...exchanged(versions),
    conflicts: [{ base: 'Two', ours: 'Two, better', theirs: undefined }],
    to: 'One\n\nTwo, better\n',
  })
})

test('a line appended to a block that the other side deleted is a conflict', () => {
  merges({
    base: 'Text\n\n- one\n',
    ours: 'Text\n',
    theirs: 'Text\n\n- one\n- two\n',
    conflicts: [{ base: '- one', ours: undefined, theirs: '- one\n- two' }],
    to: 'Text\n',
  })
})

test('a block that ours split and theirs edited is one conflict with both halves', () => {
  merges({
    base: 'Start\n\nFirst half and second half.\n\nEnd\n',
    ours: 'Start\n\nFirst half.\n\nAnd second half.\n\nEnd\n',
    theirs: 'Start\n\nFirst half and other half.\n\nEnd\n',
    conflicts: [
      {
        base: 'First half and second half.',
        ours: 'First half.\n\nAnd second half.',
        theirs: 'First half and other half.',
      },
    ],
    to: 'Start\n\nFirst half.\n\nAnd second half.\n\nEnd\n',
  })
})

test('different blocks in the place of one that both deleted are a conflict', () => {
  merges({
    base: 'Start\n\nOld words\n\nEnd\n',
    ours: 'Start\n\n```\nours\n```\n\nEnd\n',
    theirs: 'Start\n\n> theirs\n\nEnd\n',
    conflicts: [{ base: 'Old words', ours: '```\nours\n```', theirs: '> theirs' }],
    to: 'Start\n\n```\nours\n```\n\nEnd\n',
  })
})

test('blank lines are merged on their own, and never conflict', () => {
  merges({
    base: 'One\n\nTwo\n\nThree\n',
    ours: 'One\n\n\nTwo\n\nThree\n',
    theirs: 'One\n\nTwo!\n\n\n\nThree',
    to: 'One\n\n\nTwo!\n\n\n\nThree',
  })
})

test('a document with carriage returns keeps them', () => {
  merges({
    base: 'One\r\n\r\nTwo\r\n',
    ours: 'One\r\n\r\nTwo\r\n\r\nOurs\r\n',
    theirs: 'One\r\n\r\nTwo\r\n\r\nTheirs\r\n',
    to: 'One\r\n\r\nTwo\r\n\r\nOurs\r\n\r\nTheirs\r\n',
  })
  merges({
    base: '- a\r\n- b\r\n- c\r\n',
    ours: '- A\r\n- b\r\n- c\r\n',
    theirs: '- a\r\n- b\r\n- c\r\n- d\r\n',
    to: '- A\r\n- b\r\n- c\r\n- d\r\n',
  })
})

test('paragraphs that come to stand next to each other do not melt into one', () => {
  merges({
    base: 'One\n# Two\n# Three\nFour\n',
    ours: 'One\n# Three\nFour\n',
    theirs: 'One\n# Two\nFour\n',
    to: 'One\n\nFour\n',
  })
})

test('blocks without a blank line between them stay so', () => {
  merges({
    base: '# One\nTwo\n',
    ours: '# One\nTwo\n\nThree\n',
    theirs: '# One!\nTwo\n',
    to: '# One!\nTwo\n\nThree\n',
  })
})

test('lists that come to stand next to each other keep the blank line that they have', () => {
  merges({
    base: '- one\n\nText\n\nMore\n\n- two\n',
    ours: '- one\n\nMore\n\n- two\n',
    theirs: '- one\n\nText\n\n- two\n',
    to: '- one\n\n- two\n',
  })
})

test('blocks on one line stay on it', () => {
  const [one, two, three] = ['a', 'b', 'c'].map((name) => `{% embed url="https://${name}.example" %}`)
  merges({
    base: `${one}${two}\n\nText\n`,
    ours: `${one}${three}\n\nText\n`,
    theirs: `New\n\n${one}${two}\n\nText!\n`,
    to: `New\n\n${one}${three}\n\nText!\n`,
  })
})

test('lines that would end the block together are a conflict', () => {
  merges({
    base: '```\na\nb\nc\nd\n```\n',
    ours: '~~~\na\nb\nc\nd\n~~~\n',
    theirs: '```\na\nb\n~~~\nc\nd\n```\n',
    conflicts: [
      { base: '```\na\nb\nc\nd\n```', ours: '~~~\na\nb\nc\nd\n~~~', theirs: '```\na\nb\n~~~\nc\nd\n```' },
    ],
    to: '~~~\na\nb\nc\nd\n~~~\n',
  })
})

test('a document that lost all blocks on both sides is empty', () => {
  merges({ base: 'One\n\nTwo\n', ours: 'One\n', theirs: 'Two\n', to: '' })
  merges({ base: 'One\n', ours: '', theirs: 'One\n\nTwo\n', to: 'Two\n' })
  merges({ base: 'One\n', ours: '\n\n', theirs: 'One\n\nTwo\n', to: 'Two\n' })
})

const contested = {
  base: 'One\n\nMiddle\n\nTwo\n\nEnd\n',
  ours: 'One, ours\n\nMiddle\n\nTwo, ours\n\nEnd\n',
  theirs: 'One, theirs\n\nMiddle\n\nEnd\n',
}

test('a resolution stands in the place of the conflict, and the other conflicts remain', () => {
  const { conflicts } = mergeDocuments(contested)
  const [first, second] = conflicts.map(({ id }) => id)
  assert.ok(first && second)
  const one = resolveConflicts(contested, new Map([[first, 'One, both\n']]))
  assert.equal(one.markdown, 'One, both\n\nMiddle\n\nTwo, ours\n\nEnd\n')
  assert.deepEqual(
    one.conflicts.map(({ id }) => id),
    [second],
  )
  const all = resolveConflicts(
    contested,
    new Map([
      [first, '# New\n\nText'],
      [second, ''],
    ]),
  )
  assert.deepEqual(all, { markdown: '# New\n\nText\n\nMiddle\n\nEnd\n', conflicts: [] })
})

test('a resolution with a long white space inside is taken in bounded time', () => {
  const versions = { base: 'a\n', ours: 'b\n', theirs: 'c\n' }
  const [conflict] = mergeDocuments(versions).conflicts
  const text = `x${' '.repeat(200_000)}y`
  const took = quickestMs(() => {
    const { markdown } = resolveConflicts(versions, new Map([[conflict?.id ?? '', `\n${text} \n`]]))
    assert.equal(markdown, `${text}\n`)
  }, 2_000)
  assert.ok(took < 2_000, `${took} ms`)
})

test('a conflict keeps its id while its blocks stay, and two equal ones have two', () => {
  const ids = (versions: DocumentVersions) => mergeDocuments(versions).conflicts.map(({ id }) => id)
  const later = { ...contested, ours: `${contested.ours}\nMore\n` }
  assert.deepEqual(ids(later), ids(contested))
  const twice = ids({ base: 'A\n\n---\n\nA\n', ours: 'B\n\n---\n\nB\n', theirs: 'C\n\n---\n\nC\n' })
  assert.equal(new Set(twice).size, 2)
  assert.ok(twice.every((id) => /^[A-Za-z0-9_-]+$/.test(id)))
})

test('two documents of a megabyte are merged in bounded time', () => {
  const paragraph = (index: number) =>
    `Paragraph ${index} has some words that say what it is about, and a few more.`
  const blocks = Array.from({ length: 14_000 }, (_, index) => paragraph(index))
  const text = (change: (block: string, index: number) => string) => `${blocks.map(change).join('\n\n')}\n`
  const versions = {
    base: text((block) => block),
    ours: text((block, index) => (index % 5 === 0 ? `${block} Ours.` : block)),
    theirs: text((block, index) => (index % 7 === 0 ? `${block} Theirs.` : block)),
  }
  const took = quickestMs(() => {
    assert.equal(mergeDocuments(versions).conflicts.length, 400)
  }, 3_000)
  assert.ok(took < 3_000, `${took} ms`)
})

function merges({
  to,
  conflicts = [],
  ...versions
}: DocumentVersions & {
  readonly to: string
  readonly conflicts?: readonly {
    base: string | undefined
    ours: string | undefined
    theirs: string | undefined
  }[]
}) {
  const merged = mergeDocuments(versions)
  assert.equal(merged.markdown, to)
  assert.deepEqual(
    merged.conflicts.map(({ base, ours, theirs }) => ({ base, ours, theirs })),
    conflicts,
  )
  return merged
}

function exchanged({ base, ours, theirs }: DocumentVersions): DocumentVersions {
  return { base, ours: theirs, theirs: ours }
}

test('one of many equal blocks is removed while another one is edited', () => {
  const base = 'Same\n\n'.repeat(20)
  const [ours, theirs] = ['Same\n\n'.repeat(19), base.replace('Same\n\nSame', 'Same\n\nOther')]
  const { markdown, conflicts } = mergeDocuments({ base, ours, theirs })
  assert.equal(conflicts.length, 0)
  assert.deepEqual(markdown.match(/\w+/g)?.toSorted(), ['Other', ...Array(18).fill('Same')])
})
