import type { ObjectStore } from '../objects.ts'
import { type Chunk, type Entry, entryIn, type Item, indexOf } from './chunk.ts'
import { prefixEnd } from './prefix.ts'
import { type MapRoot, readChildren, readRoot } from './read.ts'

export interface RangeOptions {
  readonly from?: string | undefined
  readonly before?: string | undefined
  readonly prefix?: string | undefined
  /** The key to continue after, in reading direction: the last key of the previous page. */
  readonly after?: string | undefined
  readonly reverse?: boolean | undefined
  readonly limit: number
}

/** The first entries of a range, with one round trip for each level. */
export async function range(
  store: ObjectStore,
  root: MapRoot,
  options: RangeOptions,
): Promise<readonly Entry[]> {
  const [bounds, limit] = [boundsOf(options), requireLimit(options.limit)]
  if (limit === 0 || (bounds.before !== undefined && bounds.before <= bounds.from)) return []
  let [level, items] = within([await readRoot(store, root)], bounds)
  while (level > 0) {
    const needed = options.reverse ? lastNeeded(items, limit) : firstNeeded(items, limit)
    ;[level, items] = within(await readChildren(store, level, needed), bounds)
  }
  const page = options.reverse ? items.slice(-limit).reverse() : items.slice(0, limit)
  return page.map(entryIn)
}

/** Few enough to keep in memory, many enough to need few reads from the store. */
const chunksPerRead = 256

/** Every entry in order, in arrays of limited length. */
export async function* entries(store: ObjectStore, root: MapRoot): AsyncGenerator<readonly Entry[], void> {
  const { level, items } = await readRoot(store, root)
  yield* entriesBelow(store, level, items)
}

async function* entriesBelow(
  store: ObjectStore,
  level: number,
  items: readonly Item[],
): AsyncGenerator<readonly Entry[], void> {
  if (level === 0) {
    if (items.length > 0) yield items.map(entryIn)
    return
  }
  for (let at = 0; at < items.length; at += chunksPerRead) {
    const chunks = await readChildren(store, level, items.slice(at, at + chunksPerRead))
    yield* entriesBelow(
      store,
      level - 1,
      chunks.flatMap((chunk) => chunk.items),
    )
  }
}

interface Bounds {
  readonly from: string
  readonly before: string | undefined
}

function boundsOf({ from = '', before, prefix = '', after, reverse }: RangeOptions): Bounds {
  // No key lies between a key and the same key followed by a zero.
  const lowest = [from, prefix, ...(after !== undefined && !reverse ? [`${after}\0`] : [])]
  const highest = [before, prefixEnd(prefix), reverse ? after : undefined]
  return { from: lowest.sort().at(-1) ?? '', before: highest.filter((key) => key !== undefined).sort()[0] }
}

function requireLimit(limit: number): number {
  if (Number.isSafeInteger(limit) && limit >= 0) return limit
  throw new RangeError(`A range cannot have ${limit} entries; say a whole number from 0 on.`)
}

/** The items of chunks of one level that may contain entries of the range. */
function within(chunks: readonly Chunk[], { from, before }: Bounds): [number, readonly Item[]] {
  const level = chunks[0]?.level ?? 0
  const items = chunks.flatMap((chunk) => chunk.items)
  const start = indexOf(items, from)
  if (before === undefined) return [level, items.slice(start)]
  // A child whose last key is not below the end may begin below it.
  return [level, items.slice(start, indexOf(items, before) + (level > 0 ? 1 : 0))]
}

/** The first item has at least one entry in the range; the items after it have only entries in the range. */
function firstNeeded(items: readonly Item[], limit: number): readonly Item[] {
  let [length, sure] = [1, 1]
  for (; length < items.length && sure < limit; length++) sure += items[length]?.count ?? 0
  return items.slice(0, length)
}

/** The last item may have no entry in the range. */
function lastNeeded(items: readonly Item[], limit: number): readonly Item[] {
  let [length, sure] = [1, 0]
  for (; length < items.length && sure < limit; length++) sure += items.at(-1 - length)?.count ?? 0
  return items.slice(-length)
}
