import { decodeText, findRecord, onText, type Replacement, replaceRanges } from '@stemma/content'
import { contentOf, type View } from './view.ts'
import { seenText, type Viewer } from './visible.ts'

/**
 * Replaces reusable contents of the space with their text, as the caller sees it. Those of other spaces stay
 * references, and so does what can't stand in the place of its tag.
 */
export async function dereferenced(context: Viewer, view: View, markdown: string): Promise<string> {
  return expand({ context, view, piecesLeft: piecesMax, charactersLeft: charactersMax }, markdown, [])
}

const piecesMax = 100
const charactersMax = 1_000_000
const depthMax = 5

interface Work {
  readonly context: Viewer
  readonly view: View
  piecesLeft: number
  charactersLeft: number
}

/** `above` are the pieces that this text is part of: a piece never contains itself. */
async function expand(work: Work, markdown: string, above: readonly string[]): Promise<string> {
  if (above.length >= depthMax || !/\{%-?\s*include\s/.test(markdown)) return markdown
  const replacements: Replacement[] = []
  for (const { kind, destination, start, end } of (await onText('parse', markdown)).links) {
    const id =
      kind === 'reusable-content' ? /^\/reusable-contents\/([\w-]+)$/.exec(destination)?.[1] : undefined
    const place = id === undefined || above.includes(id) ? undefined : placeOf(markdown, start, end)
    const text = id && place && (await pieceOf(work, id))
    if (!id || !place || text === undefined) continue
    const lines = (await expand(work, text, [...above, id])).split(/\r?\n/)
    replacements.push({ start: place.start, end: place.end, text: place.with(lines) })
  }
  return replaceRanges(markdown, replacements)
}

/** The line of a tag that stands alone in it, with the markers of the containers around it. */
function placeOf(markdown: string, start: number, end: number) {
  const lineStart = markdown.lastIndexOf('\n', start - 1) + 1
  const lineEnd = markdown.indexOf('\n', end)
  const line = markdown.slice(lineStart, lineEnd < 0 ? undefined : lineEnd)
  const [, before = '', marker] = alone.exec(line) ?? []
  if (!alone.test(line)) return undefined
  const inside = `${before}${' '.repeat(marker?.length ?? 0)}`
  const blank = `${inside.trimEnd()}\n`
  return {
    start: lineStart,
    end: lineStart + line.trimEnd().length,
    // Blank lines keep the text apart from paragraphs beside the tag; a list item begins with its marker.
    with: (lines: readonly string[]) =>
      `${marker ? '' : blank}${before}${marker ?? ''}${lines.join(`\n${inside}`)}\n${inside.trimEnd()}`,
  }
}

const alone = /^([ \t>]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?\{%-?\s*include\s[^{}]*%\}\s*$/

/** The text of a piece; undefined if it is missing, or would swallow what follows it. */
async function pieceOf(work: Work, id: string): Promise<string | undefined> {
  const { context, view } = work
  const record = await findRecord(view.store, await contentOf(view), 'reusableContents', id)
  if (record?.document === undefined || work.piecesLeft-- <= 0) return undefined
  const [bytes] = await view.store.get([record.document])
  if (bytes === undefined) return undefined
  const text = (await seenText(context, view, decodeText(bytes))).trimEnd()
  work.charactersLeft -= text.length
  if (work.charactersLeft < 0) return undefined
  const probe = `${text}\n\nprobe`
  const last = (await onText('parse', probe)).blocks.at(-1)
  return last?.start === text.length + 2 ? text : undefined
}
