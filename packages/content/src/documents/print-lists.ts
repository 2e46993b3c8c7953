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

/** Every second one of lists in a row has another marker; blank lines are only where an item has some. */
export function printList(list: PrintableNode, printer: BlockPrinter, isSecond: boolean): string {
  const first = startOf(list)
  const items = (list.nodes ?? []).map((item, at) => {
    const number = `${Math.min(first + at, numberMax)}${isSecond ? ')' : '.'}`
    const marker = list.type === 'list-ordered' ? number : isSecond ? '*' : '-'
    return printItem(marker, item, printer)
  })
  return items.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n')
}

/** The largest number that an item has in Markdown. */
const numberMax = 999_999_999

function startOf(list: PrintableNode): number {
  const start = Number(stringIn(list, 'start') ?? 1)
  return Number.isInteger(start) && start >= 0 && start <= numberMax ? start : 1
}

/** What has no room in the tree is the source of all further items. */
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

/** A list right below a paragraph needs no blank line, if it can end one. */
function joinBlocks(blocks: readonly string[]): string {
  const [text = '', below = '', ...others] = blocks
  const isShort = others.length === 0 && !text.includes('\n\n') && isParagraph(text)
  return blocks.join(isShort && endsParagraph.test(below) ? '\n' : '\n\n')
}

/** Parsers do not agree on containers in a row where a paragraph would end. */
const endsParagraph = /^(?:[-*]|1[.)]) (?!>|[-*+](?:\s|$)|\d+[.)])\S/

/** Whether the first of these lines, of items without text, would be read as something else. */
function isDivider(markdown: string): boolean {
  return /^([-*])(?: \1){2,}(?:\n|$)/.test(markdown)
}

/** A box stands before a text; where there is none, before a space. */
function boxed(body: string): string {
  if (body === '') return '&#x20;'
  return isParagraph(body) ? body : `&#x20;\n\n${body}`
}
