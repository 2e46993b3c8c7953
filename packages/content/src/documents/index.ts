export { loadParser } from '#markdown'
export { type BlockStep, compareBlocks, sourceOf as wordsIn } from '../comparing/block-steps.ts'
export { markBlock, mergeBlocks, mergeChildren } from '../comparing/merged-blocks.ts'
export { printJsonDocument, readJsonDocument } from '../json-document/json-document.ts'
export { align, type Hunk, hunksBetween } from './align.ts'
export { charactersMax, DocumentError, requireDocument } from './bounds.ts'
export { type BlockChange, diffBlocks } from './diff.ts'
export { pairBlocks, stepsOf } from './diff-pairs.ts'
export { loadEmojis, type NamedEmoji } from './emoji-names.ts'
export { decodeEntities } from './entities.ts'
export { attributeValue } from './html-tokens.ts'
export { type HtmlElement, type HtmlItem, isElement, readHtml } from './html-tree.ts'
export {
  type DocumentConflict,
  type DocumentVersions,
  type MergedDocument,
  mergeDocuments,
  resolveConflicts,
} from './merge.ts'
export type * from './nodes.ts'
export { type Block, type DocumentLink, type ParsedDocument, parseDocument } from './parse.ts'
export { blockPrinter, type PrintableTree, printBlock, printDocument } from './print.ts'
export type { PrintableNode } from './print-nodes.ts'
export { textOf } from './print-text.ts'
export { refOf } from './references.ts'
export { type Replacement, replaceRanges } from './replace-ranges.ts'
