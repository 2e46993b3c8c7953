import { type HtmlElement, type HtmlItem, isElement, readHtml } from '@stemma/content/documents'
import type { Mark, Node, Slice } from 'prosemirror-model'
import { nodeType, schema } from '../schema/schema.ts'
import { inlinesOf, isDropped, styleOf, textIn, withMarksOf } from './html-inlines.ts'
import { type ListedBlock, listed } from './html-lists.ts'
import { sliceOf } from './markdown.ts'

/**
 * Pasted HTML as blocks, from a browser, a word processor or a spreadsheet: headings, lists, tables, quotes,
 * code, links and marks. Styles, scripts and everything else that is only about looks is left out.
 */
export function sliceOfHtml(html: string): Slice {
  const text = html.replaceAll(officeTags, '')
  return sliceOf(blocksIn(readHtml(text), { text, marks: [] }))
}

/** Tags that only Microsoft's programs know. */
const officeTags = /<!\[(?:if !supportLists|endif)\]>|<\/?o:p>/g

/** The HTML, and the marks around a place in it. */
interface Reading {
  readonly text: string
  readonly marks: readonly Mark[]
}

function blocksIn(items: readonly HtmlItem[], reading: Reading): readonly Node[] {
  return listed(partsIn(items, reading))
}

/** Blocks in their order. Inlines between them become paragraphs. */
function partsIn(items: readonly HtmlItem[], reading: Reading): readonly ListedBlock[] {
  const parts: ListedBlock[] = []
  let waiting: HtmlItem[] = []
  const endParagraph = () => {
    const content = inlinesOf(waiting, reading)
    if (content.length > 0) parts.push({ node: nodeType('paragraph').create(null, content) })
    waiting = []
  }
  for (const item of items) {
    if (isDropped(item)) continue
    if (!isElement(item) || !hasBlocks(item)) {
      waiting.push(item)
      continue
    }
    endParagraph()
    parts.push(...blockParts(item, { ...reading, marks: withMarksOf(item, reading.marks) }))
  }
  endParagraph()
  return parts
}

function hasBlocks(element: HtmlElement): boolean {
  return blockNames.has(element.name) || element.children.some((item) => isElement(item) && hasBlocks(item))
}

const blockNames = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'center', 'dd', 'div', 'dl', 'dt', 'figure'],
  ...['footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'html', 'li', 'main', 'nav'],
  ...['ol', 'p', 'pre', 'section', 'table', 'ul'],
])

function blockParts(element: HtmlElement, reading: Reading): readonly ListedBlock[] {
  const { name, children } = element
  if (/^h[1-6]$/.test(name)) return headingParts(element, reading)
  if (name === 'ul' || name === 'ol') return [{ node: listNode(element, reading) }]
  if (name === 'table') return tableParts(element, reading)
  if (name === 'hr') return [{ node: nodeType('divider').create() }]
  if (name === 'pre') return [{ node: nodeType('code_block').create(null, codeIn(element, reading)) }]
  if (name === 'blockquote') {
    return [{ node: nodeType('blockquote').create(null, blocksIn(children, reading)) }]
  }
  const parts = partsIn(children, reading)
  const level = /level(\d)/.exec(styleOf(element, 'mso-list'))?.[1]
  if (level === undefined) return parts
  const isOrdered = /^\s*(?:\d+|[a-z]{1,3})[.)]/i.test(textIn(children, reading.text, true))
  return parts.map(({ node }) => ({ node, item: { level: Number(level), isOrdered } }))
}

function headingParts({ name, children }: HtmlElement, reading: Reading): readonly ListedBlock[] {
  const content = inlinesOf(children, reading)
  if (content.length === 0) return []
  return [{ node: nodeType('heading').create({ level: Number(name.slice(1)) }, content) }]
}

function codeIn({ children }: HtmlElement, { text }: Reading): Node | null {
  const code = textIn(children, text, true).replaceAll('\r\n', '\n').replace(/^\n/, '').replace(/\n$/, '')
  return code === '' ? null : schema.text(code)
}

/** Some programs write a nested list beside the item that it belongs to. */
function listNode({ name, children }: HtmlElement, reading: Reading): Node {
  const items: (readonly Node[])[] = []
  for (const child of children.filter(isElement)) {
    const isNested = child.name === 'ul' || child.name === 'ol'
    if (isNested && items.length > 0) items.push([...(items.pop() ?? []), listNode(child, reading)])
    else items.push(blocksIn(isNested ? [child] : child.children, reading))
  }
  return nodeType(name === 'ol' ? 'list_ordered' : 'list_unordered').create(
    null,
    items.map((blocks) => nodeType('list_item').create(null, blocks)),
  )
}

/** The first row is the head, because a table in Markdown always has one. */
function tableParts(table: HtmlElement, reading: Reading): readonly ListedBlock[] {
  const [head = [], ...rows] = rowsIn(table.children).map(({ children }) => children.filter(isElement))
  const width = Math.max(0, head.length, ...rows.map(({ length }) => length))
  if (width === 0) return []
  const columns = Array.from({ length: width }, (_, at) => {
    const title = textIn(head[at]?.children ?? [], reading.text, false)
    return nodeType('table_column').create(null, title === '' ? null : schema.text(title))
  })
  const lines = rows.map((cells) =>
    nodeType('table_row').create(
      null,
      cells.map(({ children }) => nodeType('table_cell').create(null, inlinesOf(children, reading))),
    ),
  )
  return [
    {
      node: nodeType('table').create({ view: 'grid' }, [
        nodeType('table_head').create(null, columns),
        ...lines,
      ]),
    },
  ]
}

function rowsIn(items: readonly HtmlItem[]): readonly HtmlElement[] {
  return items.filter(isElement).flatMap((element) => {
    if (element.name === 'tr') return [element]
    return /^t(?:head|body|foot)$/.test(element.name) ? rowsIn(element.children) : []
  })
}
