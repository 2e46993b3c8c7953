import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import {
  classesOf,
  type Element,
  type ElementContent,
  elementsIn,
  findElement,
  isElement,
  parseHtml,
  propertyOf,
  type Root,
  wordsOf,
} from './html-elements.ts'
import { type NavigationLink, navigationIn } from './html-navigation.ts'

/** An HTML page converted to Markdown. */
export interface HtmlPage {
  readonly title: string | undefined
  readonly markdown: string
  /**
   * All link targets, including links outside the main text. They are absolute only if the page has a URL.
   */
  readonly links: readonly string[]
  readonly images: readonly string[]
  readonly navigation: readonly NavigationLink[]
}

export interface HtmlOptions {
  /** The URL of the page, used to resolve relative links. */
  readonly address?: string | undefined
  /** Treat any list of links as navigation, for pages that contain only an index. */
  readonly lists?: boolean
}

/** Extracts the main content of a page and converts it to Markdown. */
export function readHtml(html: string, { address, lists = false }: HtmlOptions = {}): HtmlPage {
  const tree = parseHtml(html)
  const base = baseOf(tree, address)
  resolveAddresses(tree, base)
  const links = unique(elementsIn(tree, 'a').map((one) => propertyOf(one, 'href') ?? ''))
  const navigation = navigationIn(tree, lists)
  const main = mainOf(tree)
  const heading = findElement(main, (one) => one.tagName === 'h1')
  const title = (heading && wordsOf(heading)) || documentTitle(tree)
  const cleaned = cleanedOf(main)
  const images = unique(elementsIn(cleaned, 'img').map((one) => propertyOf(one, 'src') ?? ''))
  return { title: title || undefined, markdown: printed(cleaned), links, images, navigation }
}

/** Tables that Markdown can't express become text; other unsupported elements are dropped. */
function printed(tree: Root): string {
  const writer = unified()
    .use(rehypeRemark)
    .use(remarkGfm)
    .use(remarkStringify, { bullet: '-', emphasis: '_', fences: true, rule: '-' })
  return writer.stringify(writer.runSync(tree) as Parameters<typeof writer.stringify>[0])
}

function baseOf(tree: Root, address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const said = elementsIn(tree, 'base').map((one) => propertyOf(one, 'href'))[0]
  return (said && URL.parse(said, address)?.href) || address
}

function resolveAddresses(tree: Root, base: string | undefined) {
  for (const element of elementsIn(tree)) {
    for (const name of ['href', 'src']) {
      const written = propertyOf(element, name)
      if (written === undefined) continue
      const lazy = name === 'src' ? propertyOf(element, 'dataSrc') : undefined
      const wanted = (lazy ?? written).trim()
      if (/^(?:javascript|data|vbscript):/i.test(wanted)) delete element.properties[name]
      else element.properties[name] = base && !wanted.startsWith('#') ? resolved(wanted, base) : wanted
    }
  }
}

function resolved(written: string, base: string): string {
  return URL.parse(written, base)?.href ?? written
}

/** Where common tools put the main content, in order of preference. */
const places: readonly ((element: Element) => boolean)[] = [
  ({ properties }) => properties.id === 'main-content' || properties.id === 'mw-content-text',
  (one) =>
    classesOf(one).some((name) => ['markdown-body', 'theme-doc-markdown', 'wiki-content'].includes(name)),
  ({ tagName }) => tagName === 'article',
  ({ tagName, properties }) => tagName === 'main' || properties.role === 'main',
  ({ properties }) => properties.id === 'content',
  ({ tagName }) => tagName === 'body',
]

function mainOf(tree: Root): Element | Root {
  for (const isMain of places) {
    const found = findElement(tree, isMain)
    if (found !== undefined && (found.tagName === 'body' || wordsOf(found) !== '')) return found
  }
  return tree
}

function documentTitle(tree: Root): string {
  const title = findElement(tree, ({ tagName }) => tagName === 'title')
  const words = title ? wordsOf(title) : ''
  return words.split(/(?<!\s)\s+[|·–—]\s+/)[0]?.trim() ?? ''
}

const left = new Set([
  ...['script', 'style', 'noscript', 'template', 'iframe', 'object', 'embed', 'canvas', 'svg', 'math'],
  ...['nav', 'footer', 'form', 'button', 'input', 'select', 'textarea', 'dialog', 'aside', 'link', 'meta'],
])
const decorations = [
  'headerlink',
  'hash-link',
  'anchor',
  'anchor-link',
  'sr-only',
  'visually-hidden',
  'breadcrumbs',
]

function cleanedOf(main: Element | Root): Root {
  return { type: 'root', children: keptOf(main.children as ElementContent[], 0) }
}

function keptOf(nodes: readonly ElementContent[], depth: number): ElementContent[] {
  if (depth > depthMax) return []
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'comment') return []
    if (!isElement(node)) return [node]
    if (left.has(node.tagName) || isHidden(node) || isDecoration(node)) return []
    return [{ ...node, children: keptOf(node.children, depth + 1) }]
  })
}

/** Limits the recursion; no real page is nested this deep. */
const depthMax = 200

function isHidden({ properties }: Element): boolean {
  return properties.hidden === true || properties.ariaHidden === 'true'
}

/** Anchor signs next to headings, and text that only screen readers see. */
function isDecoration(element: Element): boolean {
  if (element.tagName === 'a' && ['', '#', '¶', '§', '🔗'].includes(wordsOf(element))) {
    return findElement(element, ({ tagName }) => tagName === 'img') === undefined
  }
  return classesOf(element).some((name) => decorations.includes(name)) && element.tagName !== 'pre'
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== ''))]
}
