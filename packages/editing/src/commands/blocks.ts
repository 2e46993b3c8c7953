import {
  chainCommands,
  createParagraphNear,
  deleteSelection,
  exitCode,
  joinBackward,
  joinForward,
  lift,
  liftEmptyBlock,
  newlineInCode,
  selectNodeBackward,
  selectNodeForward,
  setBlockType,
  splitBlock,
  toggleMark,
  wrapIn,
} from 'prosemirror-commands'
import type { Attrs, Node, ResolvedPos } from 'prosemirror-model'
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { acrossGroups } from '../groups/borders.ts'
import { markType, nodeType } from '../schema/schema.ts'

/** Commands work across the borders of groups, which nobody sees. */
export const backspace = acrossGroups(chainCommands(deleteSelection, joinBackward, selectNodeBackward))
export const deleteForward = acrossGroups(chainCommands(deleteSelection, joinForward, selectNodeForward))
export const enter = acrossGroups(
  chainCommands(newlineInCode, createParagraphNear, liftEmptyBlock, splitBlock),
)
export const liftBlock = acrossGroups(lift)
export const moveUp = moveBlocks(-1)
export const moveDown = moveBlocks(1)

/** Leaves code that is the last of its blocks, for a new paragraph below it. */
export const leaveCode = acrossGroups((state, dispatch) => {
  const { $head, empty } = state.selection
  const isAtEnd = empty && $head.parentOffset === $head.parent.content.size
  const isLast = $head.depth > 0 && $head.indexAfter(-1) === $head.node(-1).childCount
  return isAtEnd && isLast && exitCode(state, dispatch)
})

/** Turns the selected blocks into paragraphs, headings or code. */
export function setBlock(name: 'paragraph' | 'heading' | 'code_block', attrs: Attrs = {}): Command {
  return acrossGroups(setBlockType(nodeType(name), attrs))
}

/** Puts the selected blocks into a container, such as a hint or a quote. */
export function wrap(name: string, attrs: Attrs | null = null): Command {
  return acrossGroups(wrapIn(nodeType(name), attrs))
}

export function toggle(name: string, attrs: Attrs | null = null): Command {
  return toggleMark(markType(name), attrs)
}

/** Moves the blocks that the selection touches one place up or down, into the next group if need be. */
function moveBlocks(direction: 1 | -1): Command {
  return acrossGroups((state, dispatch) => {
    const { $from, $to } = state.selection
    if ($from.depth < 1 || $to.depth < 1 || $from.node(1) !== $to.node(1)) return false
    const group = $from.node(1)
    const [first, last] = [$from.index(1), lastIndex($to)]
    const neighbour = group.maybeChild(direction < 0 ? first - 1 : last + 1)
    if (neighbour === null || isFrontMatter(neighbour) || isFrontMatter(group.child(first))) return false
    if (dispatch !== undefined) dispatch(moved(state, neighbour, direction))
    return true
  })
}

/** The index in its group of the last block that is selected. A block without text is selected whole. */
function lastIndex($to: ResolvedPos): number {
  return $to.depth > 1 ? $to.index(1) : $to.index(1) - 1
}

/** The front matter stays at the start. */
function isFrontMatter({ type }: Node): boolean {
  return type === nodeType('front_matter')
}

function moved(state: EditorState, neighbour: Node, direction: 1 | -1) {
  const { $from, $to, anchor, head } = state.selection
  const [start, end] = [$from.posAtIndex($from.index(1), 1), $to.posAtIndex(lastIndex($to) + 1, 1)]
  const { tr } = state
  if (direction < 0) tr.insert(end, neighbour).delete(start - neighbour.nodeSize, start)
  else tr.delete(end, end + neighbour.nodeSize).insert(start, neighbour)
  const by = direction * neighbour.nodeSize
  const isWhole = state.selection instanceof NodeSelection
  const selection = isWhole
    ? NodeSelection.create(tr.doc, anchor + by)
    : TextSelection.create(tr.doc, anchor + by, head + by)
  return tr.setSelection(selection).scrollIntoView()
}
