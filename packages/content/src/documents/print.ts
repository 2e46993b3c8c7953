import type { BlockPrinter, PrintBlock } from './block-printer.ts'
import { depthMax } from './bounds.ts'
import { markdownKinds } from './print-blocks.ts'
import { isHtmlStart } from './print-escape.ts'
import { footnotesOf } from './print-footnotes.ts'
import { writtenAnchors } from './print-headings.ts'
import { printHtml } from './print-html.ts'
import { imageKinds } from './print-images.ts'
import { printLine, printLines } from './print-inline.ts'
import { isContinued, isList, printList } from './print-lists.ts'
import type { PrintableNode } from './print-nodes.ts'
import { printTable } from './print-table.ts'
import { tagKinds } from './print-tags.ts'
import { textOf } from './print-text.ts'

/**
 * Prints a tree as Markdown in canonical form: parsing it yields the same tree. Unknown blocks and inlines
 * print their content as paragraphs and text, so that no text is lost.
 */
export function printDocument(tree: { readonly nodes: readonly PrintableNode[] }): string {
  const { labels, added } = footnotesOf(tree.nodes)
  const nodes = [...tree.nodes, ...added]
  const printed = printBlocks(nodes, { labels, anchors: writtenAnchors(nodes), depth: 0 })
  return printed === '' ? '' : `${printed.replaceAll('\0', '\uFFFD').toWellFormed()}\n`
}

interface Place {
  readonly labels: ReadonlyMap<PrintableNode, string>
  readonly anchors: ReadonlyMap<PrintableNode, string>
  readonly depth: number
}

function printBlocks(nodes: readonly PrintableNode[], place: Place): string {
  return printEach(nodes, place).join('\n\n')
}

function printEach(nodes: readonly PrintableNode[], place: Place): string[] {
  const printer = printerAt(place)
  const printed: string[] = []
  let previous: PrintableNode | undefined
  let isSecond = false
  for (const node of plainBlocks(nodes, place.depth)) {
    const isNext: boolean = isContinued(node, previous) && !isSecond
    const block = place.depth > depthMax ? printDeep(node, printer) : printBlock(node, printer, isNext)
    if (block === '') continue
    const isFirst = previous === undefined && place.depth === 0
    const isRest = node.type === 'html' && previous !== undefined && !isHtmlStart(block)
    if (isRest) printed.push(`${printed.pop()}\n${block}`)
    else printed.push(isFirst && node.type === 'divider' ? '***' : block)
    previous = node
    isSecond = isNext
  }
  return printed
}

/**
 * Known blocks only: inlines among blocks become a paragraph, and unknown blocks are replaced by their
 * content.
 */
function plainBlocks(nodes: readonly PrintableNode[], depth: number): PrintableNode[] {
  const blocks: PrintableNode[] = []
  let inlines: PrintableNode[] = []
  const endInlines = () => {
    if (inlines.length > 0) blocks.push({ object: 'block', type: 'paragraph', nodes: inlines })
    inlines = []
  }
  for (const node of nodes) {
    if (node.object === 'text' || node.object === 'inline') {
      inlines.push(node)
      continue
    }
    endInlines()
    const isKnown = node.object === 'block' && (isList(node) || kinds.has(node.type ?? ''))
    if (isKnown || depth > depthMax) blocks.push(node)
    else {
      const inner = [...(node.nodes ?? []), ...(node.fragments ?? [])]
      for (const block of plainBlocks(inner, depth + 1)) blocks.push(block)
    }
  }
  endInlines()
  return blocks
}

function printBlock(node: PrintableNode, printer: BlockPrinter, isSecond: boolean): string {
  if (isList(node)) return printList(node, printer, isSecond)
  return kinds.get(node.type ?? '')?.(node, printer) ?? printDeep(node, printer)
}

const kinds: ReadonlyMap<string, PrintBlock> = new Map<string, PrintBlock>([
  ...markdownKinds,
  ...tagKinds,
  ...imageKinds,
  ['table', printTable],
])

/** Blocks that may contain further blocks are reduced to their text. */
function printDeep(node: PrintableNode, printer: BlockPrinter): string {
  const print = leaves.has(node.type ?? '') ? kinds.get(node.type ?? '') : undefined
  return (
    print?.(node, printer) ??
    printer.lines([{ object: 'text', leaves: [{ object: 'leaf', text: textOf(node), marks: [] }] }])
  )
}

const leaves = new Set([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'code',
  'math',
  'divider',
  'raw',
  'html',
])

function printerAt(place: Place): BlockPrinter {
  const { labels, anchors, depth } = place
  const inline = { inLink: false, inCell: false, depth: 0, labels }
  return {
    blocks: (nodes = []) => printBlocks(nodes, { ...place, depth: depth + 1 }),
    list: (nodes) => printEach(nodes, { ...place, depth: depth + 1 }),
    lines: (nodes = []) => printLines(nodes, inline),
    line: (nodes = []) => printLine(nodes, inline),
    cell: (nodes = []) => printLine(nodes, { ...inline, inCell: true }),
    html: (nodes = []) => printHtml(nodes),
    label: (footnote) => labels.get(footnote) ?? '',
    anchor: (heading) => anchors.get(heading),
  }
}
