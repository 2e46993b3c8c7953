import {
  chainCommands,
  createParagraphNear,
  deleteSelection,
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
import type { Attrs, Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
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
    if ($from.depth < 2 || $to.depth < 2 || $from.node(1) !== $to.node(1)) return false
    const group = $from.node(1)
    const [first, last] = [$from.index(1), $to.index(1)]
    const neighbour = group.maybeChild(direction < 0 ? first - 1 : last + 1)
    if (neighbour === null || isFrontMatter(neighbour) || isFrontMatter(group.child(first))) return false
    if (dispatch !== undefined) dispatch(moved(state, neighbour, direction))
    return true
  })
}

/** The front matter stays at the start. */
function isFrontMatter({ type }: Node): boolean {
  return type === nodeType('front_matter')
}

function moved(state: EditorState, neighbour: Node, direction: 1 | -1) {
  const { $from, $to, anchor, head } = state.selection
  const [start, end] = [$from.before(2), $to.after(2)]
  const { tr } = state
  if (direction < 0) tr.insert(end, neighbour).delete(start - neighbour.nodeSize, start)
  else tr.delete(end, end + neighbour.nodeSize).insert(start, neighbour)
  const by = direction * neighbour.nodeSize
  return tr.setSelection(TextSelection.create(tr.doc, anchor + by, head + by)).scrollIntoView()
}
