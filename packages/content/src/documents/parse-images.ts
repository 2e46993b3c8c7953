import type { Range } from './guard.ts'
import { imageDataOf } from './html-images.ts'
import { type Attribute, attributeValue } from './html-tokens.ts'
import { type HtmlElement, type HtmlItem, isBlank, isElement } from './html-tree.ts'
import { type Placed, textKey } from './keys.ts'
import type { DocumentFragment, DocumentNode, NodeData } from './nodes.ts'
import { parseHtmlInlines } from './parse-html-inlines.ts'
import { type Parsing, place, placeContainer } from './parsing.ts'
import type { SourceText } from './source-text.ts'

export interface ImageParts {
  readonly range: Range
  readonly data: NodeData
  /** The inlines of the text below the image. */
  readonly caption?: DocumentNode[]
}

/** A block of images. */
export function placeImages(
  parsing: Parsing,
  range: Range,
  images: readonly ImageParts[],
  data: NodeData = {},
): Placed {
  const nodes = images.map((image) => {
    const fragments = image.caption === undefined ? {} : { fragments: [captionOf(parsing, image.caption)] }
    return place(parsing, 'image', image.range, { data: image.data, ...fragments, isVoid: true })
  })
  return placeContainer(parsing, 'images', range, nodes, data)
}

/** A `figure`, a single image, or a `div` of these; undefined if it contains anything else. */
export function parseFigures(parsing: Parsing, element: HtmlElement, text: SourceText): Placed | undefined {
  const range = rangeOf(element, text)
  const figures = element.name === 'div' ? withoutBlanks(element.children, text.text) : [element]
  const images = figures.map((item) => figureParts(parsing, item, text))
  if (images.length === 0 || !images.every((image) => image !== undefined)) return undefined
  if (
    element.name === 'img' &&
    /(?:^|\s)drawing(?:\s|$)/.test(attributeValue(element.attributes, 'class') ?? '')
  ) {
    return place(parsing, 'drawing', range, { data: images[0]?.data ?? {}, isVoid: true })
  }
  return placeImages(parsing, range, images, imagesData(element.name === 'div' ? element.attributes : []))
}

/** The attributes of the tag around several images. */
export function imagesData(attributes: readonly Attribute[]): NodeData {
  const data: NodeData = {}
  const align = attributeValue(attributes, 'align')
  if (align !== undefined && align !== '') data.align = align
  if (isTrue(attributes, 'data-full-width')) data.fullWidth = true
  if (isTrue(attributes, 'data-with-frame')) data.withFrame = true
  return data
}

export function rangeOf({ start, end }: Range, { offsetOf }: SourceText): Range {
  return { start: offsetOf(start), end: offsetOf(end) }
}

export function withoutBlanks(items: readonly HtmlItem[], text: string): HtmlItem[] {
  return items.filter((item) => !isBlank(item, text))
}

function captionOf(parsing: Parsing, nodes: DocumentNode[]): DocumentFragment {
  parsing.nodesLeft -= 2
  const key = textKey('paragraph', JSON.stringify(nodes))
  return {
    object: 'fragment',
    fragment: 'caption',
    nodes: [{ object: 'block', type: 'paragraph', key, nodes }],
  }
}

function figureParts(parsing: Parsing, item: HtmlItem, text: SourceText): ImageParts | undefined {
  if (!isElement(item)) return undefined
  const range = rangeOf(item, text)
  const items = item.name === 'figure' ? withoutBlanks(item.children, text.text) : [item]
  const [image, caption, ...others] = items
  if (image === undefined || others.length > 0) return undefined
  const data = imageDataOf([image])
  if (data === undefined) return undefined
  if (caption === undefined) return { range, data }
  if (!isElement(caption) || caption.name !== 'figcaption') return undefined
  const inner = withoutBlanks(caption.children, text.text)
  const [paragraph] = inner
  const isParagraph =
    inner.length === 1 && paragraph !== undefined && isElement(paragraph) && paragraph.name === 'p'
  if (inner.length === 0 || (isParagraph && paragraph.children.length === 0)) return { range, data }
  const nodes = parseHtmlInlines(parsing, isParagraph ? paragraph.children : caption.children, text.text)
  return nodes === undefined ? undefined : { range, data, caption: nodes }
}

function isTrue(attributes: readonly Attribute[], name: string): boolean {
  const value = attributeValue(attributes, name)
  return value !== undefined && value !== 'false'
}
