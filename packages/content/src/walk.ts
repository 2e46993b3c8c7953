import { type Content, type ContentMap, contentMaps, knownObjects } from './content.ts'
import { BrokenChunk, hashIn, valueIn } from './map/chunk.ts'
import { chunkOf } from './map/decode.ts'
import type { Hash } from './objects.ts'
import type { FileRecord } from './records.ts'

/** What contents are made of, as far as it could be read. */
export interface Walked {
  /** Texts of pages and reusable contents; they are named and not read. */
  readonly texts: readonly Hash[]
  readonly files: readonly FileRecord[]
  /** Objects that the store does not have. */
  readonly missing: readonly Hash[]
  /** Objects that are there and are no part of a content. */
  readonly broken: readonly Hash[]
}

/** The objects that are there, of those asked for; what is absent is left out. */
export type ReadObjects = (hashes: readonly Hash[]) => Promise<ReadonlyMap<Hash, Uint8Array>>

/**
 * Goes through contents by their roots, some objects at a time and each object once, and goes on where
 * something is missing. What is in `seen` is not looked at, and what was looked at is put there.
 */
export async function* walkContents(
  read: ReadObjects,
  roots: readonly Hash[],
  { maps = contentMaps, seen = new Set() }: WalkOptions = {},
): AsyncGenerator<Walked> {
  for (let at = 0; at < roots.length; at += objectsAtOnce) {
    const waiting: Place[] = roots.slice(at, at + objectsAtOnce).map((hash) => ({ hash, map: undefined }))
    while (waiting.length > 0) {
      const some = waiting.splice(-objectsAtOnce).filter((place) => isNew(place, seen))
      if (some.length > 0) yield await lookAt(read, some, { maps, waiting })
    }
  }
}

export interface WalkOptions {
  /** Those that are gone through; all unless told. */
  readonly maps?: readonly ContentMap[]
  readonly seen?: Set<string>
}

function isNew({ hash, map }: Place, seen: Set<string>): boolean {
  const before = seen.size
  return seen.add(`${map ?? ''} ${hash}`).size > before
}

/** An object, and the map it is a chunk of; a root is of none. */
interface Place {
  readonly hash: Hash
  readonly map: ContentMap | undefined
}

const objectsAtOnce = 500

const known = new Map(knownObjects.map(({ hash, bytes }) => [hash, bytes]))

async function lookAt(read: ReadObjects, places: readonly Place[], { maps, waiting }: Walk): Promise<Walked> {
  const found = await read(places.map(({ hash }) => hash).filter((hash) => !known.has(hash)))
  const walked = {
    texts: [] as Hash[],
    files: [] as FileRecord[],
    missing: [] as Hash[],
    broken: [] as Hash[],
  }
  for (const { hash, map } of places) {
    const bytes = known.get(hash) ?? found.get(hash)
    if (bytes === undefined) {
      walked.missing.push(hash)
      continue
    }
    try {
      if (map === undefined) waiting.push(...mapsIn(bytes, maps))
      else waiting.push(...openChunk(hash, bytes, map, walked))
    } catch (error) {
      if (!(error instanceof BrokenChunk || error instanceof SyntaxError)) throw error
      walked.broken.push(hash)
    }
  }
  return walked
}

interface Walk {
  readonly maps: readonly ContentMap[]
  readonly waiting: Place[]
}

function mapsIn(root: Uint8Array, maps: readonly ContentMap[]): readonly Place[] {
  const content = JSON.parse(new TextDecoder().decode(root)) as Content
  return maps.map((map) => ({ hash: content[map], map }))
}

function openChunk(
  hash: Hash,
  bytes: Uint8Array,
  map: ContentMap,
  { texts, files }: { readonly texts: Hash[]; readonly files: FileRecord[] },
): readonly Place[] {
  const { level, items } = chunkOf(hash, bytes)
  if (level > 0) return items.map((item) => ({ hash: hashIn(item), map }))
  if (map === 'files') files.push(...items.map((item) => JSON.parse(valueIn(item)) as FileRecord))
  if (map !== 'pages' && map !== 'reusableContents') return []
  for (const item of items) {
    const { document } = JSON.parse(valueIn(item)) as { readonly document?: Hash }
    if (document !== undefined) texts.push(document)
  }
  return []
}
