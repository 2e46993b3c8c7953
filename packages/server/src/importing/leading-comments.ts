import { onText } from '@stemma/content'

/**
 * Finds the title of a text that begins with comments, such as a license or linter settings: the heading
 * after them. The parser accepts only the first block as a title.
 */
export async function titleAfterComments(markdown: string): Promise<string | undefined> {
  const end = endOfComments(markdown, endOfFrontMatter(markdown))
  if (end === undefined) return undefined
  return (await onText('read', markdown.slice(end, end + headingMax))).title
}

/** How many characters to search for the heading. */
const headingMax = 10_000

function endOfFrontMatter(markdown: string): number {
  if (!/^\uFEFF?---[ \t]*[\r\n]/.test(markdown)) return 0
  const closing = /[\r\n]---[ \t]*(?=[\r\n])/g.exec(markdown)
  return closing === null ? 0 : closing.index + closing[0].length
}

/**
 * Undefined if there are no comments, or if text follows one on the same line, which makes both one block.
 */
function endOfComments(markdown: string, start: number): number | undefined {
  let end: number | undefined
  for (let at = blankFrom(markdown, start); markdown.startsWith('<!--', at); ) {
    const close = markdown.indexOf('-->', at + '<!--'.length)
    if (close < 0) return undefined
    end = close + '-->'.length
    at = blankFrom(markdown, end)
    const isNewLine = /[\r\n]/.test(markdown.slice(end, at))
    if (!isNewLine && !markdown.startsWith('<!--', at)) return undefined
  }
  return end
}

/** Returns the position after the whitespace that starts at `at`. */
function blankFrom(markdown: string, at: number): number {
  blank.lastIndex = at
  return at + (blank.exec(markdown)?.[0].length ?? 0)
}

const blank = /\s*/y
