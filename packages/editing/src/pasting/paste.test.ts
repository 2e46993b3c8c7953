import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EditorState, TextSelection } from 'prosemirror-state'
import { editingPlugins } from '../plugins.ts'
import { open } from '../saving/open.ts'
import { save } from '../saving/save.ts'
import { sliceOfMarkdown } from './markdown.ts'
import { paste } from './paste.ts'

test('blocks that are pasted into a cell become its text', () => {
  const table = '| a | b |\n| --- | --- |\n| c | d |\n'
  assert.equal(pasted(table, 'c', '# T\n\n- **x**\n\n1. y\n'), table.replace('c', 'cT **x** y'))
  assert.equal(pasted(table, 'a', '**x**\n\ny\n'), table.replace('a', 'ax y'))
})

test('blocks that are pasted into code become text', () => {
  assert.equal(pasted('```\ncode\n```\n', 'code', '*x*\n\ny\n'), '```\ncodex\n\ny\n```\n')
})

test('blocks that are pasted into a title become its text', () => {
  const details = '<details>\n\n<summary>Title</summary>\n\nBody\n\n</details>\n'
  assert.equal(pasted(details, 'Title', '- x\n'), details.replace('Title', 'Titlex'))
})

test('elsewhere blocks are pasted as blocks', () => {
  assert.equal(pasted('a\n', 'a', 'b\n\n- c\n\nd\n'), 'ab\n\n- c\n\nd\n')
})

/** The text after Markdown was pasted behind this word. */
function pasted(text: string, word: string, markdown: string): string | undefined {
  const { base, document } = open(text)
  let state = EditorState.create({ doc: document, plugins: [...editingPlugins()] })
  document.descendants((node, position) => {
    if (node.text !== word) return
    const selection = TextSelection.create(document, position + word.length)
    state = state.apply(state.tr.setSelection(selection))
  })
  paste(sliceOfMarkdown(markdown))(state, (transaction) => {
    state = state.apply(transaction)
  })
  state.doc.check()
  const saved = save(base, state.doc)
  return saved.kind === 'saved' ? saved.text : undefined
}
