import {
  backspace,
  deleteForward,
  enter,
  leaveCode,
  liftBlock,
  liftItem,
  moveDown,
  moveUp,
  nextCell,
  previousCell,
  schema,
  selectBeside,
  setBlock,
  sinkItem,
  splitItem,
  toggle,
  toggleBox,
  toList,
} from '@stemma/editing'
import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { type Command, NodeSelection, type Plugin, Selection, TextSelection } from 'prosemirror-state'
import { announce } from '../../app/announcements.tsx'
import type { TextKey } from '../../app/shortcut-table.ts'

/** The keys of the editor. */
export function keyPlugins(): Plugin[] {
  return [keymap(keys), keymap(plainKeys), keymap(baseKeymap)]
}

/** Says what a command did that others only see. */
export function announced(command: Command, words: string): Command {
  return (state, dispatch, view) => {
    const isDone = command(state, dispatch, view)
    if (isDone && dispatch !== undefined) announce(words)
    return isDone
  }
}

const hardBreak: Command = ({ tr, selection: { $from } }, dispatch) => {
  if ($from.parent.type.spec.code) return false
  dispatch?.(tr.replaceSelectionWith(schema.node('hard_break')).scrollIntoView())
  return true
}

const keys: Readonly<Record<TextKey, Command>> = {
  'Mod-z': undo,
  'Mod-Shift-z': redo,
  'Mod-b': toggle('bold'),
  'Mod-i': toggle('italic'),
  'Mod-e': toggle('code'),
  'Mod-Shift-x': toggle('strikethrough'),
  'Mod-Alt-0': setBlock('paragraph'),
  'Mod-Alt-1': setBlock('heading', { level: 1 }),
  'Mod-Alt-2': setBlock('heading', { level: 2 }),
  'Mod-Alt-3': setBlock('heading', { level: 3 }),
  'Mod-Shift-7': toList('list_ordered'),
  'Mod-Shift-8': toList('list_unordered'),
  'Mod-Shift-9': toList('list_tasks'),
  'Mod-Enter': toggleBox,
  'Shift-Enter': hardBreak,
  Tab: chainCommands(nextCell, sinkItem),
  'Shift-Tab': chainCommands(previousCell, liftItem, liftBlock),
  'Alt-ArrowUp': announced(moveUp, 'Moved up'),
  'Alt-ArrowDown': announced(moveDown, 'Moved down'),
}

/** What an arrow leads to. The browser leads past a formula, whose source isn't shown without the cursor. */
function intoFormula(arrow: 'up' | 'down' | 'left' | 'right'): Command {
  const direction = arrow === 'down' || arrow === 'right' ? 1 : -1
  return ({ doc, selection: { $head, empty }, tr }, dispatch, view) => {
    if (!empty || !$head.parent.isTextblock || !view?.endOfTextblock(arrow)) return false
    const edge = doc.resolve(direction === 1 ? $head.after() : $head.before())
    const next = Selection.findFrom(edge, direction)
    if (!(next instanceof TextSelection) || next.$head.parent.type.name !== 'math') return false
    dispatch?.(tr.setSelection(next).scrollIntoView())
    return true
  }
}

/** Opens the field of a formula in a line, as a click does. */
const openFormula: Command = ({ selection }, dispatch, view) => {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'inline_math') return false
  const dom = view?.nodeDOM(selection.from)
  if (dispatch !== undefined && dom instanceof HTMLElement) dom.click()
  return true
}

/** They do what they do in every text, so the map of the keyboard leaves them out. */
const plainKeys: Readonly<Record<string, Command>> = {
  'Mod-y': redo,
  Enter: chainCommands(openFormula, splitItem, enter),
  Backspace: backspace,
  'Mod-Backspace': backspace,
  Delete: deleteForward,
  ArrowUp: chainCommands(intoFormula('up'), selectBeside(-1)),
  ArrowDown: chainCommands(leaveCode, intoFormula('down'), selectBeside(1)),
  ArrowLeft: intoFormula('left'),
  ArrowRight: intoFormula('right'),
}
