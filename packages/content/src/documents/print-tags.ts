import type { BlockPrinter, PrintBlock } from './block-printer.ts'
import { escapeTarget, escapeText } from './print-escape.ts'
import { fragmentOf, type PrintableNode, recordOf, stringIn, stringOf } from './print-nodes.ts'
import { destinationIn } from './print-reference.ts'

/** Blocks written as tags, alone or around other blocks. */
export const tagKinds: ReadonlyMap<string, PrintBlock> = new Map<string, PrintBlock>([
  [
    'hint',
    (node, { blocks }) => around('hint', { style: stringIn(node, 'style') ?? 'info' }, blocks(node.nodes)),
  ],
  ['if', printIf],
  ['tabs', (node, printer) => printItems(node, printer, 'tabs', 'tabs-item', printTab)],
  ['tabs-item', (node, printer) => around('tabs', {}, printTab(node, printer))],
  ['stepper', (node, printer) => printItems(node, printer, 'stepper', 'stepper-step', printStep)],
  ['stepper-step', (node, printer) => around('stepper', {}, printStep(node, printer))],
  ['columns', (node, printer) => printItems(node, printer, 'columns', 'column', printColumn)],
  ['column', (node, printer) => around('columns', {}, printColumn(node, printer))],
  ['file', (node, printer) => printCaptioned(node, printer, 'file', { src: destinationIn(node) })],
  ['embed', (node, printer) => printCaptioned(node, printer, 'embed', embedAttributes(node))],
  ['content-ref', printContentReference],
  ['reusable-content', (node) => `{% include "${escapeAttribute(destinationIn(node))}" %}`],
  ['openapi-operation', (node) => printSpec(node, ['path', 'method'])],
  ['openapi-schemas', (node) => printSpec(node, ['schemas', 'grouped'])],
  ['openapi-webhook', (node) => printSpec(node, ['name', 'method'])],
  ['swagger', printSwagger],
  ['integration', printIntegration],
])

/**
 * A tag on a line of its own. Values are strings, numbers, booleans and lists of strings; others are left
 * out.
 */
function printTag(name: string, attributes: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(attributes).flatMap(([key, value]) => {
    const text = Array.isArray(value)
      ? value.map((one) => (stringOf(one) ?? '').trim()).join(',')
      : stringOf(value)
    return text === undefined || !/^[A-Za-z_][\w.:-]*$/.test(key) ? [] : `${key}="${escapeAttribute(text)}"`
  })
  return `{% ${[name, ...said].join(' ')} %}`
}

/** The tag is only written for attributes that a fence can't express. */
export function printCodeTag(node: PrintableNode, fence: string): string {
  const attributes = pick(node, ['title', 'overflow', 'lineNumbers', 'fullWidth'])
  const isPlain = Object.values(attributes).every((value) => stringOf(value) === undefined)
  return isPlain ? fence : around('code', attributes, fence)
}

/** Escapes everything that would end the value or the tag, or would be read as a character reference. */
function escapeAttribute(value: string): string {
  return value
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('%}', '%&#125;')
    .replaceAll(/[\r\n]/g, (end) => (end === '\n' ? '&#10;' : '&#13;'))
}

function around(name: string, attributes: Readonly<Record<string, unknown>>, body: string): string {
  return enclosed(printTag(name, attributes), body, `{% end${name} %}`)
}

/** Without a blank line, an HTML block would continue past the end tag. */
function enclosed(start: string, body: string, end: string): string {
  if (body === '') return `${start}\n${end}`
  const last = body.slice(body.lastIndexOf('\n\n') + 1).trimStart()
  return `${start}\n${body}${last.startsWith('<') ? '\n\n' : '\n'}${end}`
}

/** Leaves out booleans and lists of a wrong type. */
function pick({ data = {} }: PrintableNode, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    names.map((name) => {
      const value = data[name]
      if (flags.has(name)) return [name, typeof value === 'boolean' ? value : undefined]
      return [name, Array.isArray(value) === (name === 'schemas') ? value : undefined]
    }),
  )
}

const flags = new Set(['lineNumbers', 'grouped', 'fullWidth'])

/** An expression must not contain the end of the tag. */
function printIf(node: PrintableNode, { blocks }: BlockPrinter): string {
  const expression = (stringIn(node, 'expression') ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('%}', '% }')
    .trim()
  return enclosed(`{% if ${expression} %}`, blocks(node.nodes), '{% endif %}')
}

/** Children that are not items are printed among them, unchanged. */
function printItems(
  node: PrintableNode,
  printer: BlockPrinter,
  name: string,
  itemType: string,
  printItem: PrintBlock,
): string {
  const items = (node.nodes ?? []).map((item) =>
    item.type === itemType ? printItem(item, printer) : printer.blocks([item]),
  )
  return around(name, pick(node, ['fullWidth']), items.filter((item) => item !== '').join('\n\n'))
}

function printTab(node: PrintableNode, { blocks }: BlockPrinter): string {
  return around('tab', pick(node, ['title', 'icon', 'fullWidth']), blocks(node.nodes))
}

function printStep(node: PrintableNode, { blocks }: BlockPrinter): string {
  return around('step', pick(node, ['icon', 'fullWidth']), blocks(node.nodes))
}

function printColumn(node: PrintableNode, { blocks }: BlockPrinter): string {
  return around('column', pick(node, ['width', 'verticalAlignment', 'fullWidth']), blocks(node.nodes))
}

function printCaptioned(
  node: PrintableNode,
  { blocks }: BlockPrinter,
  name: string,
  attributes: Readonly<Record<string, unknown>>,
): string {
  const caption = blocks(fragmentOf(node, 'caption'))
  return caption === '' ? printTag(name, attributes) : around(name, attributes, caption)
}

function embedAttributes(node: PrintableNode): Readonly<Record<string, unknown>> {
  return { url: stringIn(node, 'url') ?? '', ...pick(node, ['fullWidth']) }
}

/** The link is for readers of the Markdown. */
function printContentReference(node: PrintableNode): string {
  const url = destinationIn(node)
  const text = escapeText(url.replaceAll(/[\r\n]/g, ' '), {
    inLink: true,
    inCell: false,
    before: '',
    after: '',
  })
  return around('content-ref', { url }, `[${text}](${escapeTarget(url, '', false)})`)
}

function printSpec(node: PrintableNode, names: readonly string[]): string {
  const attributes = { spec: destinationIn(node), ...pick(node, [...names, 'fullWidth']) }
  return around(node.type ?? '', attributes, '')
}

function printSwagger(node: PrintableNode): string {
  const { ref, ...attributes } = node.data ?? {}
  return around('swagger', ref === undefined ? attributes : { src: destinationIn(node), ...attributes }, '')
}

function printIntegration(node: PrintableNode): string {
  const [integration, block] = ['integration', 'block'].map((name) => {
    return (stringIn(node, name) ?? '').replaceAll(/[^\w./-]/g, '')
  })
  return printTag(`@${integration}/${block}`, recordOf(node.data?.props))
}
