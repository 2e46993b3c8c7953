import { type DocumentNode, onText, replaceRanges } from '@stemma/content'

/**
 * A text that begins with the title of its page, as a heading after the front matter. Renderers show it as
 * the whole page, so for visitors the title is added to texts that don't contain it.
 */
export async function withTitle(
  { markdown, isTitled }: { readonly markdown: string; readonly isTitled: boolean },
  title: string,
): Promise<string> {
  const { blocks, frontMatter, title: found } = await onText('parse', markdown, { page: isTitled })
  if (found !== undefined && typeof frontMatter?.title !== 'string') return markdown
  const heading = await onText('print', headingOf(title))
  const [first] = blocks
  if (first?.type !== 'front-matter') return `${heading}\n${markdown}`
  const { end } = first
  return replaceRanges(markdown, [{ start: end, end, text: `\n\n${heading.trimEnd()}` }])
}

function headingOf(title: string): { readonly nodes: readonly DocumentNode[] } {
  const text: DocumentNode = { object: 'text', leaves: [{ object: 'leaf', text: title, marks: [] }] }
  return { nodes: [{ object: 'block', type: 'heading-1', data: { level: 1 }, nodes: [text] }] }
}
