import type { BlockPrinter, PrintBlock } from './block-printer.ts'
import { element, imageElement, imageTag, isHtmlImage } from './print-elements.ts'
import { escapeTarget, escapeText } from './print-escape.ts'
import { fragmentOf, inlinesOf, type PrintableNode, stringIn, stringOf } from './print-nodes.ts'
import { destinationIn } from './print-reference.ts'

/** Image blocks. */
export const imageKinds: ReadonlyMap<string, PrintBlock> = new Map<string, PrintBlock>([
  ['images', printImages],
  ['image', (node, printer) => printImages({ object: 'block', nodes: [node] }, printer)],
  ['drawing', (node) => imageTag(node, { class: 'drawing' })],
])

/** A single image is printed as Markdown if Markdown can express it. */
function printImages({ nodes = [], data = {} }: PrintableNode, printer: BlockPrinter): string {
  const [first, ...others] = nodes
  if (first === undefined) return ''
  const attributes = {
    align: stringOf(data.align),
    'data-full-width': data.fullWidth === true ? 'true' : undefined,
    'data-with-frame': data.withFrame === true ? 'true' : undefined,
  }
  const figures = nodes.map((image) => printFigure(image, printer))
  const isAlone = others.length === 0 && Object.values(attributes).every((value) => value === undefined)
  if (!isAlone) return element('div', attributes, figures.join(' '))
  const caption = plainCaption(first)
  return isHtmlImage(first) || caption === undefined ? (figures[0] ?? '') : printMarkdown(first, caption)
}

function printFigure(image: PrintableNode, { html }: BlockPrinter): string {
  const caption = html(inlinesOf(fragmentOf(image, 'caption') ?? []))
  const inner = caption === '' ? '' : `<p>${caption}</p>`
  return `<figure>${imageElement(image)}<figcaption>${inner}</figcaption></figure>`
}

/** A caption that fits into a title; undefined if it has more than plain text. */
function plainCaption(image: PrintableNode): string | undefined {
  const nodes = fragmentOf(image, 'caption') ?? []
  const [block, ...blocks] = nodes
  const [text, ...inlines] = block?.nodes ?? []
  const [leaf, ...leaves] = text?.leaves ?? []
  if (nodes.length === 0) return ''
  const isPlain = [blocks, inlines, leaves, leaf?.marks ?? []].every(({ length }) => length === 0)
  return isPlain && text?.leaves !== undefined ? (leaf?.text ?? '') : undefined
}

function printMarkdown(image: PrintableNode, caption: string): string {
  const text = escapeText(stringIn(image, 'alt') ?? '', {
    inLink: true,
    inCell: false,
    before: '',
    after: '',
  })
  return `![${text}](${escapeTarget(destinationIn(image), caption, false)})`
}
