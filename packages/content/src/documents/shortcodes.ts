import { decodeEntities, decodeMarkdown } from './entities.ts'
import type { Range } from './guard.ts'
import { textWithin } from './source-text.ts'

/** A part of a text. In a literal part, a colon doesn't begin an emoji. */
export interface Words {
  readonly words: string
  readonly isLiteral: boolean
}

/** The parts of a text that Markdown reads from this range of the source. */
export function wordsWithin(text: string, source: string, { start, end }: Range): Words[] {
  const written = source.slice(start, end)
  if (!/[\\&]/.test(written)) return [{ words: text, isLiteral: false }]
  const lines = textWithin(source, start, end).text.split(/\r\n|\n|\r/)
  const line = lines.map((part, at) => trimLine(part, at, lines.length - 1)).join(' ')
  const parts = split(line, markdownColon, decodeMarkdown)
  const isSame = parts.map(({ words }) => words).join('') === text
  return isSame ? parts : [{ words: text, isLiteral: true }]
}

/** The parts of the text of HTML. */
export function wordsInHtml(written: string): Words[] {
  return split(written, htmlColon, decodeEntities)
}

const markdownColon = /(\\:|&#0*58;|&#[xX]0*3[aA];|&colon;)/
const htmlColon = /(&#0*58;|&#[xX]0*3[aA];|&colon;)/

function split(written: string, colon: RegExp, decode: (text: string) => string): Words[] {
  return written.split(colon).map((part, at) => {
    const isLiteral = at % 2 === 1
    return { words: isLiteral ? ':' : decode(part), isLiteral }
  })
}

function trimLine(line: string, at: number, last: number): string {
  const text = at === 0 ? line : line.trimStart()
  return at === last ? text : text.trimEnd()
}
