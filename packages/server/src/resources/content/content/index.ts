export { seenBacklinks } from './backlinks.ts'
export { commitApplied, refusal } from './committing.ts'
export { evaluated } from './evaluating.ts'
export { mergeSides, openSides } from './merging.ts'
export { textOf } from './reading.ts'
export { documentIdOf, seenDescription, seenTitle, toLayout } from './shape.ts'
export { isShownOnSite } from './shown-on-site.ts'
export * from './store.ts'
export { withTitle } from './titled-text.ts'
export { contentOf, openChangeRequest, openSpace, type View, view } from './view.ts'
export {
  type Branch,
  isWhole,
  placedPages,
  requireFileSeen,
  type SeenPage,
  seenAmong,
  seenBelow,
  seenBranches,
  seenLevel,
  seenPageById,
  seenPageByPath,
  seenPages,
  seenText,
  seenTree,
  spaceVariables,
  type Viewer,
} from './visible.ts'
