import type { Content } from '../content.ts'
import { hashIn } from '../map/chunk.ts'
import { chunkOf } from '../map/decode.ts'
import type { Hash, StoredObject } from '../objects.ts'
import type { Overlay } from '../overlay.ts'

/** The objects put while the content was built that it really needs, without those of intermediate states. */
export function reachable(
  root: StoredObject,
  content: Content,
  { store, documents }: { readonly store: Overlay; readonly documents: readonly Hash[] },
): readonly StoredObject[] {
  const added = new Map(store.added().map((object) => [object.hash, object]))
  const kept = new Map<Hash, StoredObject>([[root.hash, root]])
  const waiting: Hash[] = Object.values(content)
  for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
    const object = added.get(hash)
    if (object === undefined || kept.has(hash)) continue
    kept.set(hash, object)
    const { level, items } = chunkOf(hash, object.bytes)
    if (level > 0) waiting.push(...items.map(hashIn))
  }
  for (const hash of documents) {
    const text = added.get(hash)
    if (text) kept.set(hash, text)
  }
  return [...kept.values()]
}
