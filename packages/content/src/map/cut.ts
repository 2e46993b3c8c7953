/** The expected number of entries in a chunk. Another shape splits the same entries differently. */
export interface MapShape {
  readonly leafEntries: number
  readonly branchEntries: number
}

/** For values of a few hundred bytes: among 100,000 entries, changing one writes about six kilobytes. */
export const recordShape: MapShape = { leafEntries: 8, branchEntries: 16 }

/** For entries with all of their data in the key and hardly any value. */
export const indexShape: MapShape = { leafEntries: 32, branchEntries: 16 }

/** The rule for where the chunks of one level end. */
export interface Cut {
  readonly entriesMin: number
  readonly entriesMax: number
  readonly below: number
  readonly salt: number
}

/**
 * A chunk ends after the first entry, from half of the expected number on, whose key has a low enough hash,
 * and at the latest after four times the expected number. So its end depends only on its keys, never on
 * values or on the order of edits.
 */
export function cutOf(shape: MapShape, level: number): Cut {
  const expected = requireExpected(level === 0 ? shape.leafEntries : shape.branchEntries)
  // Branches have at least two children; otherwise chosen keys could keep a tree from narrowing upwards.
  const entriesMin = Math.max(expected / 2, level === 0 ? 1 : 2)
  const oneIn = Math.max(expected - entriesMin + 1, 2)
  return {
    entriesMin,
    entriesMax: expected * 4,
    below: Math.floor(2 ** 32 / oneIn),
    salt: Math.imul(level, 0x9e3779b9),
  }
}

export function endsChunk(cut: Cut, entries: number, key: string): boolean {
  if (entries < cut.entriesMin) return false
  return entries >= cut.entriesMax || keyHash(key, cut.salt) < cut.below
}

/** FNV-1a over UTF-16 code units with a salted start, finished with the 32-bit finalizer of MurmurHash3. */
export function keyHash(key: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function requireExpected(entries: number): number {
  if (Number.isInteger(Math.log2(entries)) && entries >= 2 && entries <= 1_024) return entries
  throw new RangeError(
    `A chunk cannot be expected to hold ${entries} entries; say a power of two up to 1024.`,
  )
}
