import { costlyParts, hideParts, type Range } from './guard.ts'
import {
  type MarkdownKind,
  type MarkdownTree,
  nodesOfKind,
  parentKindOf,
  readMarkdown,
} from './markdown-tree.ts'
import { findTagLines, maskTags } from './mask.ts'

export interface Prepared {
  readonly tree: MarkdownTree
  /** Parts of the source that were replaced before parsing, so the tree doesn't contain their real text. */
  readonly hidden: readonly Range[]
}

/** Parses a text in bounded time, with its tags as blocks. */
export function prepare(text: string, base: number): Prepared {
  const parts = costlyParts(text)
  const first = parseMasked(hideParts(text, parts), base)
  if (parts.length === 0) return { tree: first, hidden: [] }
  const code = nodesOfKind(first, ['code'])
  const hidden = parts.filter(({ start }) => !isWithin(base + start, code))
  const tree = hidden.length < parts.length ? parseMasked(hideParts(text, hidden), base) : first
  return { tree, hidden: hidden.map(({ start, end }) => ({ start: base + start, end: base + end })) }
}

/** Restores masked tags that turn out to be code or text, which changes nothing else. */
function parseMasked(text: string, base: number): MarkdownTree {
  const lines = findTagLines(text)
  const tree = readMarkdown(maskTags(text, lines), base)
  if (lines.length === 0) return tree
  const html = nodesOfKind(tree, ['html']).filter((node) => containers.has(parentKindOf(tree, node)))
  const tags = lines.filter(({ start }) => isWithin(base + start, html))
  return tags.length === lines.length ? tree : readMarkdown(maskTags(text, tags), base)
}

const containers: ReadonlySet<MarkdownKind> = new Set<MarkdownKind>([
  'root',
  'blockquote',
  'listItem',
  'footnoteDefinition',
])

/** Whether a position is in one of these ranges, which must be sorted and not overlap. */
export function isWithin(at: number, ranges: readonly Range[]): boolean {
  let [low, high] = [0, ranges.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = ranges[middle]
    if (range === undefined || range.start > at) high = middle - 1
    else if (range.end <= at) low = middle + 1
    else return true
  }
  return false
}
