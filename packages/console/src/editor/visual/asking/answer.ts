import { placeBlock, placeInline, schema, wrap } from '@stemma/editing'
import type { Attrs } from 'prosemirror-model'
import { NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type Asked, askedNode } from './asking-plugin.ts'

/** Inserts the node that was asked for, or changes it. */
export function answer(view: EditorView, asked: Asked, attrs: Attrs) {
  const { state } = view
  const node = askedNode(view, asked)
  if (node !== undefined && asked.position !== undefined) {
    const { tr } = state
    tr.setNodeMarkup(asked.position, null, { ...node.attrs, ...attrs })
    view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, asked.position)))
    return
  }
  // It was deleted while the question was open.
  if (asked.position !== undefined) return
  if (asked.kind === 'if') {
    wrap('if', attrs)(state, view.dispatch)
    return
  }
  const made = schema.node(asked.kind, attrs)
  const place = made.isInline ? placeInline(made, state.selection) : placeBlock(made)
  place(state, view.dispatch)
}
