import type { BlockPrinter, PrintBlock } from './block-printer.ts'
import { depthMax } from './bounds.ts'
import { escapeInfo, fenceFor, isParagraph } from './print-escape.ts'
import { isHtml } from './print-html.ts'
import { fragmentOf, type PrintableNode, stringIn } from './print-nodes.ts'
import { printCodeTag } from './print-tags.ts'
import { textOf } from './print-text.ts'

/** Blocks of standard Markdown. */
export const markdownKinds: ReadonlyMap<string, PrintBlock> = new Map<string, PrintBlock>([
  ['paragraph', printParagraph],
  ['heading-1', (node, printer) => printHeading(node, printer, 1)],
  ['heading-2', (node, printer) => printHeading(node, printer, 2)],
  ['heading-3', (node, printer) => printHeading(node, printer, 3)],
  ['divider', () => '---'],
  ['blockquote', ({ nodes }, { blocks }) => prefixed(blocks(nodes), '> ', '>')],
  ['code', printCode],
  ['math', printMath],
  ['expandable', printExpandable],
  ['footnote', printFootnote],
  ['html', printSource],
  ['raw', printSource],
])

/** Adds a prefix to every line, and a shorter one to empty lines. */
export function prefixed(markdown: string, prefix: string, empty: string): string {
  return markdown
    .split('\n')
    .map((line) => (line === '' ? empty : prefix + line))
    .join('\n')
}

/** Joins the parts that are not empty. */
export function joined(parts: readonly string[], separator = '\n'): string {
  return parts.filter((part) => part !== '').join(separator)
}

/** An image alone in a paragraph would become an image block, so an empty element is written before it. */
function printParagraph({ nodes = [], data = {} }: PrintableNode, { lines, html }: BlockPrinter): string {
  const align = alignments.get(data.align)
  if (align !== undefined && isHtml(nodes)) return `<p align="${align}">${html(nodes)}</p>`
  const text = lines(nodes)
  if (align !== undefined) return joined([`<p align="${align}">`, text, '</p>'], '\n\n')
  const isImage = /^!\[/.test(text) && nodes.filter(({ leaves }) => leaves === undefined).length === 1
  return isImage && nodes.every(isImageOrEmpty) ? `<strong></strong>${text}` : text
}

const alignments: ReadonlyMap<unknown, string> = new Map([
  ['start', 'left'],
  ['center', 'center'],
  ['end', 'right'],
])

function isImageOrEmpty({ type, leaves }: PrintableNode): boolean {
  return leaves === undefined ? type === 'inline-image' : leaves.every(({ text }) => text === '')
}

/** Escapes number signs at the end, which would be read as the closing sequence of the heading. */
function printHeading(node: PrintableNode, { line, anchor }: BlockPrinter, least: number): string {
  const level = Number(stringIn(node, 'level') ?? least)
  const signs = '#'.repeat(Number.isInteger(level) && level > 3 && level < 7 ? level : least)
  const text = line(node.nodes)
  const id = anchor(node)
  if (id === undefined) return joined([signs, text.replace(/(^|[ \t])(#+)$/, '$1\\$2')], ' ')
  const trimmed = text.replace(/(?<![ \t]|(?<!\\)&#x20;)(?:[ \t]|(?<!\\)&#x20;)+$/, '')
  return joined([signs, trimmed, `<a href="#${id}" id="${id}"></a>`], ' ')
}

function printCode(node: PrintableNode): string {
  const code = (node.nodes ?? []).map((line) => codeOf(line, 0)).join('\n')
  const info = escapeInfo(stringIn(node, 'syntax') ?? '', stringIn(node, 'meta') ?? '')
  const fence = fenceFor(code, info.includes('`') ? '~' : '`', 3)
  const start = `${fence}${info.startsWith('~') ? ' ' : ''}${info}`
  return printCodeTag(node, joined([start, code, fence]))
}

/** A line of code with all of its spaces. */
function codeOf(node: PrintableNode, depth: number): string {
  if (depth > depthMax) return textOf(node)
  const { leaves = [], nodes = [] } = node
  return leaves.map(({ text }) => text).join('') + nodes.map((inner) => codeOf(inner, depth + 1)).join('')
}

function printMath(node: PrintableNode): string {
  const formula = stringIn(node, 'formula') ?? ''
  const fence = fenceFor(formula, '$', 2)
  return joined([fence, formula, fence])
}

/** The source without the blank lines around it. */
function printSource(node: PrintableNode): string {
  const markdown = stringIn(node, 'markdown') ?? ''
  return /\S/.test(markdown) ? markdown.replace(/^[\r\n]+/, '').replace(/(?<![\r\n])[\r\n]+$/, '') : ''
}

function printExpandable(node: PrintableNode, { blocks, html }: BlockPrinter): string {
  const title = html(fragmentOf(node, 'expandable-title'))
  const body = blocks(fragmentOf(node, 'expandable-body') ?? node.nodes)
  return joined(['<details>', `<summary>${title}</summary>`, body, '</details>'], '\n\n')
}

/** A paragraph at the start goes on the line of the label, everything else below it. */
function printFootnote(node: PrintableNode, { blocks, label }: BlockPrinter): string {
  const body = prefixed(blocks(node.nodes), '    ', '')
  const head = `[^${label(node)}]:`
  return isParagraph(body.slice(4)) ? `${head} ${body.slice(4)}` : joined([head, body], '\n\n')
}
