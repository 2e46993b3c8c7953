import { attributeValue, htmlTokens } from './html-tokens.ts'
import { trimEnd, wordsOf } from './inline-builder.ts'
import type { MarkdownNode } from './markdown-tree.ts'
import type { DocumentBlock, DocumentNode } from './nodes.ts'
import { parseInlines } from './parse-inlines.ts'
import type { Parsing } from './parsing.ts'
import { isAnchor, slugOf, takeAnchor } from './slugs.ts'

export interface HeadingParts {
  /** The anchor written after the text. */
  readonly id?: string
  readonly nodes: DocumentNode[]
}

/** A trailing `<a href="#x" id="x"></a>` is not part of the text. */
export function headingParts(parsing: Parsing, children: readonly MarkdownNode[]): HeadingParts {
  const id = writtenAnchor(parsing, children)
  if (id === undefined) return { nodes: parseInlines(parsing, children) }
  return { id, nodes: parseInlines(parsing, children.slice(0, -2), trimEnd) }
}

/**
 * Derives an anchor from the text of every heading that has none. Written anchors take precedence; returns
 * the headings that have one.
 */
export function completeAnchors(headings: readonly DocumentBlock[]): ReadonlySet<DocumentBlock> {
  const taken = new Map<string, number>()
  const written = headings.filter(({ data }) => typeof data?.id === 'string')
  for (const { data } of written) taken.set(String(data?.id), 0)
  for (const heading of headings) {
    if (heading.data?.id !== undefined) continue
    heading.data = { id: takeAnchor(slugOf(wordsOf(heading.nodes ?? [])), taken), ...heading.data }
  }
  return new Set(written)
}

function writtenAnchor({ source }: Parsing, children: readonly MarkdownNode[]): string | undefined {
  const [opening, closing] = children.slice(-2)
  if (opening?.kind !== 'html' || closing?.kind !== 'html') return undefined
  const [token] = htmlTokens(source.slice(opening.start, opening.end))
  if (token?.kind !== 'open' || token.name !== 'a') return undefined
  if (source.slice(closing.start, closing.end).toLowerCase() !== '</a>') return undefined
  const id = attributeValue(token.attributes, 'id') ?? ''
  const isOnlyAnchor = token.attributes.every(({ name }) => name === 'id' || name === 'href')
  return isOnlyAnchor && isAnchor(id) && (attributeValue(token.attributes, 'href') ?? `#${id}`) === `#${id}`
    ? id
    : undefined
}
