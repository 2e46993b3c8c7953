import type { ByteRange } from './blob-store.ts'

/** Parses a `Range` header; undefined if it is ignored, as a range of several parts is. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') return within(Math.max(0, size - Number(to)), size - 1, size)
  if (to !== '' && Number(to) < Number(from)) return undefined
  return within(Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1), size)
}

function within(first: number, last: number, size: number): ByteRange | 'unsatisfiable' {
  return first < size ? { first, last } : 'unsatisfiable'
}
