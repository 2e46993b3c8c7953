import { type Command, NodeSelection, Selection } from 'prosemirror-state'
import { nodeType } from '../schema/schema.ts'

/** Puts a copy of the block at a position below it. The copy is a block of its own. */
export function duplicateBlock(position: number): Command {
  return ({ doc, tr }, dispatch) => {
    const block = doc.nodeAt(position)
    if (block === null || block.type === nodeType('front_matter')) return false
    const end = position + block.nodeSize
    const copy = block.type.create({ ...block.attrs, key: null }, block.content, block.marks)
    if (dispatch === undefined) return true
    tr.insert(end, copy)
    dispatch(tr.setSelection(Selection.near(tr.doc.resolve(end + 1))).scrollIntoView())
    return true
  }
}

/** Deletes the block at a position. A page keeps a place for the cursor. */
export function deleteBlock(position: number): Command {
  return ({ doc, tr }, dispatch) => {
    const block = doc.nodeAt(position)
    if (block === null) return false
    if (dispatch === undefined) return true
    const group = doc.resolve(position).parent
    const end = position + block.nodeSize
    if (group.childCount > 1) tr.delete(position, end)
    else if (doc.childCount > 1) tr.delete(position - 1, end + 1)
    else tr.replaceWith(position, end, nodeType('paragraph').create())
    const near = tr.doc.resolve(Math.min(position, tr.doc.content.size - 1))
    dispatch(tr.setSelection(Selection.near(near)).scrollIntoView())
    return true
  }
}

/** Puts the cursor into the block at a position, or selects a block without text. */
export function enterBlock(position: number): Command {
  return ({ doc, tr, selection }, dispatch) => {
    const block = doc.nodeAt(position)
    if (block === null) return false
    const isInside = selection.from > position && selection.to < position + block.nodeSize
    if (isInside || dispatch === undefined) return true
    const near = Selection.findFrom(doc.resolve(position + (block.isLeaf ? 0 : 1)), 1, true)
    const isWithin = near !== null && near.from < position + block.nodeSize
    dispatch(tr.setSelection(isWithin ? near : NodeSelection.create(doc, position)))
    return true
  }
}
