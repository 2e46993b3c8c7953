import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EditorState } from 'prosemirror-state'
import { editingPlugins } from '../plugins.ts'
import { open } from '../saving/open.ts'
import { save } from '../saving/save.ts'
import { fileBlock, insertBlock } from './files.ts'

test('a picture stands after the block of the cursor, or before it if the cursor is at its start', () => {
  assert.equal(withPicture('One.\n\n*  two\n', 'ne.'), 'One.\n\n![](/files/f1)\n\n*  two\n')
  assert.equal(withPicture('One.\n\n*  two\n', 'One.'), '![](/files/f1)\n\nOne.\n\n*  two\n')
})

test('a table, a title and a caption stay whole', () => {
  const table = '| A | B |\n| - | - |\n| 1 | 2 |\n'
  assert.equal(withPicture(table, '2'), `${table}\n![](/files/f1)\n`)
  const caption = '![](/files/f0 "old")\n'
  assert.equal(withPicture(caption, 'ld'), `${caption}\n![](/files/f1)\n`)
})

test('front matter stays first', () => {
  const text = '---\ntitle: A\n---\n\nText.\n'
  assert.equal(withPicture(text, 'title'), '---\ntitle: A\n---\n\n![](/files/f1)\n\nText.\n')
})

test('a file that is no picture is a link to download', () => {
  assert.equal(withPicture('One.\n', 'ne.', false), 'One.\n\n{% file src="/files/f1" %}\n')
})

/** The text with a file where these words begin. */
function withPicture(text: string, words: string, isPicture = true): string {
  const { base, document } = open(text)
  const state = EditorState.create({ doc: document, plugins: [...editingPlugins()] })
  let position = -1
  document.descendants((node, at) => {
    const found = node.isText ? (node.text ?? '').indexOf(words) : -1
    if (found >= 0 && position < 0) position = at + found
  })
  let next = state
  insertBlock(position, fileBlock('f1', { isPicture }))(state, (transaction) => {
    next = state.apply(transaction)
  })
  const saved = save(base, next.doc)
  assert.equal(saved.kind, 'saved')
  return saved.kind === 'saved' ? saved.text : ''
}
