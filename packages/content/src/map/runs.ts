import type { ObjectStore } from '../objects.ts'
import type { Item } from './chunk.ts'
import { type Cut, cutOf, type MapShape } from './cut.ts'
import { levelsMax } from './limits.ts'
import { type Node, nextOf, readBehind } from './node.ts'
import { type Cutting, cutItems } from './write.ts'

/** Nodes of one level, in order, with their new items. */
export type Edited = ReadonlyMap<Node, readonly Item[]>

/** Adjacent nodes of one level, and the chunks that replace them. */
export interface Run {
  readonly nodes: readonly Node[]
  readonly chunks: readonly (readonly Item[])[]
}

/**
 * Splits a level again from the start of each edited chunk until a new chunk ends where an old one does. From
 * there on the old chunks remain valid, because the end of a chunk depends only on its keys.
 */
export async function settledRuns(
  store: ObjectStore,
  shape: MapShape,
  level: number,
  edited: Edited,
): Promise<readonly Run[]> {
  const cut = cutOf(shape, level)
  // Read twice as far each time, so that even keys chosen to shift every split need few round trips.
  for (let [round, ahead] = [0, 1]; round < levelsMax; round++, ahead *= 2) {
    const { runs, waiting } = runsOf(cut, edited)
    if (waiting.length === 0) return runs
    await readBehind(store, waiting, ahead, shape.branchEntries)
  }
  throw new RangeError('A map has more chunks than it can hold; divide it into several.')
}

/** The runs as far as they have been read, and the nodes after which more must be read. */
function runsOf(cut: Cut, edited: Edited): { readonly runs: Run[]; readonly waiting: Node[] } {
  const [runs, waiting]: [Run[], Node[]] = [[], []]
  const passed = new Set<Node>()
  for (const start of edited.keys()) {
    if (passed.has(start)) continue
    const cutting: Cutting = { chunks: [], open: [] }
    const nodes: Node[] = []
    let next: Node | 'unread' | undefined = start
    while (next !== undefined && next !== 'unread') {
      nodes.push(next)
      passed.add(next)
      addItems(cut, next, edited.get(next), cutting)
      if (cutting.open.length === 0) break
      next = nextOf(next)
    }
    if (next === 'unread') waiting.push(...nodes.slice(-1))
    if (next === undefined) cutting.chunks.push(cutting.open)
    runs.push({ nodes, chunks: cutting.chunks })
  }
  return { runs, waiting }
}

/** A chunk with the same keys and the same start also has the same end. */
function addItems(cut: Cut, node: Node, items: readonly Item[] | undefined, cutting: Cutting): void {
  const old = node.chunk.items
  const isKept = items?.length === old.length && items.every(({ key }, index) => key === old[index]?.key)
  if (isKept && cutting.open.length === 0) cutting.chunks.push(items)
  else cutItems(cut, items ?? old, cutting)
}
