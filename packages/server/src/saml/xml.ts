import { createRequire } from 'node:module'
import { refusal } from './refusal.ts'
import { malformed, requireForm } from './xml-form.ts'

/** Signature verification uses the same parser. Its types would add browser types to every file. */
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as ParserModule

/** An element as plain data, made only from elements, attributes and text. */
export interface XmlElement {
  readonly namespace: string
  readonly name: string
  /** Attributes without a namespace, by name. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The element's own text, without that of its children. */
  readonly text: string
}

/** Accepts only elements, attributes and text, so that there is just one way to read the document. */
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

/** The parser accepts characters that XML forbids, and PostgreSQL rejects some of them. */
function isXmlText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  return text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)
}

function isBlank({ nodeType, nodeValue }: ParsedNode): boolean {
  return nodeType === nodeTypes.text && /^\s*$/.test(nodeValue ?? '')
}

/** The parts of the parser's nodes that are used here. */
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

/** Yields an element and all its descendants, parents first. */
export function* everyElement(element: XmlElement): Iterable<XmlElement> {
  yield element
  for (const child of element.children) yield* everyElement(child)
}

export function childrenOf(element: XmlElement, namespace: string, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.namespace === namespace && child.name === name)
}

/** Returns the only child with this name; throws if there is none or more than one. */
export function childOf(element: XmlElement, namespace: string, name: string): XmlElement {
  const [child, ...others] = childrenOf(element, namespace, name)
  if (child === undefined || others.length > 0) {
    throw refusal(`must have exactly one ${name} in its ${element.name}`)
  }
  return child
}

/** Returns the text of an element; throws if it has children. */
export function textOf({ name, text, children }: XmlElement): string {
  if (children.length > 0) throw refusal(`must have only text in its ${name}`)
  return text.trim()
}
