import type { DocumentBlock, DocumentLeaf, DocumentText } from '../documents/nodes.ts'

/**
 * Markup that no type of the client's description stands for. Blocks are shown as code, and inlines as the
 * text between their tags. The source goes along, so that a document that is written back keeps it.
 */
export function sourceBlocks({ key, type, data = {} }: DocumentBlock): DocumentBlock[] {
  const markdown = String(data.markdown ?? '')
  const shown = shownSource(markdown)
  const blockKey = key === undefined ? {} : { key }
  if (shown === '') {
    if (!markdown.includes('<!--')) return []
    const nodes: DocumentText[] = [{ object: 'text', leaves: [sourceLeaf(markdown)] }]
    return [{ object: 'block', type: 'paragraph', ...blockKey, data: {}, isVoid: false, nodes }]
  }
  const code = { syntax: type === 'html' ? 'html' : 'markdown', source: type }
  return [
    {
      object: 'block',
      type: 'code',
      ...blockKey,
      data: code,
      isVoid: false,
      nodes: markdown.split(/\r\n|\n|\r/).map(codeLine),
    },
  ]
}

function codeLine(text: string): DocumentBlock {
  const nodes: DocumentText[] = [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }]
  return { object: 'block', type: 'code-line', data: {}, isVoid: false, nodes }
}

/** The text of a source without its tags. A mark that changes nothing holds the source. */
export function sourceLeaf(source: string): DocumentLeaf {
  const data = { text: 'default', background: 'default', source }
  return { object: 'leaf', text: withoutTags(source), marks: [{ object: 'mark', type: 'color', data }] }
}

/** The source that a leaf holds; undefined if there is none, or if the text was changed since. */
export function sourceOf({ text, marks }: DocumentLeaf): string | undefined {
  const source = marks.map(({ data }) => data?.source).find((one) => typeof one === 'string')
  return typeof source === 'string' && withoutTags(source) === text ? source : undefined
}

/** What a reader sees of a source: comments and link definitions show nothing. */
export function shownSource(markdown: string): string {
  return withoutComments(markdown)
    .replaceAll(/^ {0,3}\[[^\]^\r\n\u2028\u2029]+\]:[ \t]+\S.*$/gm, '')
    .trim()
}

function withoutTags(source: string): string {
  return withoutComments(source).replaceAll(/<[^<>]*>/g, '')
}

/** An unclosed comment is kept as text. */
function withoutComments(text: string): string {
  const pieces: string[] = []
  let at = 0
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start + '<!--'.length)
    if (end < 0) break
    pieces.push(text.slice(at, start))
    at = end + '-->'.length
  }
  return pieces.join('') + text.slice(at)
}
