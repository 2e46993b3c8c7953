import type { Hash, ObjectStore } from '../objects.ts'
import { BrokenChunk, type Chunk, hashIn, type Item } from './chunk.ts'
import { chunkOf } from './decode.ts'
import { emptyMap } from './empty.ts'

/** The hash of a map's root chunk, which identifies its whole content. */
export type MapRoot = Hash

/** The root chunks of maps, in one round trip. The empty map can be read without being stored. */
export async function readRoots(store: ObjectStore, roots: readonly MapRoot[]): Promise<readonly Chunk[]> {
  const stored = roots.filter((root) => root !== emptyMap.hash)
  const read = (stored.length === 0 ? [] : await store.get(stored)).values()
  return roots.map((root) =>
    chunkOf(root, root === emptyMap.hash ? emptyMap.bytes : (read.next().value ?? nothing)),
  )
}

export async function readRoot(store: ObjectStore, root: MapRoot): Promise<Chunk> {
  const [chunk] = await readRoots(store, [root])
  if (chunk === undefined) throw new BrokenChunk(root, 'the store gave nothing for it')
  return chunk
}

/** The children of branches of one level, in one round trip. */
export async function readChildren(
  store: ObjectStore,
  branchLevel: number,
  children: readonly Item[],
): Promise<readonly Chunk[]> {
  if (children.length === 0) return []
  const hashes = children.map(hashIn)
  const read = await store.get(hashes)
  return children.map((item, index) => {
    const hash = hashes[index] ?? ''
    const chunk = chunkOf(hash, read[index] ?? nothing)
    if (
      chunk.level !== branchLevel - 1 ||
      chunk.total !== item.count ||
      chunk.items.at(-1)?.key !== item.key
    ) {
      throw new BrokenChunk(hash, 'it is not what the branch above says')
    }
    return chunk
  })
}

const nothing = new Uint8Array(0)
