import { nodesMax } from './bounds.ts'
import { type FrontMatter, findFrontMatter, readFrontMatter } from './front-matter.ts'
import { fillGaps } from './gaps.ts'
import type { Range } from './guard.ts'
import { wordsOf } from './inline-builder.ts'
import { completeKeys, type Placed } from './keys.ts'
import {
  headingDepth,
  identifierIn,
  type MarkdownTree,
  nodesOfKind,
  type Target,
  targetIn,
  topNodes,
} from './markdown-tree.ts'
import type { DocumentBlock, DocumentTree } from './nodes.ts'
import { parseBlocks } from './parse-blocks.ts'
import { completeAnchors } from './parse-headings.ts'
import { type FoundLink, type LinkKind, type Parsing, place, placeSource } from './parsing.ts'
import { prepare } from './prepare.ts'

export interface ParsedDocument {
  readonly tree: DocumentTree
  /** Pages only: the title from the front matter, or a heading at the very start. */
  readonly title?: string
  readonly frontMatter: FrontMatter | undefined
  /** The top-level blocks in source order; between them is only white space. */
  readonly blocks: readonly Block[]
  /** In source order. */
  readonly links: readonly DocumentLink[]
  /** The headings whose anchor is written; those of the others follow from their text. */
  readonly anchored: ReadonlySet<DocumentBlock>
}

/** A top-level block, including the front matter and the title of a page. */
export interface Block {
  readonly key: string
  readonly type: string
  /** Offsets in the source, in UTF-16 code units. */
  readonly start: number
  readonly end: number
}

/** A destination, with the range of the source to replace in order to change it. */
export interface DocumentLink {
  readonly kind: LinkKind
  readonly destination: string
  /** Where it is written, without brackets or quotes. */
  readonly start: number
  readonly end: number
  /** The key of the top-level block that contains it. */
  readonly block: string
}

/** Never fails, and takes time proportional to the length of the text. Call `requireDocument` first. */
export function parseDocument(markdown: string, options: { readonly page?: boolean } = {}): ParsedDocument {
  const front = readFrontMatter(markdown)
  const base = textStart(markdown, front?.end ?? 0)
  const { parsing, blocks } = parseBody(markdown, base, true)
  const { tree } = parsing
  const body = fillGaps(parsing, blocks, base)
  const head = front === undefined ? [] : [placeFront(parsing, front, front.data !== undefined)]
  const placed = [...head, ...body]
  completeKeys(markdown, placed)

  const isTitled = options.page === true && typeof front?.data?.title !== 'string'
  const heading = isTitled ? titleHeading(tree, body[0]) : undefined
  const shown = placed.filter((block) => block !== heading && block.block.type !== 'front-matter')
  const nodes = shown.map(({ block }) => block)
  const anchored = completeAnchors(parsing.headings.filter((block) => block !== heading?.block))
  const title =
    options.page !== true ? undefined : heading === undefined ? front?.data?.title : titleOf(heading)
  return {
    tree: { object: 'document', data: { schemaVersion: 1 }, nodes },
    ...(typeof title === 'string' && { title }),
    frontMatter: front?.data,
    blocks: placed.map(({ block: { key = '', type }, start, end }) => ({ key, type, start, end })),
    links: linksOf(parsing.links, placed),
    anchored,
  }
}

/** The links of a document alone, which takes half the time. */
export function findLinks(markdown: string): readonly FoundLink[] {
  const base = textStart(markdown, findFrontMatter(markdown)?.end ?? 0)
  return inOrder(parseBody(markdown, base, false).parsing.links)
}

function parseBody(markdown: string, base: number, isKeyed: boolean) {
  const { tree, hidden } = prepare(markdown.slice(base), base)
  const parsing: Parsing = {
    source: markdown,
    tree,
    hidden,
    definitions: definitionsIn(tree),
    links: [],
    headings: [],
    isKeyed,
    nodesLeft: nodesMax - reserve,
  }
  return { parsing, blocks: parseBlocks(parsing, topNodes(tree), 0) }
}

/** Nodes reserved for the blocks that replace content beyond the limit, one for each level. */
const reserve = 500

/** Skips byte order marks, which the Markdown parser doesn't count. */
export function textStart(markdown: string, from: number): number {
  let start = from
  while (markdown[start] === '\uFEFF') start++
  return start
}

function definitionsIn(tree: MarkdownTree): ReadonlyMap<string, Target> {
  const definitions = new Map<string, Target>()
  for (const node of nodesOfKind(tree, ['definition'])) {
    const identifier = identifierIn(tree, node)
    if (!definitions.has(identifier)) definitions.set(identifier, targetIn(tree, node))
  }
  return definitions
}

function placeFront(parsing: Parsing, range: Range, isRead: boolean): Placed {
  return isRead ? place(parsing, 'front-matter', range, {}) : placeSource(parsing, 'raw', range)
}

function titleHeading(tree: MarkdownTree, first: Placed | undefined): Placed | undefined {
  const [node] = topNodes(tree)
  const isTitle =
    first?.block.type === 'heading-1' && node?.kind === 'heading' && headingDepth(tree, node) === 1
  return isTitle && titleOf(first) !== '' ? first : undefined
}

function titleOf({ block }: Placed): string {
  return wordsOf(block.nodes ?? []).trim()
}

function linksOf(found: readonly FoundLink[], placed: readonly Placed[]): DocumentLink[] {
  let at = 0
  return inOrder(found).map((link) => {
    while (at < placed.length - 1 && (placed[at]?.end ?? 0) <= link.start) at++
    return { ...link, block: placed[at]?.block.key ?? '' }
  })
}

function inOrder(links: readonly FoundLink[]): readonly FoundLink[] {
  return links.toSorted((one, other) => one.start - other.start)
}
