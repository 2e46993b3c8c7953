import { type Item, itemOf, joinItems } from './diff-join.ts'
import { type Pairing, pairBlocks, stepsOf } from './diff-pairs.ts'
import { isAbsent, lineBreakOf, type Piece, type PieceBlock, type Pieces, piecesOf } from './diff-pieces.ts'

/** What happened to a top-level block. */
export interface BlockChange {
  /** A moved block is reported at its new place. */
  readonly change: 'created' | 'deleted' | 'edited' | 'moved'
  /** Its key in the text before; absent if created. */
  readonly before?: string
  /** Its key in the text after; absent if deleted. */
  readonly after?: string
  readonly type: string
}

/** The changes to top-level blocks, in the order of both texts. White space between blocks is ignored. */
export function diffBlocks(before: string, after: string): readonly BlockChange[] {
  if (before === after) return []
  const [left, right] = [piecesOf(before).pieces, piecesOf(after).pieces]
  const pairing = pairBlocks(left, right)
  const origins = originsOf(pairing)
  return stepsOf(pairing, right.length).flatMap((step) => {
    if (step.before !== undefined && pairing.moved.has(step.before)) return []
    const origin = step.after === undefined ? undefined : origins.get(step.after)
    return changesOf(pieceAt(left, step.before ?? origin), pieceAt(right, step.after), origin !== undefined)
  })
}

/** The text without the changes to some blocks, and the keys found in neither text. */
export interface Reverted {
  readonly markdown: string
  readonly unknown: readonly string[]
}

/**
 * Reverts the changes since `base` to the blocks with these keys, which may be from the base or the current
 * text: an edited block is restored, a created one removed, a deleted one returns, a moved one moves back.
 * Everything else stays byte for byte.
 */
export function revertBlocks({
  base,
  current,
  keys,
}: {
  readonly base: string
  readonly current: string
  readonly keys: readonly string[]
}): Reverted {
  const [before, after] = [piecesOf(base), piecesOf(current)]
  const known = new Set([...before.pieces, ...after.pieces].flatMap(keysOf))
  const unknown = [...new Set(keys)].filter((key) => !known.has(key))
  const items = revertedItems(before.pieces, after.pieces, new Set(keys))
  if (items.length === 0) return { markdown: blankOf(after) ?? blankOf(before) ?? '', unknown }
  const { lead, tail } = after.tail === undefined ? before : after
  return {
    markdown: joinItems(items, { lead, tail, lineBreak: lineBreakOf(current, base) }).markdown,
    unknown,
  }
}

/** The whole text, if it has no blocks. */
function blankOf({ lead, tail }: Pieces): string | undefined {
  return tail === undefined ? lead : undefined
}

function revertedItems(
  before: readonly Piece[],
  after: readonly Piece[],
  keys: ReadonlySet<string>,
): readonly Item[] {
  const pairing = pairBlocks(before, after)
  const origins = originsOf(pairing)
  const isNamed = (...pieces: readonly (Piece | undefined)[]) =>
    pieces.some((piece) => piece && keysOf(piece).some((key) => keys.has(key)))
  const chosen = stepsOf(pairing, after.length).flatMap((step): readonly Chosen[] => {
    const [old, now] = [pieceAt(before, step.before), pieceAt(after, step.after)]
    const moved = old
      ? pieceAt(after, pairing.moved.get(step.before ?? -1))
      : pieceAt(before, origins.get(step.after ?? -1))
    const piece = isNamed(old, now, moved) ? old : now
    return piece ? [{ piece, old, now }] : []
  })
  return chosen.map((item, index) => ({
    ...itemOf(item.piece),
    gap: gapAfter(item, chosen[index + 1]),
    origins: [item.now, item.old].flatMap((piece) => (piece?.source === item.piece.source ? piece : [])),
  }))
}

/** The block chosen for a place, with its versions in the base and in the current text. */
interface Chosen {
  readonly piece: Piece
  readonly old: Piece | undefined
  readonly now: Piece | undefined
}

/** The gap in the current text, unless the two blocks were neighbours only in the base. */
function gapAfter({ old, now }: Chosen, following: Chosen | undefined): string | undefined {
  const isNow = now?.next !== undefined && now.next === following?.now
  const wasSo = old?.next !== undefined && old.next === following?.old
  return wasSo && !isNow ? old.gap : (now?.gap ?? old?.gap)
}

function keysOf({ blocks }: Piece): readonly string[] {
  return blocks.map(({ key }) => key)
}

function changesOf(
  before: Piece | undefined,
  after: Piece | undefined,
  isMoved: boolean,
): readonly BlockChange[] {
  const [left, right] = [before?.blocks ?? [], after?.blocks ?? []]
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
    changeOf(left[index], right[index], isMoved),
  ).flat()
}

function changeOf(
  before: PieceBlock | undefined,
  after: PieceBlock | undefined,
  isMoved: boolean,
): readonly BlockChange[] {
  if (before && after) {
    if (isMoved) return [{ change: 'moved', before: before.key, after: after.key, type: after.type }]
    if (before.content === after.content) return []
    return [{ change: 'edited', before: before.key, after: after.key, type: after.type }]
  }
  if (after) return [{ change: 'created', after: after.key, type: after.type }]
  return before ? [{ change: 'deleted', before: before.key, type: before.type }] : []
}

function pieceAt(pieces: readonly Piece[], place: number | undefined): Piece | undefined {
  const piece = place === undefined ? undefined : pieces[place]
  return piece && !isAbsent(piece) ? piece : undefined
}

/** For each place that a block moved to, the place where it was before. */
function originsOf({ moved }: Pairing): ReadonlyMap<number, number> {
  return new Map([...moved].map(([from, to]) => [to, from]))
}
