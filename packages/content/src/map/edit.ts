import type { Hash, ObjectStore } from '../objects.ts'
import { itemOf } from './build.ts'
import { hashIn, type Item, indexOf, isSame } from './chunk.ts'
import type { MapShape } from './cut.ts'
import { chunkOf } from './decode.ts'
import { requireKey } from './limits.ts'
import { type Node, readNodes } from './node.ts'
import { type MapRoot, readChildren, readRoot } from './read.ts'
import { type Edited, type Run, settledRuns } from './runs.ts'
import { type Written, writeChunk, writeLevels } from './write.ts'

/** Sets keys, or deletes those whose value is undefined. New chunks are put into the store in one batch. */
export async function edit(
  store: ObjectStore,
  shape: MapShape,
  root: MapRoot,
  changes: ReadonlyMap<string, string | undefined>,
): Promise<MapRoot> {
  if (changes.size === 0) return root
  const top: Node = { chunk: await readRoot(store, root), parent: undefined, index: 0, children: new Map() }
  let edited = await editedLeaves(store, top, sortedChanges(changes))
  if (edited.size === 0) return root
  const written: Written = new Map()
  for (let level = 0; level < top.chunk.level; level++) {
    edited = editedParents(await settledRuns(store, shape, level, edited), level, written)
  }
  const newRoot = await newTop(store, shape, top.chunk.level, edited.get(top) ?? [], written)
  await store.put([...written.values()])
  return newRoot
}

interface Change {
  readonly key: string
  /** Undefined if the key is deleted. */
  readonly item: Item | undefined
}

function sortedChanges(changes: ReadonlyMap<string, string | undefined>): readonly Change[] {
  return [...changes.keys()].sort().map((key) => {
    const value = changes.get(key)
    return { key: requireKey(key), item: value === undefined ? undefined : itemOf(key, value) }
  })
}

/** Passes the changes down to their leaves, with one round trip for each level. */
async function editedLeaves(store: ObjectStore, top: Node, changes: readonly Change[]): Promise<Edited> {
  let nodes: readonly { node: Node; changes: readonly Change[] }[] = [{ node: top, changes }]
  for (let level = top.chunk.level; level > 0; level--) {
    const places = nodes.flatMap(({ node, changes }) =>
      dividedAmong(node.chunk.items, changes).map(([index, part]) => ({
        parent: node,
        index,
        changes: part,
      })),
    )
    await readNodes(store, places)
    nodes = places.flatMap(({ parent, index, changes }) => {
      const node = parent.children.get(index)
      return node === undefined ? [] : [{ node, changes }]
    })
  }
  const edited = new Map<Node, readonly Item[]>()
  for (const { node, changes } of nodes) {
    const items = changedItems(node.chunk.items, changes)
    if (items !== undefined) edited.set(node, items)
  }
  return edited
}

/** Assigns the changes to children. Changes after the last child's key belong to that child. */
function dividedAmong(
  items: readonly Item[],
  changes: readonly Change[],
): readonly [number, readonly Change[]][] {
  const parts: [number, Change[]][] = []
  let index = 0
  for (const change of changes) {
    index = Math.min(indexOf(items, change.key, index), items.length - 1)
    const part = parts.at(-1)
    if (part?.[0] === index) part[1].push(change)
    else parts.push([index, [change]])
  }
  return parts
}

/** Undefined if the changes have no effect. */
function changedItems(items: readonly Item[], changes: readonly Change[]): readonly Item[] | undefined {
  const result: Item[] = []
  let [from, isChanged] = [0, false]
  for (const { key, item } of changes) {
    const index = indexOf(items, key, from)
    const old = items[index]?.key === key ? items[index] : undefined
    for (; from < index; from++) push(result, items[from])
    if (old !== undefined) from++
    push(result, item)
    isChanged ||= old === undefined || item === undefined ? old !== item : !isSame(old, item)
  }
  for (; from < items.length; from++) push(result, items[from])
  return isChanged ? result : undefined
}

function push(items: Item[], item: Item | undefined): void {
  if (item !== undefined) items.push(item)
}

/** Writes the chunks of the runs and replaces the old chunks in their parents. */
function editedParents(runs: readonly Run[], level: number, written: Written): Edited {
  const replaced = new Map<Node, Map<number, readonly Item[]>>()
  for (const { nodes, chunks } of runs) {
    let added = chunks.map((items) => writeChunk(level, items, written))
    for (const { parent, index } of nodes) {
      if (parent === undefined) continue
      const inParent = replaced.get(parent) ?? new Map<number, readonly Item[]>()
      replaced.set(parent, inParent.set(index, added))
      added = []
    }
  }
  const edited = new Map<Node, readonly Item[]>()
  for (const [parent, inParent] of replaced) {
    edited.set(
      parent,
      parent.chunk.items.flatMap((item, index) => inParent.get(index) ?? [item]),
    )
  }
  return edited
}

/** A branch with a single child is not a root: the child becomes the root instead. */
async function newTop(
  store: ObjectStore,
  shape: MapShape,
  level: number,
  items: readonly Item[],
  written: Written,
): Promise<MapRoot> {
  let [only, second] = items
  for (let at = level; at > 0 && only !== undefined && second === undefined; at--) {
    const hash: Hash = hashIn(only)
    const isNew = written.get(hash)
    const [chunk] = isNew ? [chunkOf(hash, isNew.bytes)] : await readChildren(store, at, [only])
    if (chunk === undefined || chunk.level === 0 || chunk.items.length > 1) return hash
    written.delete(hash)
    ;[only, second] = chunk.items
  }
  return writeLevels(shape, level, items, written)
}
