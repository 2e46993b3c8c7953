import { align } from './align.ts'
import { type Item, itemOf } from './diff-join.ts'
import { pairBlocks } from './diff-pairs.ts'
import { isAbsent, isOneBlock, type Piece } from './diff-pieces.ts'
import { mergeGaps } from './merge-gaps.ts'
import { mergeLines } from './merge-lines.ts'

/** A part of the merged text: blocks that both sides agree on, or each side's version. */
export type Part =
  | { readonly kind: 'agreed'; readonly items: readonly Item[] }
  | ({ readonly kind: 'conflict' } & Versions)

export interface Versions {
  readonly base: readonly Piece[]
  readonly ours: readonly Piece[]
  readonly theirs: readonly Piece[]
}

/**
 * Treats both sides as changes of the base: each of its blocks is kept, edited or deleted, and there may be
 * new blocks before each of them and at the end.
 */
export function planMerge(
  base: readonly Piece[],
  ours: readonly Piece[],
  theirs: readonly Piece[],
): readonly Part[] {
  const [left, right] = [sideOf(base, ours), sideOf(base, theirs)]
  const places: Place[] = []
  for (let index = 0; index <= base.length; index++) {
    places.push(spaceOf(left.created[index] ?? [], right.created[index] ?? []))
    const piece = base[index]
    if (piece) places.push(blockOf(piece, left.counterparts[index], right.counterparts[index]))
  }
  return partsOf(places, conflictingPlaces(places))
}

/** A block of the base, or the space before a block or at the end, where the base has nothing. */
interface Place extends Versions {
  /** Undefined if the two sides conflict. */
  readonly merged: readonly Item[] | undefined
}

interface Side {
  /** For each block of the base, its counterpart; undefined if it was deleted. */
  readonly counterparts: readonly (Piece | undefined)[]
  /** For each block of the base, the blocks created before it. */
  readonly created: readonly (readonly Piece[])[]
}

function sideOf(base: readonly Piece[], side: readonly Piece[]): Side {
  const created: (readonly Piece[])[] = []
  let next = 0
  const counterparts = Array.from(pairBlocks(base, side).counterparts, (counterpart, place) => {
    if (counterpart < 0) return undefined
    created[place] = side.slice(next, counterpart)
    next = counterpart + 1
    return side[counterpart]
  })
  created[base.length] = side.slice(next)
  return { counterparts, created }
}

function blockOf(base: Piece, ours: Piece | undefined, theirs: Piece | undefined): Place {
  const merged = mergeBlock(base, ours, theirs)
  return {
    base: present(base),
    ours: present(ours),
    theirs: present(theirs),
    merged: merged && (merged.source === '' ? [] : [merged]),
  }
}

function present(piece: Piece | undefined): readonly Piece[] {
  return piece && !isAbsent(piece) ? [piece] : []
}

/** A deleted block has an empty source. */
function mergeBlock(base: Piece, ours: Piece | undefined, theirs: Piece | undefined): Item | undefined {
  const source = mergeSources(base.source, ours?.source ?? '', theirs?.source ?? '')
  if (source === undefined) return undefined
  const origins = [ours, theirs, base].flatMap((piece) => (piece?.source === source ? piece : []))
  const gap = mergeGaps(base.gap, ours?.gap, theirs?.gap)
  return { type: origins[0]?.type ?? base.type, source, gap, origins }
}

function mergeSources(base: string, ours: string, theirs: string): string | undefined {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  if (base === '' || ours === '' || theirs === '') return undefined
  const merged = mergeLines(base, ours, theirs)
  if (merged === undefined || isOneBlock(merged)) return merged
  return isOneBlock(ours) && isOneBlock(theirs) ? undefined : merged
}

/** Keeps the blocks that both sides created, ours first, and equal ones once. */
function spaceOf(ours: readonly Piece[], theirs: readonly Piece[]): Place {
  const versions = { base: [], ours, theirs }
  if (theirs.length === 0) return { ...versions, merged: ours.map(itemOf) }
  if (ours.length === 0) return { ...versions, merged: theirs.map(itemOf) }
  const merged: Item[] = []
  let [from, to] = [0, 0]
  const contents = [ours, theirs].map((pieces) => pieces.map(({ content }) => content))
  for (const { before, after, length } of align(contents[0] ?? [], contents[1] ?? [])) {
    add(ours.slice(from, before), theirs.slice(to, after))
    from = before + length
    to = after + length
    for (const [offset, piece] of ours.slice(before, from).entries()) {
      const same = theirs[after + offset] ?? piece
      merged.push({ ...itemOf(piece), gap: piece.gap ?? same.gap, origins: [piece, same] })
    }
  }
  add(ours.slice(from), theirs.slice(to))
  return { ...versions, merged }

  function add(...sides: readonly (readonly Piece[])[]) {
    for (const pieces of sides) for (const piece of pieces) merged.push(itemOf(piece))
  }
}

/** Spaces have even indexes. */
function conflictingPlaces(places: readonly Place[]): ReadonlySet<number> {
  const conflicting = new Set<number>()
  for (const [index, place] of places.entries()) {
    if (place.merged === undefined) {
      // Blocks created next to it may be part of the same edit.
      const spaces = [index - 1, index + 1].filter((space) => !isEmpty(places[space]))
      for (const part of [index, ...spaces]) conflicting.add(part)
    } else if (index % 2 === 0 && isReplacedTwice(places[index - 1], place)) {
      conflicting.add(index)
      for (let gone = index - 1; isEmpty(places[gone]); gone--) conflicting.add(gone)
    }
  }
  return conflicting
}

function isEmpty(place: Place | undefined): boolean {
  return place?.ours.length === 0 && place.theirs.length === 0
}

/** Whether both sides replaced a block that neither has anymore, in different ways. */
function isReplacedTwice(block: Place | undefined, { ours, theirs }: Place): boolean {
  if (!isEmpty(block) || block?.base.length === 0) return false
  return ours.length > 0 && theirs.length > 0 && !isSame(ours, theirs)
}

function partsOf(places: readonly Place[], conflicting: ReadonlySet<number>): readonly Part[] {
  const parts: Part[] = []
  let open: Place[] = []
  for (const [index, place] of places.entries()) {
    if (conflicting.has(index)) open.push(place)
    if (open.length > 0 && !conflicting.has(index + 1)) {
      parts.push(settled(open))
      open = []
    } else if (!conflicting.has(index)) parts.push({ kind: 'agreed', items: place.merged ?? [] })
  }
  return parts
}

/** Blocks that were paired differently may still have the same text as a whole. */
function settled(places: readonly Place[]): Part {
  const base = places.flatMap((place) => place.base)
  const ours = places.flatMap((place) => place.ours)
  const theirs = places.flatMap((place) => place.theirs)
  if (isSame(ours, theirs) || isSame(theirs, base)) return { kind: 'agreed', items: ours.map(itemOf) }
  if (isSame(ours, base)) return { kind: 'agreed', items: theirs.map(itemOf) }
  return { kind: 'conflict', base, ours, theirs }
}

function isSame(one: readonly Piece[], other: readonly Piece[]): boolean {
  return one.length === other.length && one.every(({ source }, index) => source === other[index]?.source)
}
