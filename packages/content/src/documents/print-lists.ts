import { depthMax } from './bounds.ts'
import { type BlockPrinter, joined, prefixed } from './print-blocks.ts'
import { type PrintableNode, stringIn } from './print-nodes.ts'

export function isList({ type = '' }: PrintableNode): boolean {
  return type === 'list-ordered' || type === 'list-unordered' || type === 'list-tasks'
}

/** Whether both would be one list if they had the same marker. */
export function isContinued(list: PrintableNode, previous: PrintableNode | undefined): boolean {
  if (previous === undefined || !isList(previous) || !isList(list)) return false
  return (list.type === 'list-ordered') === (previous.type === 'list-ordered')
}

/** Every second one of lists in a row has another marker. */
export function printList(list: PrintableNode, printer: BlockPrinter, isSecond: boolean): string {
  const first = startOf(list)
  const items = (list.nodes ?? []).map((item, at) => {
    const number = `${Math.min(first + at, numberMax)}${isSecond ? ')' : '.'}`
    const marker = list.type === 'list-ordered' ? number : isSecond ? '*' : '-'
    return printItem(marker, item, printer)
  })
  return items.join(isTight(list, 0) ? '\n' : '\n\n')
}

/** The largest number that an item has in Markdown. */
const numberMax = 999_999_999

function startOf(list: PrintableNode): number {
  const start = Number(stringIn(list, 'start') ?? 1)
  return Number.isInteger(start) && start >= 0 && start <= numberMax ? start : 1
}

/** What has no room in the tree is the source of all further items. */
function printItem(marker: string, item: PrintableNode, printer: BlockPrinter): string {
  if (item.type === 'raw') return printer.blocks([item])
  const nodes = item.type === 'list-item' ? (item.nodes ?? []) : [item]
  const body = printBody(nodes, printer).replace(/^(?:---|\*\*\*)(?=\n|$)/, '___')
  const { checked } = item.data ?? {}
  const text = typeof checked === 'boolean' ? `${checked ? '[x]' : '[ ]'} ${boxed(nodes, body)}` : body
  const indent = ' '.repeat(marker.length + 1)
  if (text === '') return marker
  const below = prefixed(text, indent, '')
  return isDivider(`${marker} ${text}`) ? `${marker}\n${below}` : `${marker} ${below.slice(indent.length)}`
}

/** Whether the first of these lines, of items without text, would be read as something else. */
function isDivider(markdown: string): boolean {
  return /^([-*])(?: \1){2,}(?:\n|$)/.test(markdown)
}

/** A list right below a line needs no blank line, if it can end a paragraph. */
function printBody(nodes: readonly PrintableNode[], printer: BlockPrinter): string {
  const [text, list, ...others] = nodes
  if (text?.type !== 'paragraph' || list === undefined || !isList(list) || others.length > 0) {
    return printer.blocks(nodes)
  }
  const [line, below] = [printer.blocks([text]), printer.blocks([list])]
  return joined([line, below], /^(?:[-*]|1[.)]) +\S/.test(below) ? '\n' : '\n\n')
}

/** A box stands before a text; where there is none, before a space. */
function boxed([first]: readonly PrintableNode[], body: string): string {
  const isText = first?.type === 'paragraph' ? !/^(?:<p |$)/.test(body) : body.startsWith('![')
  return isText ? body : ['&#x20;', body].filter((part) => part !== '').join('\n\n')
}

/** Whether each item is a line and at most a list below it, so that nothing needs blank lines. */
function isTight(list: PrintableNode, depth: number): boolean {
  return (list.nodes ?? []).every(({ type, nodes = [] }) => {
    const [first] = nodes
    const below = first?.type === 'paragraph' ? nodes.slice(1) : nodes
    if (type !== 'list-item' || below.length > 1 || depth > depthMax) return false
    return below.every((node) => isList(node) && isTight(node, depth + 1))
  })
}
