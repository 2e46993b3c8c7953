import { decodeEntities } from './entities.ts'
import { type HtmlItem, isElement } from './html-tree.ts'
import {
  addText,
  addWords,
  type InlineBuilder,
  type Marks,
  newInlines,
  nodesOf,
  noMarks,
  trimEnd,
  trimStart,
} from './inline-builder.ts'
import { addElement } from './inline-elements.ts'
import type { DocumentNode } from './nodes.ts'
import type { Parsing } from './parsing.ts'
import { type Words, wordsInHtml } from './shortcodes.ts'

/** The inlines in a piece of HTML; undefined if it contains anything else. */
export function parseHtmlInlines(
  parsing: Parsing,
  items: readonly HtmlItem[],
  text: string,
): DocumentNode[] | undefined {
  const builder = newInlines(parsing)
  if (!addItems(builder, items, text, noMarks)) return undefined
  trimStart(builder)
  trimEnd(builder)
  return nodesOf(builder)
}

function addItems(builder: InlineBuilder, items: readonly HtmlItem[], text: string, marks: Marks): boolean {
  return items.every((item) => {
    if (builder.parsing.nodesLeft <= 0) return false
    if (item.kind === 'text') {
      addHtmlText(builder, text.slice(item.start, item.end), marks)
      return true
    }
    return isElement(item) && addHtmlElement(builder, item, text, marks)
  })
}

/** Collapses white space. An escaped colon is not part of an emoji. */
function addHtmlText(builder: InlineBuilder, written: string, marks: Marks): void {
  const text = written.replaceAll(/[ \t\r\n\f]+/g, ' ')
  const isCode = marks.some(({ type }) => type === 'code')
  for (const { words, isLiteral } of isCode ? codeWords(text) : wordsInHtml(text)) {
    if (isLiteral) addText(builder, words, marks)
    else addWords(builder, words, marks)
  }
}

function codeWords(text: string): Words[] {
  return [{ words: decodeEntities(text), isLiteral: true }]
}

function addHtmlElement(
  builder: InlineBuilder,
  element: HtmlItem & { readonly kind: 'element' },
  text: string,
  marks: Marks,
): boolean {
  let isUnderstood = true
  const known = addElement(
    builder,
    {
      name: element.name,
      attributes: element.attributes,
      text: text.slice(element.start, element.end),
      inner: text.slice(element.innerStart, element.innerEnd),
      addInner: (inner, innerMarks) => {
        isUnderstood = addItems(inner, element.children, text, innerMarks)
      },
    },
    marks,
  )
  return known && isUnderstood
}
