import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { editingPlugins } from '../plugins.ts'
import { open } from '../saving/open.ts'
import { save } from '../saving/save.ts'
import {
  addColumn,
  addRow,
  alignColumn,
  deleteColumn,
  deleteRow,
  deleteTable,
  moveColumn,
  moveRow,
  nextCell,
  previousCell,
} from './tables.ts'

const table = '| a | b |\n| --- | --- |\n| c | d |\n| e | f |\n'
const { base, document } = open(table)

test('Tab goes to the next cell and Shift+Tab to the one before', () => {
  const words = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    if (next === undefined) continue
    assert.equal(selected(run(given(word), nextCell)), next)
    assert.equal(selected(run(given(next), previousCell)), word)
  }
  assert.equal(previousCell(given('a')), false)
})

test('Tab in the last cell adds a row', () => {
  const state = run(given('f'), nextCell)
  assert.equal(textOf(state.apply(state.tr.insertText('g'))), `${table}| g |  |\n`)
})

test('rows are added, deleted and moved, but the head stays first', () => {
  assert.equal(textOf(run(given('c'), addRow('after'))), table.replace('| e', '|  |  |\n| e'))
  assert.equal(textOf(run(given('c'), addRow('before'))), table.replace('| c', '|  |  |\n| c'))
  assert.equal(textOf(run(given('c'), deleteRow)), table.replace('| c | d |\n', ''))
  assert.equal(textOf(run(given('c'), moveRow(1))), '| a | b |\n| --- | --- |\n| e | f |\n| c | d |\n')
  assert.equal(textOf(run(given('f'), moveRow(-1))), '| a | b |\n| --- | --- |\n| e | f |\n| c | d |\n')
  const refused: [string, Command][] = [
    ['a', addRow('before')],
    ['a', deleteRow],
    ['a', moveRow(1)],
    ['c', moveRow(-1)],
    ['f', moveRow(1)],
  ]
  for (const [word, command] of refused) assert.equal(command(given(word)), false)
})

test('columns are added, deleted and moved', () => {
  assert.equal(
    textOf(run(given('c'), addColumn('after'))),
    '| a |  | b |\n| --- | --- | --- |\n| c |  | d |\n| e |  | f |\n',
  )
  assert.equal(
    textOf(run(given('c'), addColumn('before'))),
    '|  | a | b |\n| --- | --- | --- |\n|  | c | d |\n|  | e | f |\n',
  )
  assert.equal(textOf(run(given('c'), deleteColumn)), '| b |\n| --- |\n| d |\n| f |\n')
  for (const [word, direction] of [
    ['c', 1],
    ['d', -1],
  ] as const) {
    const moved = run(given(word), moveColumn(direction))
    assert.equal(textOf(moved), '| b | a |\n| --- | --- |\n| d | c |\n| f | e |\n')
    assert.equal(selected(moved), word)
  }
  assert.equal(moveColumn(-1)(given('c')), false)
  assert.equal(moveColumn(1)(given('d')), false)
})

test('a column is aligned', () => {
  const state = run(given('d'), alignColumn('center'))
  assert.equal(textOf(state), table.replace('| --- | --- |', '| --- | :---: |'))
  assert.equal(textOf(run(state, alignColumn(null))), table)
})

test('a table is deleted, also with its last column', () => {
  assert.equal(textOf(run(given('c'), deleteTable)), '')
  assert.equal(textOf(run(run(given('c'), deleteColumn), deleteColumn)), '')
})

test('outside of a table there is nothing to do', () => {
  const state = EditorState.create({ doc: open('a\n').document })
  for (const command of [nextCell, addRow('after'), deleteColumn, deleteTable]) {
    assert.equal(command(state), false)
  }
})

/** The table with the cursor in the cell with this text. */
function given(word: string): EditorState {
  const state = EditorState.create({ doc: document, plugins: [...editingPlugins()] })
  let position = 0
  document.descendants((node, start) => {
    if (node.text === word) position = start
  })
  return state.apply(state.tr.setSelection(TextSelection.create(document, position)))
}

function run(state: EditorState, command: Command): EditorState {
  let next = state
  assert.equal(
    command(state, (transaction) => {
      next = state.apply(transaction)
    }),
    true,
  )
  next.doc.check()
  return next
}

function selected({ doc, selection }: EditorState): string {
  return doc.textBetween(selection.from, selection.to)
}

function textOf({ doc }: EditorState): string {
  const saved = save(base, doc)
  return saved.kind === 'saved' ? saved.text : 'unwritable'
}
