import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undo } from 'prosemirror-history'
import { type Command, EditorState } from 'prosemirror-state'
import { blocksOf } from '../groups/group.ts'
import { editingPlugins } from '../plugins.ts'
import { open } from '../saving/open.ts'
import { save } from '../saving/save.ts'
import { toSource } from './source.ts'

const text = '* a\n\n{% hint style="info" %}\nb\n{% endhint %}\n\n__c__\n'
const { base, document } = open(text)

test('a block that can not be written becomes a box that is saved as its text', () => {
  const state = given()
  const broken = state.apply(state.tr.setNodeAttribute(1 + at(1), 'style', 'x\0y'))
  const saved = save(base, broken.doc)
  assert.ok(saved.kind === 'unwritable')
  const shown = run(broken, toSource(saved.blocks))
  assert.equal(blocksOf(shown.doc)[1]?.type.name, 'raw')
  assert.equal(textOf(shown), text.replace('info', 'x\uFFFDy'))
  assert.equal(textOf(run(run(shown, undo), undo)), text)
})

test('a box is saved as its text even if it swallows the blocks after it', () => {
  const state = run(given(), toSource(blocksOf(document).slice(1, 2)))
  const box = 1 + at(1)
  const edited = state.apply(state.tr.insertText('```\n', box + 1, box + 1 + 'b'.length))
  const saved = save(base, edited.doc)
  assert.equal(saved.kind === 'saved' && saved.isStale, true)
  assert.equal(textOf(edited), text.replace('{% hint', '```\n% hint'))
})

test('only blocks of the page that are not boxes become boxes', () => {
  const state = given()
  assert.equal(toSource([])(state), false)
  const shown = run(state, toSource(blocksOf(document)))
  assert.equal(toSource(blocksOf(shown.doc))(shown), false)
})

function given(): EditorState {
  return EditorState.create({ doc: document, plugins: [...editingPlugins()] })
}

/** Where the block with this number begins in its group. */
function at(index: number): number {
  return blocksOf(document)
    .slice(0, index)
    .reduce((sum, { nodeSize }) => sum + nodeSize, 0)
}

function run(state: EditorState, command: Command): EditorState {
  let next = state
  command(state, (transaction) => {
    next = state.apply(transaction)
  })
  next.doc.check()
  return next
}

function textOf({ doc }: EditorState): string {
  const saved = save(base, doc)
  return saved.kind === 'saved' ? saved.text : 'unwritable'
}
