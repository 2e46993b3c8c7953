import rehypeParse from 'rehype-parse'
import { unified } from 'unified'

const parser = unified().use(rehypeParse)

export function parseHtml(html: string) {
  return parser.parse(html)
}

export type Root = ReturnType<typeof parseHtml>
export type Element = Extract<Root['children'][number], { readonly type: 'element' }>
export type ElementContent = Element['children'][number]
type Nodes = Root | Root['children'][number]

export function isElement(node: Nodes): node is Element {
  return node.type === 'element'
}

/**
 * Returns all descendants, or those with a tag name, in document order. Iterative, so depth is no problem.
 */
export function elementsIn(tree: Root | Element, tagName?: string): Element[] {
  const found: Element[] = []
  const waiting: Nodes[] = [...tree.children].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue
    if (tagName === undefined || node.tagName === tagName) found.push(node)
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at]
      if (child !== undefined) waiting.push(child)
    }
  }
  return found
}

export function findElement(
  tree: Root | Element,
  isWanted: (element: Element) => boolean,
): Element | undefined {
  return elementsIn(tree).find(isWanted)
}

export function propertyOf({ properties }: Element, name: string): string | undefined {
  const value = properties[name]
  return typeof value === 'string' ? value : undefined
}

export function classesOf({ properties }: Element): readonly string[] {
  return Array.isArray(properties.className) ? properties.className.map(String) : []
}

/** The text of an element on one line. */
export function wordsOf(element: Element): string {
  const words: string[] = []
  const waiting: Nodes[] = [element]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'text') words.push(node.value)
    if ('children' in node) waiting.push(...[...node.children].reverse())
  }
  return words.join('').replace(/\s+/g, ' ').trim()
}
