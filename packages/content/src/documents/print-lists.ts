import type { BlockPrinter } from './block-printer.ts'
import { prefixed } from './print-blocks.ts'
import { isParagraph } from './print-escape.ts'
import { type PrintableNode, stringIn } from './print-nodes.ts'

export function isList({ type = '' }: PrintableNode): boolean {
  return type === 'list-ordered' || type === 'list-unordered' || type === 'list-tasks'
}

/** Whether both would be one list if they had the same marker. */
export function isContinued(list: PrintableNode, previous: PrintableNode | undefined): boolean {
  if (previous === undefined || !isList(previous) || !isList(list)) return false
  return (list.type === 'list-ordered') === (previous.type === 'list-ordered')
}

/**
 * Adjacent lists alternate between two markers. Items are separated by blank lines only if an item contains
 * one.
 */
export function printList(list: PrintableNode, printer: BlockPrinter, isSecond: boolean): string {
  const first = startOf(list)
  const items = (list.nodes ?? []).map((item, at) => {
    const number = `${Math.min(first + at, numberMax)}${isSecond ? ')' : '.'}`
    const marker = list.type === 'list-ordered' ? number : isSecond ? '*' : '-'
    return printItem(marker, item, printer)
  })
  return items.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n')
}

/** The largest item number that Markdown allows. */
const numberMax = 999_999_999

function startOf(list: PrintableNode): number {
  const start = Number(stringIn(list, 'start') ?? 1)
  return Number.isInteger(start) && start >= 0 && start <= numberMax ? start : 1
}

/** If the tree had no room for the remaining items, a raw block has their source. */
function printItem(marker: string, item: PrintableNode, { list }: BlockPrinter): string {
  const nodes = item.type === 'list-item' ? (item.nodes ?? []) : [item]
  const blocks = list(nodes)
  if (item.type === 'raw') return blocks.join('\n\n')
  const body = joinBlocks(blocks).replace(/^(?:---|\*\*\*)(?=\n|$)/, '___')
  const { checked } = item.data ?? {}
  const text = typeof checked === 'boolean' ? `${checked ? '[x]' : '[ ]'} ${boxed(body)}` : body
  const indent = ' '.repeat(marker.length + 1)
  if (text === '') return marker
  const below = prefixed(text, indent, '')
  return isDivider(`${marker} ${text}`) ? `${marker}\n${below}` : `${marker} ${below.slice(indent.length)}`
}

/** A list directly below a paragraph needs no blank line if it can interrupt a paragraph. */
function joinBlocks(blocks: readonly string[]): string {
  const [text = '', below = '', ...others] = blocks
  const isShort = others.length === 0 && !text.includes('\n\n') && isParagraph(text)
  return blocks.join(isShort && endsParagraph.test(below) ? '\n' : '\n\n')
}

/** Parsers disagree about nested containers that would interrupt a paragraph. */
const endsParagraph = /^(?:[-*]|1[.)]) (?!>|[-*+](?:\s|$)|\d+[.)])\S/

/** Whether the first line, made of empty items, would be read as a divider. */
function isDivider(markdown: string): boolean {
  return /^([-*])(?: \1){2,}(?:\n|$)/.test(markdown)
}

/** A checkbox requires text after it; if there is none, a space is written. */
function boxed(body: string): string {
  if (body === '') return '&#x20;'
  return isParagraph(body) ? body : `&#x20;\n\n${body}`
}
