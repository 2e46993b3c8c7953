/** A stream ended in the middle of something. */
export class UnexpectedEnd extends Error {}

/** Reads a stream piece by piece. The stream stays open: a request must be able to get its response. */
export interface ByteReader {
  take(size: number): Promise<Buffer>
  /** The bytes up to the end of the line, without it. */
  line(): Promise<Buffer>
  /** What was not read yet, as it comes. */
  rest(): AsyncGenerator<Buffer>
}

export function readBytes(source: AsyncIterable<Buffer>): ByteReader {
  const parts = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await parts.next()
    if (done) throw new UnexpectedEnd()
    held = held.length === 0 ? value : Buffer.concat([held, value])
  }
  const cut = (size: number) => {
    const taken = held.subarray(0, size)
    held = held.subarray(size)
    return taken
  }
  return {
    async take(size) {
      if (held.length >= size) return cut(size)
      const gathered = Buffer.alloc(size)
      let filled = 0
      while (filled < size) {
        if (held.length === 0) await more()
        filled += cut(size - filled).copy(gathered, filled)
      }
      return gathered
    },
    async line() {
      let end = held.indexOf(newline)
      for (; end < 0; end = held.indexOf(newline)) {
        if (held.length > lineBytesMax) throw new RangeError('A line has no end.')
        await more()
      }
      return cut(end + 1).subarray(0, end)
    },
    async *rest() {
      if (held.length > 0) yield cut(held.length)
      for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value
    },
  }
}

const newline = 0x0a
const lineBytesMax = 16 * 1024
