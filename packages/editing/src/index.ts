export {
  backspace,
  deleteForward,
  enter,
  leaveCode,
  liftBlock,
  moveDown,
  moveUp,
  setBlock,
  toggle,
  wrap,
} from './commands/blocks.ts'
export { fileBlock, insertBlock, placeNear } from './commands/files.ts'
export { addFootnote, placeBlock, placeInline, selectBeside, takesInline } from './commands/insert.ts'
export { type ListName, liftItem, sinkItem, splitItem, toggleBox, toList } from './commands/lists.ts'
export { deleteBlock, duplicateBlock, enterBlock } from './commands/placed.ts'
export { toSource } from './commands/source.ts'
export {
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
} from './commands/tables.ts'
export { acrossGroups } from './groups/borders.ts'
export { blocksOf, pageOf } from './groups/group.ts'
export { isPlace } from './groups/places.ts'
export { regroup, remote } from './groups/regroup.ts'
export { cellsOf, cellsOfText, pasteCells, tableOfCells } from './pasting/cells.ts'
export { sliceOfHtml } from './pasting/html.ts'
export { sliceOf, sliceOfMarkdown } from './pasting/markdown.ts'
export { paste } from './pasting/paste.ts'
export { editingPlugins } from './plugins.ts'
export type { Base, Spelling } from './saving/base.ts'
export { type Opened, open } from './saving/open.ts'
export { resync } from './saving/resync.ts'
export { isSame } from './saving/same.ts'
export { type Saved, type SavedText, save, type Unwritable } from './saving/save.ts'
export { schema } from './schema/schema.ts'
export { type Applied, applySteps, documentFromJson } from './steps.ts'
export { nodeFrom } from './tree/from-tree.ts'
export { blockFrom } from './tree/to-tree.ts'
