import { type Item, type Joined, joinItems } from './diff-join.ts'
import { lineBreakOf, type Pieces, piecesOf } from './diff-pieces.ts'
import { type ConflictTexts, chosenItems, conflictIds, conflictTexts } from './merge-conflicts.ts'
import { mergeGaps } from './merge-gaps.ts'
import { planMerge } from './merge-plan.ts'
import { parseDocument } from './parse.ts'

/** Two texts that came from the same one. */
export interface DocumentVersions {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** Where both sides changed the same blocks in different ways. */
export interface DocumentConflict extends ConflictTexts {
  /** Follows from the three texts, so it stays while they do. */
  readonly id: string
  /** The key of the block before it in the merged text; undefined at the start. */
  readonly place: string | undefined
}

export interface MergedDocument {
  /** Has ours where there is a conflict. */
  readonly markdown: string
  readonly conflicts: readonly DocumentConflict[]
}

/**
 * Both sides' changes in one text: block by block, inside of a block line by line. What neither side touched
 * stays byte for byte as it is, and nothing that a side wrote is in neither the text nor a conflict.
 */
export function mergeDocuments(versions: DocumentVersions): MergedDocument {
  return resolveConflicts(versions, new Map())
}

/**
 * The merged text with these texts at the conflicts of these ids, an empty one for nothing; the rest remains.
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

/** The merge without its short cuts. */
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

/** A text without blocks has nothing to say about the white space around some. */
function edgesOf({ base, ours, theirs }: Sides): Omit<Pieces, 'pieces'> {
  const leadOf = ({ lead, tail }: Pieces) => (tail === undefined ? undefined : lead)
  return {
    lead: mergeGaps(leadOf(base), leadOf(ours), leadOf(theirs)) ?? '',
    tail: mergeGaps(base.tail, ours.tail, theirs.tail),
  }
}

/** What is left when no block is: the white space of a side that has none either. */
function blankOf({ base, ours, theirs }: Sides): string {
  const blank = ({ lead, tail }: Pieces) => (tail === undefined ? lead : undefined)
  return mergeGaps(blank(base), blank(ours), blank(theirs)) ?? ''
}

/** By item, the key of the block that it ends in. */
function keysOf({ markdown, ends }: Joined): readonly (string | undefined)[] {
  const { blocks } = parseDocument(markdown)
  let next = 0
  return ends.map((end) => {
    while ((blocks[next]?.start ?? end) < end) next++
    return blocks[next - 1]?.key
  })
}
