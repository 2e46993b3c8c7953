import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { blocksOf, pageOf } from '../groups/group.ts'
import { nodeType, schema } from '../schema/schema.ts'
import { open } from './open.ts'
import { save } from './save.ts'

test('a page that nobody edited is saved as its bytes', () => {
  for (const text of ['', '\n', '\uFEFF# a\r\n\r\nb', '---\ntitle: x\n---\n\n* a\n* b\n\n\n\n_c_\n   ']) {
    assert.equal(edited(text), text)
  }
})

test('an edit keeps the spelling of the rest of its block', () => {
  assert.equal(edited('* _one_\n* two\n', 'two', 'three'), '* _one_\n* three\n')
  assert.equal(edited('Title\n=====\n\nx', 'Title', 'Word'), 'Word\n=====\n\nx')
  assert.equal(
    edited('| a   | b |\n|-----|---|\n| one | 2 |', 'one', 'no'),
    '| a   | b |\n|-----|---|\n| no | 2 |',
  )
})

test('links keep the definitions of the page', () => {
  const text = 'See [the page][p] here.\n\n[p]: https://example.com\n'
  assert.equal(edited(text, 'here', 'there'), text.replace('here', 'there'))
})

test('an anchor that follows from the text of a heading is not written', () => {
  assert.equal(edited('# Install\n\nx', 'Install', 'Installation'), '# Installation\n\nx')
  const written = '# Install <a href="#i" id="i"></a>\n'
  assert.equal(edited(written, 'Install', 'Installation'), written.replace('Install', 'Installation'))
})

test('blocks that were moved keep their bytes', () => {
  const { base, document } = open('* a\n\n__b__\n\nc\n')
  const [first, second, third] = blocksOf(document)
  const moved = pageOf([second, first, third].filter((block) => block !== undefined))
  assert.equal(textOf(save(base, moved)), '__b__\n\n* a\n\nc\n')
})

test('new neighbours get an empty line in the line ending of the page', () => {
  const { base, document } = open('a\r\nb\r\n# c\r\n')
  assert.equal(
    textOf(save(base, pageOf([...blocksOf(document), paragraph('d')]))),
    'a\r\nb\r\n# c\r\n\r\nd\r\n',
  )
})

test('empty paragraphs are not written', () => {
  const { base, document } = open('a\n\nb\n')
  assert.equal(textOf(save(base, pageOf([paragraph(''), ...blocksOf(document), paragraph('')]))), 'a\n\nb\n')
})

test('two halves of a block that was split are both written', () => {
  const { base, document } = open('one _two_\n\nx\n')
  const transform = new Transform(document).split(2 + 4)
  assert.equal(textOf(save(base, transform.doc)), 'one\n\n*two*\n\nx\n'.replace('one\n', 'one&#x20;\n'))
})

test('a definition that is removed leaves its links as they are shown', () => {
  const { base, document } = open('See [the page][p].\n\n[p]: https://example.com\n')
  const [first] = blocksOf(document)
  const saved = save(base, pageOf(first === undefined ? [] : [first]))
  assert.equal(textOf(saved), 'See [the page](https://example.com).\n')
})

test('editing a source box may change what other blocks mean', () => {
  const { base, document } = open('See [the page][p].\n\n[p]: https://example.com\n')
  const box = nodeType('raw').create(null, schema.text('[p]: https://example.org'))
  const saved = save(base, pageOf([...blocksOf(document).slice(0, 1), box]))
  assert.equal(saved.kind === 'saved' && saved.isStale, true)
})

test('a block that no text shows is returned as unwritable', () => {
  const { base } = open('a\n')
  const block = nodeType('hint').create({ style: 'a\0b' })
  assert.deepEqual(save(base, pageOf([block])), { kind: 'unwritable', blocks: [block] })
})

test('a change that the text leaves out is unwritable, even if the text is the old one', () => {
  const { base, document } = open('{% hint style="info" %}\na\n{% endhint %}\n')
  const transform = new Transform(document).setNodeAttribute(1, 'more', { unknown: true })
  assert.equal(save(base, transform.doc).kind, 'unwritable')
})

test('lists that become neighbours get different markers, and one that nobody edited keeps its own', () => {
  const { base, document } = open('- a\n\nb\n\n- c\n\n1. d\n\ne\n\n1. f\n')
  const [first, , second, third, , fourth] = blocksOf(document)
  const kept = [first, second, third, fourth].filter((block) => block !== undefined)
  assert.equal(textOf(save(base, pageOf(kept))), '- a\n\n* c\n\n1. d\n\n1) f\n')
  const list = nodeType('list_unordered').create(null, [
    nodeType('list_item').create(null, [paragraph('new')]),
  ])
  assert.equal(
    textOf(save(base, pageOf([list, ...blocksOf(document)]))),
    '* new\n\n- a\n\nb\n\n- c\n\n1. d\n\ne\n\n1. f\n',
  )
})

test('spaces at the ends of titles, captions and cells are not shown', () => {
  const title = '<details>\n\n<summary>Title</summary>\n\nBody\n\n</details>\n'
  assert.equal(edited(title, 'Title', 'Title '), title)
  assert.equal(edited(title, 'Title', ' Word '), title.replace('Title', 'Word'))
  const figure = '<figure><img src="/f" alt="" width="1"><figcaption><p>Words</p></figcaption></figure>\n'
  assert.equal(edited(figure, 'Words', 'Other '), figure.replace('Words', 'Other'))
})

test('a task may begin with a block that has no text beside its box', () => {
  const { base, document } = open('- [ ] a\n')
  const task = nodeType('list_item').create({ checked: true }, [nodeType('paragraph').create()])
  const list = nodeType('list_tasks').create(null, [...(blocksOf(document)[0]?.children ?? []), task])
  assert.equal(textOf(save(base, pageOf([list]))), '- [ ] a\n- [x] &#x20;\n')
})

/** The text after one word was replaced by another. */
function edited(text: string, word = '', other = word): string | undefined {
  const { base, document } = open(text)
  const transform = new Transform(document)
  document.descendants((node, position) => {
    const at = node.isText && word !== '' ? (node.text ?? '').indexOf(word) : -1
    if (at >= 0)
      transform.replaceWith(position + at, position + at + word.length, schema.text(other, node.marks))
  })
  return textOf(save(base, transform.doc))
}

function textOf(saved: ReturnType<typeof save>): string | undefined {
  return saved.kind === 'saved' ? saved.text : undefined
}

function paragraph(text: string): Node {
  return nodeType('paragraph').create(null, text === '' ? null : schema.text(text))
}

test('a box that means something else where it was moved asks to be shown again', () => {
  const { base, document } = open('---\ntitle: x\ntitle: x\n---\n\n# Title\n')
  const [box, heading] = blocksOf(document)
  assert.ok(box && heading)
  const saved = save(base, pageOf([heading, box]))
  assert.equal(saved.kind === 'saved' && saved.isStale, true)
})
