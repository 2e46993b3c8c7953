export type { Applied } from './changes/applied.ts'
export { applyChanges } from './changes/apply.ts'
export type * from './changes/change.ts'
export { insertPages, type NewPage, type NewPages } from './changes/insert-pages.ts'
export { type ContentRecords, writeRecords } from './changes/write-records.ts'
export { type ContentDifference, changedPages, compareContents } from './compare.ts'
export { type Content, emptyContent, encodeContent, knownObjects, readContent } from './content.ts'
export { align, type Hunk, hunksBetween } from './documents/align.ts'
export { DocumentError, requireDocument } from './documents/bounds.ts'
export { beginsWithCondition, type Clause, cutConditions, splitConditions } from './documents/conditions.ts'
export { diffBlocks } from './documents/diff.ts'
export { blocksByKey, hasBlock } from './documents/find-blocks.ts'
export type { ContentReference, DocumentBlock, DocumentNode } from './documents/nodes.ts'
export { parseDocument } from './documents/parse.ts'
export { printDocument } from './documents/print.ts'
export { textOf } from './documents/print-text.ts'
export { refOf } from './documents/references.ts'
export { type Replacement, replaceRanges } from './documents/replace-ranges.ts'
export { decodeText } from './documents/text.ts'
export { onText, runTextTask, runTextTasksWith, type TextTask } from './documents/text-work.ts'
export { ContentError } from './errors.ts'
export { findRecord, listRecords, readVariables, setRecords } from './files.ts'
export { breakableIndexes, urlIndexPrefix } from './links/destination.ts'
export { reusableIdOf, shownDestination } from './links/link-entries.ts'
export {
  type BrokenLinks,
  backlinksOfFile,
  backlinksOfPage,
  backlinksOfReusableContent,
  brokenAmong,
  countBroken,
  countLinks,
  type Link,
  linksFrom,
  linksInText,
  linksOfPage,
} from './links/read-links.ts'
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
  type Page,
  type PageTree,
  type PlacedPage,
  pageTree,
  pathOf,
} from './pages/read-pages.ts'
export { numberedSlug, slugOf } from './pages/slug.ts'
export { type Rank, rankBetween } from './rank.ts'
export type { FileRecord, ReusableContentRecord } from './records.ts'
export { type ReadObjects, type Walked, walkContents } from './walk.ts'
