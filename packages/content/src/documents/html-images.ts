import { attributeValue } from './html-tokens.ts'
import { type HtmlElement, type HtmlItem, isElement } from './html-tree.ts'
import type { NodeData } from './nodes.ts'
import { refOf } from './references.ts'

/** The data of an `img`, or of a `picture` that contains one; undefined if there is anything else. */
export function imageDataOf(items: readonly HtmlItem[]): NodeData | undefined {
  const [element, ...others] = items
  if (element === undefined || others.length > 0 || !isElement(element)) return undefined
  if (element.name === 'img') return dataOf(element)
  if (element.name !== 'picture') return undefined
  const inner = element.children.filter(isElement)
  const [image, ...images] = inner.filter(({ name }) => name === 'img')
  const data = image === undefined || images.length > 0 ? undefined : dataOf(image)
  const dark = inner.find(isDark)
  const refDark = dark === undefined ? undefined : attributeValue(dark.attributes, 'srcset')
  return data === undefined || refDark === undefined ? data : { ...data, refDark: refOf(refDark) }
}

function dataOf({ attributes }: HtmlElement): NodeData | undefined {
  const source = attributeValue(attributes, 'src')
  if (source === undefined) return undefined
  const data: NodeData = { ref: refOf(source) }
  const alternative = attributeValue(attributes, 'alt') ?? ''
  if (alternative !== '') data.alt = alternative
  for (const name of ['width', 'height']) {
    const length = attributeValue(attributes, name)
    if (length !== undefined && length !== '') data[name] = /^\d{1,9}$/.test(length) ? Number(length) : length
  }
  const size = attributeValue(attributes, 'data-size')
  if (size !== undefined && size !== '') data.size = size
  return data
}

function isDark({ name, attributes }: HtmlElement): boolean {
  return name === 'source' && /prefers-color-scheme:\s*dark/.test(attributeValue(attributes, 'media') ?? '')
}
