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
export function printDocument(tree: PrintableTree): string {
  const { nodes, place } = wholeOf(tree)
  const printed = printBlocks(nodes, place)
  return printed === '' ? '' : `${toText(printed)}\n`
}

export interface PrintableTree {
  readonly nodes: readonly PrintableNode[]
}

/**
 * Prints one block as `printDocument` prints it in this document, which decides about the labels of
 * footnotes, the anchors of headings and the markers of adjacent lists. A block that isn't in the document is
 * printed as if it were the last one.
 */
export function printBlock(node: PrintableNode, document: PrintableTree): string {
  return blockPrinter(document)(node)
}

/** Like `printBlock`, for several blocks of a document that stays the same. */
export function blockPrinter(document: PrintableTree): (node: PrintableNode) => string {
  const { nodes, place } = wholeOf(document)
  const own = new Set(nodes)
  const blocks = plainBlocks(nodes, 0)
  const positions = new Map(blocks.map((block, at) => [block, at]))
  const isPrinted = remembered((block: PrintableNode) => printEach([block], place).length > 0)
  return (node) => {
    if (!own.has(node)) return printBlock(node, { nodes: [...document.nodes, node] })
    const parts = plainBlocks([node], 0)
    const [first] = parts
    const at = (first && positions.get(first)) ?? blocks.length
    const isPlaced = parts.some((part) => isList(part) || part.type === 'divider')
    const after = isPlaced ? neighbourBefore(at, blocks, isPrinted) : undefined
    return toText(printEach(parts, place, after).join('\n\n'))
  }
}

/** All blocks of a document, with what they must know about each other. */
function wholeOf(tree: PrintableTree): { nodes: readonly PrintableNode[]; place: Place } {
  const { labels, added } = footnotesOf(tree.nodes)
  const nodes = [...tree.nodes, ...added]
  return { nodes, place: { labels, anchors: writtenAnchors(nodes), depth: 0 } }
}

function toText(printed: string): string {
  return printed.replaceAll('\0', '\uFFFD').toWellFormed()
}

interface Place {
  readonly labels: ReadonlyMap<PrintableNode, string>
  readonly anchors: ReadonlyMap<PrintableNode, string>
  readonly depth: number
}

function printBlocks(nodes: readonly PrintableNode[], place: Place): string {
  return printEach(nodes, place).join('\n\n')
}

/** The block before another one; `isSecond` if it is a list with the second of the two markers. */
interface Neighbour {
  readonly previous: PrintableNode | undefined
  readonly isSecond: boolean
}

const nothing: Neighbour = { previous: undefined, isSecond: false }

function printEach(nodes: readonly PrintableNode[], place: Place, after = nothing): string[] {
  const printer = printerAt(place)
  const printed: string[] = []
  let { previous, isSecond } = after
  for (const node of plainBlocks(nodes, place.depth)) {
    const isNext: boolean = isContinued(node, previous) && !isSecond
    const block = place.depth > depthMax ? printDeep(node, printer) : printKnown(node, printer, isNext)
    if (block === '') continue
    const isFirst = previous === undefined && place.depth === 0
    const isRest = node.type === 'html' && printed.length > 0 && !isHtmlStart(block)
    if (isRest) printed.push(`${printed.pop()}\n${block}`)
    else printed.push(isFirst && node.type === 'divider' ? '***' : block)
    previous = node
    isSecond = isNext
  }
  return printed
}

/** What is printed before a block. Blocks without text, such as empty paragraphs, print nothing. */
function neighbourBefore(
  at: number,
  blocks: readonly PrintableNode[],
  isPrinted: (block: PrintableNode) => boolean,
): Neighbour {
  const run: PrintableNode[] = []
  for (let before = at - 1; before >= 0; before--) {
    const [block, next] = [blocks[before], run.at(-1)]
    if (block === undefined || !isPrinted(block)) continue
    if (next !== undefined && !isContinued(next, block)) break
    run.push(block)
  }
  return { previous: run[0], isSecond: run.length > 0 && run.length % 2 === 0 }
}

/** Calls the function once for each node. */
function remembered<T>(read: (node: PrintableNode) => T): (node: PrintableNode) => T {
  const known = new Map<PrintableNode, T>()
  return (node) => {
    const value = known.get(node) ?? read(node)
    known.set(node, value)
    return value
  }
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

function printKnown(node: PrintableNode, printer: BlockPrinter, isSecond: boolean): string {
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
