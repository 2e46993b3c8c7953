import { type Item, type Joined, joinItems } from './diff-join.ts'
import { lineBreakOf, type Pieces, piecesOf } from './diff-pieces.ts'
import { type ConflictTexts, chosenItems, conflictIds, conflictTexts } from './merge-conflicts.ts'
import { mergeGaps } from './merge-gaps.ts'
import { planMerge } from './merge-plan.ts'
import { parseDocument } from './parse.ts'

/** Two texts with a common origin. */
export interface DocumentVersions {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** A place where both sides changed the same blocks in different ways. */
export interface DocumentConflict extends ConflictTexts {
  /** Derived from the three texts, so it stays the same as long as they do. */
  readonly id: string
  /** The key of the block before it in the merged text; undefined at the start. */
  readonly place: string | undefined
}

export interface MergedDocument {
  /** Contains our version where there is a conflict. */
  readonly markdown: string
  readonly conflicts: readonly DocumentConflict[]
}

/**
 * Merges both sides' changes: block by block, and line by line within a block. Text that neither side changed
 * stays byte for byte, and everything that a side wrote is in the text or in a conflict.
 */
export function mergeDocuments(versions: DocumentVersions): MergedDocument {
  return resolveConflicts(versions, new Map())
}

/**
 * The merged text with these texts, by conflict ID, in place of conflicts; an empty text removes the blocks.
 * Other conflicts remain.
 */
export function resolveConflicts(
  versions: DocumentVersions,
  resolutions: ReadonlyMap<string, string>,
): MergedDocument {
  const { base, ours, theirs } = versions
  if (ours === theirs || base === theirs) return { markdown: ours, conflicts: [] }
  if (base === ours) return { markdown: theirs, conflicts: [] }
  return mergeChanged(versions, resolutions)
}

/** The merge without shortcuts for unchanged sides. */
export function mergeChanged(
  { base, ours, theirs }: DocumentVersions,
  resolutions: ReadonlyMap<string, string>,
): MergedDocument {
  const pieces = { base: piecesOf(base), ours: piecesOf(ours), theirs: piecesOf(theirs) }
  const lineBreak = lineBreakOf(ours, theirs, base)
  const idOf = conflictIds()
  const items: Item[] = []
  const open: (Omit<DocumentConflict, 'place'> & { readonly itemsBefore: number })[] = []
  for (const part of planMerge(pieces.base.pieces, pieces.ours.pieces, pieces.theirs.pieces)) {
    if (part.kind === 'agreed') {
      for (const item of part.items) items.push(item)
      continue
    }
    const texts = conflictTexts(part, lineBreak)
    const id = idOf(texts)
    const resolution = resolutions.get(id)
    if (resolution === undefined) open.push({ id, ...texts, itemsBefore: items.length })
    for (const item of chosenItems(part, texts, resolution ?? texts.ours)) items.push(item)
  }
  const joined = joinItems(items, { ...edgesOf(pieces), lineBreak })
  const keys = open.length > 0 ? keysOf(joined) : []
  const conflicts = open.map(({ itemsBefore, ...conflict }) => ({
    ...conflict,
    place: keys[itemsBefore - 1],
  }))
  return { markdown: items.length > 0 ? joined.markdown : blankOf(pieces), conflicts }
}

type Sides = Readonly<Record<'base' | 'ours' | 'theirs', Pieces>>

/** A text without blocks doesn't define the white space around blocks. */
function edgesOf({ base, ours, theirs }: Sides): Omit<Pieces, 'pieces'> {
  const leadOf = ({ lead, tail }: Pieces) => (tail === undefined ? undefined : lead)
  return {
    lead: mergeGaps(leadOf(base), leadOf(ours), leadOf(theirs)) ?? '',
    tail: mergeGaps(base.tail, ours.tail, theirs.tail),
  }
}

/** The result if no blocks are left: the white space of a side that has no blocks either. */
function blankOf({ base, ours, theirs }: Sides): string {
  const blank = ({ lead, tail }: Pieces) => (tail === undefined ? lead : undefined)
  return mergeGaps(blank(base), blank(ours), blank(theirs)) ?? ''
}

/** For each item, the key of the block that it ends in. */
function keysOf({ markdown, ends }: Joined): readonly (string | undefined)[] {
  const { blocks } = parseDocument(markdown)
  let next = 0
  return ends.map((end) => {
    while ((blocks[next]?.start ?? end) < end) next++
    return blocks[next - 1]?.key
  })
}
