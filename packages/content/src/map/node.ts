import type { ObjectStore } from '../objects.ts'
import type { Chunk, Item } from './chunk.ts'
import { readChildren } from './read.ts'

/** A chunk at its position in the tree, with those of its children that have been read. */
export interface Node {
  readonly chunk: Chunk
  readonly parent: Node | undefined
  readonly index: number
  readonly children: Map<number, Node>
}

/** A child that may not have been read yet. */
export interface Place {
  readonly parent: Node
  readonly index: number
}

/** Reads the unread children among these, all of one level, in one round trip. */
export async function readNodes(store: ObjectStore, places: readonly Place[]): Promise<void> {
  const unread = new Map<Item, Place>()
  for (const place of places) {
    const item = place.parent.chunk.items[place.index]
    if (item !== undefined && !place.parent.children.has(place.index)) unread.set(item, place)
  }
  const level = places[0]?.parent.chunk.level ?? 0
  const chunks = (await readChildren(store, level, [...unread.keys()])).values()
  for (const { parent, index } of unread.values()) {
    const chunk = chunks.next().value
    if (chunk !== undefined) parent.children.set(index, { chunk, parent, index, children: new Map() })
  }
}

/** The next node on the same level, possibly under another parent; undefined after the last. */
export function nextOf(node: Node): Node | 'unread' | undefined {
  const place = placeBehind(node)
  if (place === undefined || place === 'unread') return place
  return place.parent.children.get(place.index) ?? 'unread'
}

function placeBehind({ parent, index }: Pick<Node, 'parent' | 'index'>): Place | 'unread' | undefined {
  if (parent === undefined) return undefined
  if (index + 1 < parent.chunk.items.length) return { parent, index: index + 1 }
  const next = nextOf(parent)
  return next === undefined || next === 'unread' ? next : { parent: next, index: 0 }
}

/**
 * Reads up to `nodesMax` nodes after each of these nodes of one level, with at most one round trip per level.
 */
export async function readBehind(
  store: ObjectStore,
  nodes: readonly Node[],
  nodesMax: number,
  childrenExpected: number,
): Promise<void> {
  const ends = new Set<Node>()
  for (const { parent, index } of nodes) {
    if (parent !== undefined && index + nodesMax >= parent.chunk.items.length) ends.add(parent)
  }
  if (ends.size > 0) {
    await readBehind(store, [...ends], Math.ceil(nodesMax / childrenExpected), childrenExpected)
  }
  await readNodes(
    store,
    nodes.flatMap((node) => placesBehind(node, nodesMax)),
  )
}

function placesBehind(node: Node, placesMax: number): readonly Place[] {
  const places: Place[] = []
  for (let last: Pick<Node, 'parent' | 'index'> = node; places.length < placesMax; ) {
    const place = placeBehind(last)
    if (place === undefined || place === 'unread') break
    places.push(place)
    last = place
  }
  return places
}
