import type { Readable } from 'node:stream'

/** The lines of a text, one after the other; what fails in the source fails here. */
export async function* linesOf(source: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = (rest + (chunk as string)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
