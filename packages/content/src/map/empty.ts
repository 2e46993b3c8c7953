import { hashOf, type StoredObject } from '../objects.ts'
import { encode } from './encode.ts'

/** The map without entries: a leaf without items. */
export const emptyMap: StoredObject = emptyChunk()

function emptyChunk(): StoredObject {
  const bytes = encode(0, [])
  return { hash: hashOf(bytes), bytes }
}
