import { isButton } from './destinations.ts'
import { decodeEntities } from './entities.ts'
import { imageDataOf } from './html-images.ts'
import { type Attribute, attributeValue } from './html-tokens.ts'
import { readHtml } from './html-tree.ts'
import {
  addContainer,
  addInline,
  addText,
  type InlineBuilder,
  type Marks,
  newInlines,
  nodesOf,
  withMark,
  wordsOf,
} from './inline-builder.ts'
import type { MarkType, NodeData } from './nodes.ts'
import { refOf } from './references.ts'

/** An HTML element among inlines, in Markdown or in HTML. */
export interface InlineElement {
  readonly name: string
  readonly attributes: readonly Attribute[]
  /** Its source, and the source of its content. */
  readonly text: string
  readonly inner: string
  /** Adds its content. */
  readonly addInner: (builder: InlineBuilder, marks: Marks) => void
}

/** Adds an element. Adds nothing and returns false if the element is unknown. */
export function addElement(builder: InlineBuilder, element: InlineElement, marks: Marks): boolean {
  const { name, attributes, addInner } = element
  const kind = attributeValue(attributes, 'class') ?? ''
  if (name === 'br') addText(builder, '\n', marks)
  else if (name === 'img' || name === 'picture') return addImage(builder, element)
  else if (name === 'code' && kind === 'expression') {
    addInline(builder, 'expression', { expression: decodeEntities(element.inner) })
  } else if (name === 'i' && iconOf(kind) !== undefined) addInline(builder, 'icon', { icon: iconOf(kind) })
  else if (name === 'a') return addAnchor(builder, element, marks)
  else {
    const mark = markOf(name, attributes)
    if (mark === undefined) return false
    addInner(builder, withMark(marks, mark.type, mark.data))
  }
  return true
}

/** Adds a link, or a mention if the link leads to a person. */
export function addLink(
  builder: InlineBuilder,
  target: { readonly url: string; readonly title: string; readonly objectFit?: string | undefined },
  addInner: (builder: InlineBuilder) => void,
): void {
  const ref = refOf(target.url)
  const inner = newInlines(builder.parsing)
  addInner(inner)
  if (ref.kind === 'user') addInline(builder, 'mention', { ref })
  else {
    const data: NodeData = target.title === '' ? { ref } : { ref, title: target.title }
    if (target.objectFit !== undefined) data.objectFit = target.objectFit
    addContainer(builder, 'link', data, inner)
  }
}

function addImage(builder: InlineBuilder, { text }: InlineElement): boolean {
  const data = imageDataOf(readHtml(text))
  if (data === undefined) return false
  addInline(builder, 'inline-image', data)
  return true
}

function addAnchor(builder: InlineBuilder, element: InlineElement, marks: Marks): boolean {
  const { attributes, addInner } = element
  const url = attributeValue(attributes, 'href')
  if (url === undefined) return false
  if (!isButton(attributes)) {
    const title = attributeValue(attributes, 'title') ?? ''
    const objectFit = attributeValue(attributes, 'data-object-fit')
    addLink(builder, { url, title, objectFit }, (inner) => addInner(inner, marks))
    return true
  }
  const inner = newInlines(builder.parsing)
  addInner(inner, marks)
  const kind = /(?:^|\s)secondary(?:\s|$)/.test(attributeValue(attributes, 'class') ?? '')
    ? 'secondary'
    : 'primary'
  const icon = attributeValue(attributes, 'data-icon')
  const data: NodeData = { label: wordsOf(nodesOf(inner)), kind, ref: refOf(url) }
  addInline(builder, 'button', icon === undefined ? data : { ...data, icon })
  return true
}

/** The name in `fa-solid fa-name`. */
function iconOf(classes: string): string | undefined {
  return classes
    .split(/\s+/)
    .map((name) => /^fa-([\w-]+)$/.exec(name)?.[1])
    .findLast((name) => name !== undefined && !iconStyles.has(name))
}

const iconStyles = new Set(['solid', 'regular', 'light', 'thin', 'duotone', 'brands', 'sharp'])

function markOf(
  name: string,
  attributes: readonly Attribute[],
): { type: MarkType; data?: NodeData } | undefined {
  if (name === 'mark') return { type: 'color', data: colorsIn(attributeValue(attributes, 'style') ?? '') }
  const type = markTypes.get(name)
  return type === undefined || attributes.length > 0 ? undefined : { type }
}

const markTypes: ReadonlyMap<string, MarkType> = new Map([
  ['strong', 'bold'],
  ['b', 'bold'],
  ['em', 'italic'],
  ['i', 'italic'],
  ['code', 'code'],
  ['kbd', 'keyboard'],
  ['del', 'strikethrough'],
  ['s', 'strikethrough'],
  ['sup', 'superscript'],
  ['sub', 'subscript'],
])

function colorsIn(style: string): NodeData {
  const data: NodeData = {}
  for (const part of style.split(';')) {
    const [property = '', value = ''] = part.split(':').map((side) => side.trim())
    if (property === 'color' && value !== '') data.text = value
    if (property === 'background-color' && value !== '') data.background = value
  }
  return data
}
