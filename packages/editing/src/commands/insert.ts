import type { Node, ResolvedPos } from 'prosemirror-model'
import { type Command, NodeSelection, TextSelection, type Transaction } from 'prosemirror-state'
import { nodeType } from '../schema/schema.ts'
import { placeNear } from './files.ts'

/** Puts a block in place of the empty paragraph with the cursor, or after the block around it. */
export function placeBlock(block: Node): Command {
  return ({ doc, tr, selection: { $from } }, dispatch) => {
    if (dispatch === undefined) return true
    const position = emptyParagraphAt($from)
    if (position === undefined) tr.insert(placeNear(doc, $from.pos), block)
    else tr.replaceWith(position, position + $from.parent.nodeSize, block)
    const start = tr.mapping.map(position ?? placeNear(doc, $from.pos), -1)
    dispatch(cursorBehind(tr, start + block.nodeSize).scrollIntoView())
    return true
  }
}

/** Where the empty paragraph around a position begins, if other blocks can stand in its place. */
function emptyParagraphAt($from: ResolvedPos): number | undefined {
  const isEmpty = $from.parent.type === nodeType('paragraph') && $from.parent.childCount === 0
  if (!isEmpty) return undefined
  const index = $from.index(-1)
  const canStand = $from.node(-1).canReplaceWith(index, index + 1, nodeType('images'))
  return canStand ? $from.before() : undefined
}

/** The cursor in the text behind a block. If none follows there, it gets an empty paragraph. */
function cursorBehind(tr: Transaction, end: number): Transaction {
  const $end = tr.doc.resolve(end)
  const next = $end.nodeAfter ?? groupBehind($end)?.firstChild
  const isInNextGroup = $end.nodeAfter === null
  if (next?.isTextblock !== true) tr.insert(end, nodeType('paragraph').create())
  else if (isInNextGroup) return tr.setSelection(TextSelection.create(tr.doc, end + 3))
  return tr.setSelection(TextSelection.create(tr.doc, end + 1))
}

function groupBehind($end: ResolvedPos): Node | null {
  return $end.depth === 1 ? $end.doc.maybeChild($end.index(0) + 1) : null
}

/** Whether an inline without text can stand where the selection begins. */
export function takesInline($from: ResolvedPos): boolean {
  const { parent } = $from
  return parent.isTextblock && parent.type.contentMatch.matchType(nodeType('expression')) !== null
}

/** Puts an inline in place of a part of a text, and the cursor behind it. */
export function placeInline(
  inline: Node,
  { from, to }: { readonly from: number; readonly to: number },
): Command {
  return ({ doc, tr }, dispatch) => {
    if (!takesInline(doc.resolve(from))) return false
    tr.replaceWith(from, to, inline)
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, from + inline.nodeSize)).scrollIntoView())
    return true
  }
}

/** Puts the number of a footnote at the cursor, its text at the end of the page, and the cursor into it. */
export const addFootnote: Command = ({ doc, tr, selection }, dispatch) => {
  if (!takesInline(selection.$from)) return false
  if (dispatch === undefined) return true
  const label = nextLabel(doc)
  tr.replaceSelectionWith(nodeType('annotation').create({ label }), false)
  const end = tr.doc.content.size - 1
  const paragraph = nodeType('paragraph').create()
  tr.insert(end, nodeType('footnote').create({ label }, paragraph))
  dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 2)).scrollIntoView())
  return true
}

/** The first number that no footnote of the page has. */
function nextLabel(doc: Node): string {
  const labels = new Set<unknown>()
  doc.descendants(({ type, attrs }) => {
    if (type === nodeType('annotation') || type === nodeType('footnote')) labels.add(attrs.label)
  })
  let number = 1
  while (labels.has(String(number))) number++
  return String(number)
}

/**
 * Selects the block beside the cursor if it could have a caption and has none: there is no text in it that
 * the cursor could go to, and the arrows would pass over it.
 */
export function selectBeside(direction: -1 | 1): Command {
  return ({ doc, tr, selection }, dispatch, view) => {
    const $at = direction < 0 ? selection.$from : selection.$to
    const isBlock = selection instanceof NodeSelection && !selection.node.isInline
    const isAtEdge = isBlock || view?.endOfTextblock(direction < 0 ? 'up' : 'down') === true
    const isEmpty = isBlock || (selection instanceof TextSelection && selection.empty)
    if (!isAtEdge || !isEmpty) return false
    const position = captionedBeside(doc, $at, direction)
    if (position === undefined) return false
    dispatch?.(tr.setSelection(NodeSelection.create(doc, position)).scrollIntoView())
    return true
  }
}

const captioned = new Set(['embed', 'file', 'image'])

/** The position of a block without its caption, if it is the next in this direction. */
function captionedBeside(doc: Node, $from: ResolvedPos, direction: -1 | 1): number | undefined {
  let $at = $from
  const beside = () => (direction < 0 ? $at.nodeBefore : $at.nodeAfter)
  while ($at.parent.isTextblock || beside() === null) {
    if ($at.depth === 0) return undefined
    $at = doc.resolve(direction < 0 ? $at.before() : $at.after())
  }
  let node = beside()
  let position = direction < 0 ? $at.pos - (node?.nodeSize ?? 0) : $at.pos
  while (node !== null && !node.isTextblock) {
    if (captioned.has(node.type.name)) return node.childCount === 0 ? position : undefined
    const inner: Node | null = direction < 0 ? node.lastChild : node.firstChild
    position += direction < 0 && inner !== null ? node.content.size - inner.nodeSize + 1 : 1
    node = inner
  }
  return undefined
}
