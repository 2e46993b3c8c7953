/** The lowest string above all that begin with the prefix; undefined if there is none. */
export function prefixEnd(prefix: string): string | undefined {
  let length = prefix.length
  while (length > 0 && prefix.charCodeAt(length - 1) === 0xffff) length--
  if (length === 0) return undefined
  return prefix.slice(0, length - 1) + String.fromCharCode(prefix.charCodeAt(length - 1) + 1)
}
