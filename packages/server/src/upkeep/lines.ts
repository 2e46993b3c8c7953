import type { Readable } from 'node:stream'

/** Yields the lines of a text. Errors of the source are thrown here. */
export async function* linesOf(source: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = (rest + (chunk as string)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
