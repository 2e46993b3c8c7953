import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undo } from 'prosemirror-history'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { backspace, deleteForward, enter, leaveCode, moveDown, moveUp, wrap } from '../commands/blocks.ts'
import { toList } from '../commands/lists.ts'
import { editingPlugins } from '../plugins.ts'
import { open } from '../saving/open.ts'
import { save } from '../saving/save.ts'
import { nodeType } from '../schema/schema.ts'
import { blocksOf } from './group.ts'

const lines = Array.from({ length: 45 }, (_, at) => `p${at}`)
const { base, document } = open(`${lines.join('\n\n')}\n`)

test('Backspace at the border of a group joins blocks and not groups', () => {
  const state = run(at('p20', 0), backspace)
  assert.equal(textOf(state).includes('p19p20\n\np21'), true)
  assert.equal(blocksOf(state.doc).length, 44)
  assert.equal(textOf(run(state, undo)), base.text)
})

test('Delete at the border of a group joins the next block', () => {
  assert.equal(textOf(run(at('p19', 3), deleteForward)).includes('p19p20\n\np21'), true)
})

test('a selection over several groups is deleted as if there were none', () => {
  const state = at('p5', 1)
  const end = at('p41', 1).selection.head
  const selected = state.apply(
    state.tr.setSelection(TextSelection.create(state.doc, state.selection.head, end)),
  )
  assert.equal(textOf(run(selected, backspace)).includes('p4\n\np41\n\np42'), true)
})

test('blocks move over the border of a group and keep their bytes', () => {
  assert.equal(textOf(run(at('p20', 1), moveUp)).includes('p18\n\np20\n\np19\n\np21'), true)
  assert.equal(textOf(run(at('p19', 1), moveDown)).includes('p18\n\np20\n\np19\n\np21'), true)
  assert.equal(moveUp(at('p0', 1)), false)
})

test('front matter stays at the start, and outside of containers', () => {
  const page = open('---\ntitle: x\n---\n\na\n')
  const state = EditorState.create({ doc: page.document, plugins: [...editingPlugins()] })
  const inside = state.apply(state.tr.setSelection(TextSelection.create(page.document, 3)))
  for (const command of [moveUp, moveDown, wrap('blockquote'), toList('list_unordered')]) {
    assert.equal(command(inside), false)
  }
  const below = state.apply(state.tr.setSelection(TextSelection.atEnd(page.document)))
  assert.equal(moveUp(below), false)
})

test('containers and lists can be made on both sides of a border', () => {
  const state = at('p19', 1)
  const end = at('p20', 1).selection.head
  const selected = state.apply(
    state.tr.setSelection(TextSelection.create(state.doc, state.selection.head, end)),
  )
  assert.equal(textOf(run(selected, wrap('hint', { style: 'info' }))).includes('%}\np19\n\np20\n{%'), true)
  assert.equal(textOf(run(selected, toList('list_unordered'))).includes('- p19\n- p20'), true)
})

test('groups that grow are split, and undoing restores every byte', () => {
  let state = at('p7', 1)
  for (let count = 0; count < 60; count++) state = run(state, enter)
  for (const group of state.doc.children) assert.ok(group.childCount <= 40)
  for (let count = 0; count < 80; count++) state = run(state, undo)
  assert.equal(textOf(state), base.text)
})

test('what is typed before the first block of a group becomes a paragraph, and no front matter', () => {
  for (const { type } of [document, document.child(1)])
    assert.equal(type.contentMatch.findWrapping(nodeType('text'))?.at(-1)?.name, 'paragraph')
})

test('the cursor leaves code at the end of a page for a new paragraph, and other code not', () => {
  const code = open('```\none\n```\n\n```\ntwo\n```\n')
  const state = EditorState.create({ doc: code.document, plugins: [...editingPlugins()] })
  const behind = (offset: number) =>
    state.apply(state.tr.setSelection(TextSelection.create(state.doc, offset)))
  const [first, last] = [2 + 'one'.length, state.doc.content.size - 2]
  assert.equal(leaveCode(behind(first)), false)
  assert.equal(leaveCode(behind(last - 1)), false)
  const left = run(behind(last), leaveCode)
  assert.equal(left.selection.$from.parent.type.name, 'paragraph')
  assert.equal(blocksOf(left.doc).length, 3)
})

/** A page with the cursor in the block with this text. */
function at(text: string, offset: number): EditorState {
  const state = EditorState.create({ doc: document, plugins: [...editingPlugins()] })
  let position = 0
  document.descendants((node, start) => {
    if (node.isTextblock && node.textContent === text) position = start + 1 + offset
  })
  return state.apply(state.tr.setSelection(TextSelection.create(document, position)))
}

function run(state: EditorState, command: Command): EditorState {
  let next = state
  command(state, (transaction) => {
    next = state.apply(transaction)
  })
  next.doc.check()
  return next
}

function textOf(state: EditorState): string {
  const saved = save(base, state.doc)
  return saved.kind === 'saved' ? saved.text : 'unwritable'
}
