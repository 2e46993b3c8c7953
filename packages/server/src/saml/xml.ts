import { createRequire } from 'node:module'
import { refusal } from './refusal.ts'
import { malformed, requireForm } from './xml-form.ts'

/** The parser that signatures are verified with too. Its types would bring a browser's into every file. */
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as ParserModule

/** An element as plain data: nothing that was written otherwise than plainly is left in it. */
export interface XmlElement {
  readonly namespace: string
  readonly name: string
  /** Those without a namespace, by name. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The text directly inside. */
  readonly text: string
}

/** Reads XML that holds elements, attributes and texts and nothing else: there is one way to read it. */
export function parseXml(text: string): XmlElement {
  const body = text.replace(declaration, '')
  const elements = requireForm(body)
  const { childNodes } = documentOf(body)
  const [root, ...others] = Array.from(childNodes).filter((node) => !isBlank(node))
  if (root?.nodeType !== nodeTypes.element || others.length > 0) throw refusal('is not one XML document')
  const element = elementOf(root)
  if ([...everyElement(element)].length !== elements) malformed()
  return element
}

const declaration = /^<\?xml version="1\.0"(?: encoding="utf-8")?(?: standalone="(?:yes|no)")?\s*\?>/i

function documentOf(text: string): ParsedNode {
  try {
    const errorHandler = { warning: malformed, error: malformed, fatalError: malformed }
    return new DOMParser({ errorHandler }).parseFromString(text, 'text/xml')
  } catch {
    return malformed()
  }
}

function elementOf(node: ParsedNode): XmlElement {
  const inside = Array.from(node.childNodes)
  const isPlain = inside.every(
    ({ nodeType }) => nodeType === nodeTypes.element || nodeType === nodeTypes.text,
  )
  if (!isPlain) throw refusal('contains nodes other than elements and text')
  const attributes = Array.from(node.attributes ?? [])
    .filter(({ namespaceURI }) => !namespaceURI)
    .map(({ localName, value }) => [localName, value] as const)
  const text = inside.map(({ nodeValue }) => nodeValue ?? '').join('')
  if (![text, ...attributes.map(([, value]) => value)].every(isXmlText)) malformed()
  return {
    namespace: node.namespaceURI ?? '',
    name: node.localName,
    attributes: new Map(attributes),
    children: inside.filter(({ nodeType }) => nodeType === nodeTypes.element).map(elementOf),
    text,
  }
}

/** The parser takes characters that XML does not have, and a database would refuse some of them. */
function isXmlText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  return text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)
}

function isBlank({ nodeType, nodeValue }: ParsedNode): boolean {
  return nodeType === nodeTypes.text && /^\s*$/.test(nodeValue ?? '')
}

/** What the parser makes, as far as it is looked at. */
interface ParsedNode {
  readonly nodeType: number
  readonly nodeValue: string | null
  readonly namespaceURI: string | null
  readonly localName: string
  readonly childNodes: ArrayLike<ParsedNode>
  readonly attributes?: ArrayLike<ParsedNode & { readonly value: string }>
}

interface ParserModule {
  readonly DOMParser: new (options: object) => { parseFromString(text: string, type: string): ParsedNode }
}

const nodeTypes = { element: 1, text: 3 }

/** All elements, from the outside to the inside. */
export function* everyElement(element: XmlElement): Iterable<XmlElement> {
  yield element
  for (const child of element.children) yield* everyElement(child)
}

/** The children with this name. */
export function childrenOf(element: XmlElement, namespace: string, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.namespace === namespace && child.name === name)
}

/** The one child with this name; two are as wrong as none. */
export function childOf(element: XmlElement, namespace: string, name: string): XmlElement {
  const [child, ...others] = childrenOf(element, namespace, name)
  if (child === undefined || others.length > 0) {
    throw refusal(`must have exactly one ${name} in its ${element.name}`)
  }
  return child
}

/** The text of an element that holds nothing else. */
export function textOf({ name, text, children }: XmlElement): string {
  if (children.length > 0) throw refusal(`must have only text in its ${name}`)
  return text.trim()
}
