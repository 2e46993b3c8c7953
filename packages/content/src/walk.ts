import { type Content, type ContentMap, contentMaps, knownObjects } from './content.ts'
import { BrokenChunk, hashIn, valueIn } from './map/chunk.ts'
import { chunkOf } from './map/decode.ts'
import type { Hash } from './objects.ts'
import type { FileRecord } from './records.ts'

/** The parts of contents, as far as they could be read. */
export interface Walked {
  /** Texts of pages and reusable contents. Only their hashes are collected; they are not read. */
  readonly texts: readonly Hash[]
  readonly files: readonly FileRecord[]
  /** Objects that the store does not have. */
  readonly missing: readonly Hash[]
  /** Objects that exist but are not valid parts of a content. */
  readonly broken: readonly Hash[]
}

/** Returns the requested objects that exist; missing ones are left out. */
export type ReadObjects = (hashes: readonly Hash[]) => Promise<ReadonlyMap<Hash, Uint8Array>>

/**
 * Visits contents from their roots, in batches and each object once, and continues if something is missing.
 * Skips objects in `seen`, and adds visited objects to it.
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
  /** The maps to visit; defaults to all. */
  readonly maps?: readonly ContentMap[]
  readonly seen?: Set<string>
}

function isNew({ hash, map }: Place, seen: Set<string>): boolean {
  const before = seen.size
  return seen.add(`${map ?? ''} ${hash}`).size > before
}

/** An object and the map that it is a chunk of; undefined for the root of a content. */
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
