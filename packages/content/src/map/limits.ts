/** In UTF-16 code units. Keys are also ordered by code unit, as JavaScript orders strings. */
export const keyCharactersMax = 2_048
/** A code unit takes at most three bytes, a surrogate pair four. */
export const keyBytesMax = keyCharactersMax * 3
export const valueBytesMax = 65_536
export const levelsMax = 32
/** For a chunk of any shape: four times the largest expected number of entries. */
export const chunkItemsMax = 4_096
/** The maximum number of entries, so that a map stays within its levels. */
export const entriesMax = 2 ** 31 - 1

export function requireKey(key: string): string {
  if (key.length > keyCharactersMax) {
    throw new RangeError(
      `A key has ${key.length} characters; shorten it to ${keyCharactersMax} characters or fewer.`,
    )
  }
  if (!key.isWellFormed()) {
    throw new RangeError('A key has half of a surrogate pair; remove it, because it cannot be stored.')
  }
  return key
}

export function requireValue(value: string): Buffer {
  if (!value.isWellFormed()) {
    throw new RangeError('A value has half of a surrogate pair; remove it, because it cannot be stored.')
  }
  const bytes = Buffer.from(value)
  if (bytes.length <= valueBytesMax) return bytes
  throw new RangeError(`A value has ${bytes.length} bytes; shorten it to ${valueBytesMax} bytes or fewer.`)
}
