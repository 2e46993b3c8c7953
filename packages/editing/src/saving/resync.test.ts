import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Transform } from 'prosemirror-transform'
import { blocksOf } from '../groups/group.ts'
import { nodeType } from '../schema/schema.ts'
import { open } from './open.ts'
import { resync } from './resync.ts'
import { save } from './save.ts'

test('a text that was edited as source is shown and saved as these bytes', () => {
  const texts = [
    'a\n\n* b\n\nc\n',
    'a\n\n- b\n\nc',
    '',
    '# new\n\na\n\n\n* b\n',
    'c\n\nc\n\nc\n',
    '{% hint %}\n{% endhint %}\n',
  ]
  for (const before of texts) {
    for (const after of texts) {
      const { base, document } = open(before)
      const transform = new Transform(document)
      const next = resync(transform, base, after)
      transform.doc.check()
      const saved = save(next, transform.doc)
      assert.equal(saved.kind === 'saved' && saved.text, after, JSON.stringify([before, after]))
    }
  }
})

test('blocks that are equal are not replaced', () => {
  const { base, document } = open('a\n\nb\n\nc\n')
  const transform = new Transform(document)
  resync(transform, base, 'a\n\nother\n\nc\n')
  const [first, , last] = blocksOf(document)
  assert.equal(blocksOf(transform.doc)[0], first)
  assert.equal(blocksOf(transform.doc)[2], last)
  assert.equal(transform.steps.length, 1)
})

test('long pages are replaced across groups', () => {
  const many = Array.from({ length: 70 }, (_, at) => `block ${at}`)
  const { base, document } = open(many.join('\n\n'))
  for (const text of [
    many.slice(0, 10).join('\n\n'),
    many.slice(30).join('\n\n'),
    'x',
    many.toReversed().join('\n\n'),
  ]) {
    const transform = new Transform(document)
    const next = resync(transform, base, text)
    transform.doc.check()
    const saved = save(next, transform.doc)
    assert.equal(saved.kind === 'saved' && saved.text, text)
  }
})

test('empty paragraphs between the blocks that differ are replaced with them', () => {
  const { base, document } = open('a\n\nb\n')
  const page = new Transform(document).insert(4, [nodeType('paragraph').create()])
  const next = resync(page, base, 'c\n\nd\n')
  const saved = save(next, page.doc)
  assert.equal(saved.kind === 'saved' && saved.text, 'c\n\nd\n')
})

test('white space stays when all blocks were removed in the source', () => {
  const { base, document } = open('a\n')
  const transform = new Transform(document)
  const next = resync(transform, resync(transform, base, ''), '\n\n')
  const saved = save(next, transform.doc)
  assert.equal(saved.kind === 'saved' && saved.text, '\n\n')
})

test('undoing a change of the source leads back to the bytes before it', () => {
  const { base, document } = open('* a\n\n__b__\n')
  const transform = new Transform(document)
  const next = resync(transform, base, '- a\n\n__c__\n')
  const saved = save(next, document)
  assert.equal(saved.kind === 'saved' && saved.text, '* a\n\n__b__\n')
  assert.equal(transform.docChanged, true)
})

test('undoing a change of white space in the source leads back to the bytes before it', () => {
  for (const [before, after] of [
    ['# a\n\nb\n', '\n\n# a\n\n\nb'],
    ['x\ny\n\n- a\n', 'x\ny\n- a\n\n'],
  ] as const) {
    const { base, document } = open(before)
    const transform = new Transform(document)
    const next = resync(transform, base, after)
    const [saved, undone] = [save(next, transform.doc), save(next, document)]
    assert.equal(saved.kind === 'saved' && saved.text, after)
    assert.equal(undone.kind === 'saved' && undone.text, before)
  }
})

test('a block that means something else with the edited source is shown as what it means', () => {
  const before = 'See.[^1]\n\n[^1]: Note.\n'
  const { base, document } = open(before)
  const transform = new Transform(document)
  const next = resync(transform, base, 'See.[^1]\n\nText.\n')
  assert.equal(blocksOf(transform.doc)[0]?.textContent, 'See.[^1]')
  const undone = save(next, document)
  assert.equal(undone.kind === 'saved' && undone.text, before)
})
