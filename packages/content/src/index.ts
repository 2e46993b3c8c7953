export type { Applied, AppliedChanges } from './changes/applied.ts'
export { applyChanges } from './changes/apply.ts'
export type * from './changes/change.ts'
export { insertPages, type NewPage, type NewPages } from './changes/insert-pages.ts'
export { type ContentRecords, writeRecords } from './changes/write-records.ts'
export { type ContentDifference, changedPages, compareContents } from './compare.ts'
export {
  type Content,
  editContent,
  emptyContent,
  encodeContent,
  knownObjects,
  readContent,
} from './content.ts'
export { align, type Hunk, hunksBetween } from './documents/align.ts'
export { DocumentError, requireDocument } from './documents/bounds.ts'
export { beginsWithCondition, type Clause, cutConditions, splitConditions } from './documents/conditions.ts'
export { diffBlocks } from './documents/diff.ts'
export { decodeEntities } from './documents/entities.ts'
export { blocksByKey, hasBlock } from './documents/find-blocks.ts'
export { type HtmlElement, type HtmlItem, readHtml } from './documents/html-tree.ts'
export type {
  ContentReference,
  DocumentBlock,
  DocumentInline,
  DocumentLeaf,
  DocumentMark,
  DocumentNode,
  NodeData,
} from './documents/nodes.ts'
export { parseDocument } from './documents/parse.ts'
export { textOf } from './documents/print-text.ts'
export { refOf } from './documents/references.ts'
export { type Replacement, replaceRanges } from './documents/replace-ranges.ts'
export { decodeText } from './documents/text.ts'
export { onText, runTextTask, runTextTasksWith, type TextTask } from './documents/text-work.ts'
export { ContentError } from './errors.ts'
export { findRecord, listRecords, readVariables, setRecords } from './files.ts'
export { emojiNamed } from './json-document/emoji.ts'
export { printJsonDocument, readJsonDocument } from './json-document/json-document.ts'
export { shownSource } from './json-document/sources.ts'
export { breakableIndexes, urlIndexPrefix } from './links/destination.ts'
export { reusableIdOf, reusableOwner, shownDestination } from './links/link-entries.ts'
export {
  type BrokenLinks,
  backlinksOfFile,
  backlinksOfOutside,
  backlinksOfPage,
  backlinksOfReusableContent,
  brokenAmong,
  countBroken,
  countLinks,
  fileLinks,
  type Link,
  linksFrom,
  linksInText,
  linksOfPage,
  linksOfText,
} from './links/read-links.ts'
export { resolveReferences, type SeenAmong } from './links/resolve-references.ts'
export { memoryStore } from './memory-store.ts'
export type { ContentConflict, Resolution, Resolutions } from './merge/conflict.ts'
export { type MergedContents, mergeContents } from './merge/merge-contents.ts'
export { type Hash, hashOf, MissingObject, type ObjectStore, type StoredObject } from './objects.ts'
export type { DocumentRecord, Layout, PageRecord } from './pages/page-record.ts'
export {
  ancestorsOf,
  childrenTree,
  findByPath,
  findPage,
  findPages,
  findPlacedPages,
  firstChildren,
  hasMorePages,
  type Page,
  type PageTree,
  type PlacedPage,
  pageLevel,
  pageTree,
  pathOf,
} from './pages/read-pages.ts'
export { numberedSlug, slugOf } from './pages/slug.ts'
export { type Rank, rankBetween } from './rank.ts'
export type { FileRecord, ReusableContentRecord } from './records.ts'
export { editTree } from './tree/edit-tree.ts'
export { kindOf as treeKindOf } from './tree/held-files.ts'
export { type LayoutVersion, layOut, newestLayout } from './tree/layout.ts'
export { isPointer } from './tree/refusals.ts'
export { readSummary, type SummaryEntry } from './tree/summary.ts'
export type { TextEntry, Tree, TreeEntry } from './tree/tree.ts'
export { type TreeChanges, treeChanges } from './tree/tree-changes.ts'
export type { TreeEdit, WrittenFile } from './tree/tree-edit.ts'
export { type ReadObjects, type Walked, walkContents } from './walk.ts'
