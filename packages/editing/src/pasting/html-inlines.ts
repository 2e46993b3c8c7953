import {
  attributeValue,
  decodeEntities,
  type HtmlElement,
  type HtmlItem,
  isElement,
  refOf,
} from '@stemma/content/documents'
import type { Mark, Node } from 'prosemirror-model'
import { markType, nodeType, schema } from '../schema/schema.ts'

/** Whether nothing of it is shown. */
export function isDropped(item: HtmlItem): boolean {
  if (!isElement(item)) return item.kind !== 'text'
  if (droppedNames.has(item.name)) return true
  return styleOf(item, 'mso-list') === 'ignore' || styleOf(item, 'display') === 'none'
}

const droppedNames = new Set([
  ...['head', 'style', 'script', 'title', 'meta', 'link', 'xml', 'template', 'noscript', 'svg'],
  ...['button', 'input', 'select', 'textarea', 'iframe', 'object', 'colgroup', 'col'],
])

/** A declaration of the style of an element, in lowercase; empty if there is none. */
export function styleOf({ attributes }: HtmlElement, name: string): string {
  for (const declaration of (attributeValue(attributes, 'style') ?? '').toLowerCase().split(';')) {
    const [property = '', value = ''] = declaration.split(':')
    if (property.trim() === name) return value.trim()
  }
  return ''
}

/** The inlines of one line: white space is collapsed, and there is none at the ends. */
export function inlinesOf(
  items: readonly HtmlItem[],
  { text, marks }: { readonly text: string; readonly marks: readonly Mark[] },
): readonly Node[] {
  const nodes = runsIn(items, text, marks)
  const last = nodes.findLastIndex((node) => !isBlank(node))
  const shown: Node[] = []
  let isAfterSpace = true
  for (const [at, node] of nodes.slice(0, last + 1).entries()) {
    if (!node.isText) {
      shown.push(node)
      isAfterSpace = !isImage(node)
      continue
    }
    const own: string = isAfterSpace ? (node.text ?? '').replace(/^ /, '') : (node.text ?? '')
    const words = at === last ? own.trimEnd() : own
    if (words === '') continue
    shown.push(schema.text(words, node.marks))
    isAfterSpace = words.endsWith(' ')
  }
  return shown
}

function isImage({ type }: Node): boolean {
  return type.name === 'inline_image'
}

function isBlank(node: Node): boolean {
  return node.type.name === 'hard_break' || node.text?.trim() === ''
}

/** The text of items; `isExact` keeps white space and what is dropped elsewhere. */
export function textIn(items: readonly HtmlItem[], text: string, isExact: boolean): string {
  const words = items.map((item): string => {
    if (isElement(item))
      return item.name === 'br' ? '\n' : isExact || !isDropped(item) ? textIn(item.children, text, true) : ''
    return item.kind === 'text' ? plain(text.slice(item.start, item.end)) : ''
  })
  return isExact ? words.join('') : words.join('').replaceAll(/\s+/g, ' ').trim()
}

function plain(source: string): string {
  return decodeEntities(source).replaceAll('\u00A0', ' ')
}

function runsIn(items: readonly HtmlItem[], text: string, marks: readonly Mark[]): Node[] {
  return items.flatMap((item): Node[] => {
    if (isDropped(item)) return []
    if (isElement(item)) {
      if (item.name === 'br') return [nodeType('hard_break').create()]
      if (item.name === 'img') return imageNodes(item)
      return runsIn(item.children, text, withMarksOf(item, marks))
    }
    const words = plain(text.slice(item.start, item.end)).replaceAll(/\s+/g, ' ')
    return words === '' ? [] : [schema.text(words, marks)]
  })
}

function imageNodes({ attributes }: HtmlElement): Node[] {
  const url = attributeValue(attributes, 'src') ?? ''
  if (!/^https?:/i.test(url)) return []
  const alt = attributeValue(attributes, 'alt') || null
  return [nodeType('inline_image').create({ ref: refOf(url), alt })]
}

/** Google Docs writes marks as styles, and a `b` around everything that is not bold. */
export function withMarksOf(element: HtmlElement, marks: readonly Mark[]): readonly Mark[] {
  const weight = styleOf(element, 'font-weight')
  const place = styleOf(element, 'vertical-align')
  const isNormal = weight === 'normal' || weight === '400'
  const added = [
    ...(isNormal ? [] : (markNames[element.name] ?? [])),
    ...(/^(?:bold|[6-9]00)$/.test(weight) ? ['bold'] : []),
    ...(styleOf(element, 'font-style') === 'italic' ? ['italic'] : []),
    ...(styleOf(element, 'text-decoration').includes('line-through') ? ['strikethrough'] : []),
    ...(place === 'super' ? ['superscript'] : []),
    ...(place === 'sub' ? ['subscript'] : []),
  ].map((name) => markType(name).create())
  return [...added, ...linkOf(element)].reduce((set, mark) => mark.addToSet(set), marks)
}

function linkOf({ name, attributes }: HtmlElement): readonly Mark[] {
  const url = name === 'a' ? (attributeValue(attributes, 'href') ?? '') : ''
  return /^(?:https?:|mailto:|tel:)/i.test(url) ? [markType('link').create({ ref: refOf(url) })] : []
}

const markNames: Readonly<Record<string, readonly string[]>> = {
  b: ['bold'],
  strong: ['bold'],
  i: ['italic'],
  em: ['italic'],
  code: ['code'],
  tt: ['code'],
  kbd: ['keyboard'],
  s: ['strikethrough'],
  del: ['strikethrough'],
  strike: ['strikethrough'],
  sup: ['superscript'],
  sub: ['subscript'],
}
