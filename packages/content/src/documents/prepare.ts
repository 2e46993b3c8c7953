import { costlyParts, hideParts, type Range } from './guard.ts'
import {
  type MarkdownKind,
  type MarkdownTree,
  nodesOfKind,
  parentKindOf,
  readMarkdown,
} from './markdown-tree.ts'
import { findTagLines, maskTags, type TagLine } from './mask.ts'

export interface Prepared {
  readonly tree: MarkdownTree
  /** Parts of the source that the tree does not show as they are. */
  readonly hidden: readonly Range[]
}

/** Parses a text so that its tags are blocks, and in bounded time. */
export function prepare(text: string, base: number): Prepared {
  const parts = costlyParts(text)
  const first = parseMasked(hideParts(text, parts), base)
  if (parts.length === 0) return { tree: first, hidden: [] }
  const code = nodesOfKind(first, ['code'])
  const hidden = parts.filter(({ start }) => !isWithin(base + start, code))
  const tree = hidden.length < parts.length ? parseMasked(hideParts(text, hidden), base) : first
  return { tree, hidden: hidden.map(({ start, end }) => ({ start: base + start, end: base + end })) }
}

/** Tags that turn out to be code or text are given back, and those that do not are masked; then once more. */
function parseMasked(text: string, base: number): MarkdownTree {
  const lines = findTagLines(text)
  for (let round = 1; round <= roundsMax; round++) {
    const tree = readMarkdown(maskTags(text, lines), base)
    if (lines.length === 0 || !correctMasks(tree, lines, round < roundsMax)) return tree
  }
  return readMarkdown(maskTags(text, lines), base)
}

const roundsMax = 3
const containerKinds: ReadonlySet<MarkdownKind> = new Set<MarkdownKind>([
  'root',
  'blockquote',
  'listItem',
  'footnoteDefinition',
])

/** Whether a line was masked that must not be, or must be and was not. */
function correctMasks(tree: MarkdownTree, lines: readonly TagLine[], mayMask: boolean): boolean {
  const opaque = nodesOfKind(tree, ['html', 'code', 'math'])
  const html = opaque.filter((node) => node.kind === 'html' && containerKinds.has(parentKindOf(tree, node)))
  const verbatim = opaque.filter(({ kind }) => kind !== 'html')
  let isCorrected = false
  for (const line of lines) {
    const at = tree.base + line.start
    if (isWithin(at, html)) continue
    if (!line.isMasked && (!mayMask || line.isGivenBack || isWithin(at, verbatim))) continue
    line.isGivenBack = line.isMasked
    line.isMasked = !line.isMasked
    isCorrected = true
  }
  return isCorrected
}

/** Whether a place lies in one of these ranges, which are in order and do not overlap. */
function isWithin(at: number, ranges: readonly Range[]): boolean {
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
