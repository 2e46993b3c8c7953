import type { ObjectStore } from '../objects.ts'
import { type Chunk, type Item, isSame, valueIn } from './chunk.ts'
import { type MapRoot, readChildren, readRoots } from './read.ts'

/** A key whose value differs; absent on a side without the key. */
export interface Difference {
  readonly key: string
  readonly before?: string
  readonly after?: string
}

/** The differences between two maps, in key order. Chunks that both maps share are not read. */
export async function diff(
  store: ObjectStore,
  before: MapRoot,
  after: MapRoot,
  { limit = Number.POSITIVE_INFINITY }: { readonly limit?: number | undefined } = {},
): Promise<readonly Difference[]> {
  if (before === after) return []
  const [top, otherTop] = await readRoots(store, [before, after])
  if (top === undefined || otherTop === undefined) return []
  let [found, behind]: [readonly Difference[], string | undefined] = [[], undefined]
  for (let width = Math.max(limit, widthMin); found.length < limit; width *= 4) {
    const part = await differences(store, top, otherTop, behind, width)
    found = found.length === 0 ? part.found : [...found, ...part.found]
    if (part.end === undefined) break
    behind = part.end
  }
  return found.length > limit ? found.slice(0, limit) : found
}

/** The minimum number of chunks to open on each level that has differences. */
const widthMin = 16

/** The items of one level of a map that may differ from the other map. */
interface Side {
  readonly level: number
  readonly items: readonly Item[]
}

/** The differences after the key `behind`, up to `end`; `end` is undefined if there are no more. */
async function differences(
  store: ObjectStore,
  top: Chunk,
  otherTop: Chunk,
  behind: string | undefined,
  width: number,
): Promise<{ readonly found: readonly Difference[]; readonly end: string | undefined }> {
  let [one, other]: [Side, Side] = [top, otherTop]
  let end: string | undefined
  for (let level = Math.max(one.level, other.level); level >= 0; level--) {
    if (one.level === other.level) [one, other] = apart(one, other)
    ;[one, other] = [itemsBehind(one, behind), itemsBehind(other, behind)]
    for (const { items } of [one, other]) {
      const last = items.length > width ? items[width - 1]?.key : undefined
      if (last !== undefined && (end === undefined || last < end)) end = last
    }
    ;[one, other] = [itemsUpTo(one, end), itemsUpTo(other, end)]
    if (level > 0) [one, other] = await opened(store, level, one, other)
  }
  return { found: unequalPairs(one.items, other.items).map(differenceOf), end }
}

/** Removes the items that both sides share: equal items on the same level have equal content. */
function apart(one: Side, other: Side): [Side, Side] {
  const pairs = unequalPairs(one.items, other.items)
  return [
    { level: one.level, items: pairs.flatMap(([item]) => item ?? []) },
    { level: other.level, items: pairs.flatMap(([, item]) => item ?? []) },
  ]
}

function itemsBehind(side: Side, key: string | undefined): Side {
  if (key === undefined) return side
  return { level: side.level, items: side.items.filter((item) => item.key > key) }
}

/** A child whose last key is past the end may begin before it. */
function itemsUpTo(side: Side, end: string | undefined): Side {
  if (end === undefined) return side
  const past = side.items.findIndex((item) => item.key >= end)
  if (past < 0) return side
  const isIn = side.level > 0 || side.items[past]?.key === end
  return { level: side.level, items: side.items.slice(0, past + (isIn ? 1 : 0)) }
}

/**
 * Reads the items of the given level on both sides in one round trip; a side on a lower level stays as it is.
 */
async function opened(store: ObjectStore, level: number, one: Side, other: Side): Promise<[Side, Side]> {
  const [items, otherItems] = [one, other].map((side) => (side.level === level ? side.items : []))
  const chunks = await readChildren(store, level, [...(items ?? []), ...(otherItems ?? [])])
  const below = (side: Side, opened: readonly Chunk[]): Side =>
    side.level === level ? { level: level - 1, items: opened.flatMap((chunk) => chunk.items) } : side
  const length = items?.length ?? 0
  return [below(one, chunks.slice(0, length)), below(other, chunks.slice(length))]
}

function differenceOf([item, other]: Pair): Difference {
  return {
    key: (item ?? other)?.key ?? '',
    ...(item !== undefined && { before: valueIn(item) }),
    ...(other !== undefined && { after: valueIn(other) }),
  }
}

type Pair = readonly [Item | undefined, Item | undefined]

/** The items of both sides in key order, paired by key, without those that are equal. */
function unequalPairs(items: readonly Item[], others: readonly Item[]): readonly Pair[] {
  const pairs: Pair[] = []
  let [at, otherAt] = [0, 0]
  while (at < items.length || otherAt < others.length) {
    const item = items[at]
    const other = others[otherAt]
    const isFirst = item !== undefined && (other === undefined || item.key <= other.key)
    const isOtherFirst = other !== undefined && (item === undefined || other.key <= item.key)
    if (isFirst) at++
    if (isOtherFirst) otherAt++
    if (isFirst && isOtherFirst && isSame(item, other)) continue
    pairs.push([isFirst ? item : undefined, isOtherFirst ? other : undefined])
  }
  return pairs
}
