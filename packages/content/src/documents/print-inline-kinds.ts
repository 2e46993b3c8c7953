import { buttonElement, expressionElement, iconElement, imageElement, isHtmlImage } from './print-elements.ts'
import { escapePipes, escapeTarget, escapeText, fenced } from './print-escape.ts'
import { type PrintableNode, stringIn } from './print-nodes.ts'
import { destinationIn } from './print-reference.ts'

/** Where inlines stand, and what the document holds that they may point at. */
export interface InlinePlace {
  readonly inLink: boolean
  readonly inCell: boolean
  readonly depth: number
  /** The labels of annotations; one without a label has no footnote. */
  readonly labels: ReadonlyMap<PrintableNode, string>
}

/** An inline that holds no text of its own; undefined where only its children can be printed. */
export function printVoidInline(node: PrintableNode, place: InlinePlace): string | undefined {
  return kinds.get(node.type ?? '')?.(node, place)
}

type PrintInline = (node: PrintableNode, place: InlinePlace) => string | undefined

const kinds: ReadonlyMap<string, PrintInline> = new Map<string, PrintInline>([
  ['emoji', printEmoji],
  ['icon', iconElement],
  ['expression', expressionElement],
  ['inline-math', printFormula],
  ['inline-image', printImage],
  ['annotation', printAnnotation],
  ['mention', printMention],
  ['button', printButton],
  ['html', printSource],
])

function printEmoji(node: PrintableNode, place: InlinePlace): string {
  const code = stringIn(node, 'code') ?? ''
  return /^[a-z0-9_+-]+$/.test(code) ? `:${code}:` : wordsIn(node, 'code', place)
}

/** In a cell, a norm is spelled as a word, for a backslash before a bar would end the cell. */
function printFormula(node: PrintableNode, { inCell }: InlinePlace): string {
  const line = (stringIn(node, 'formula') ?? '').replaceAll(/[\r\n]+/g, ' ')
  if (line === '') return ''
  return escapePipes(fenced(inCell ? line.replaceAll('\\|', '\\Vert ') : line, '$', 2), inCell)
}

function printImage(node: PrintableNode, place: InlinePlace): string {
  if (isHtmlImage(node)) return imageElement(node)
  const caption = stringIn(node, 'caption') ?? ''
  const target = escapeTarget(destinationIn(node), caption, place.inCell)
  return `![${wordsIn(node, 'alt', { ...place, inLink: true })}](${target})`
}

/** A link cannot hold it. */
function printAnnotation(node: PrintableNode, { inLink, labels }: InlinePlace): string | undefined {
  const label = labels.get(node)
  return label === undefined || inLink ? undefined : `[^${label}]`
}

/** Only the reference counts; the words are for readers of the Markdown. */
function printMention(node: PrintableNode, place: InlinePlace): string {
  const destination = destinationIn(node)
  const name = escapeText(destination.split('/').at(-1) ?? '', { ...alone, ...place })
  return place.inLink ? name : `[${name}](${escapeTarget(destination, '', place.inCell)})`
}

function printButton(node: PrintableNode, place: InlinePlace): string {
  const lines = (stringIn(node, 'label') ?? '').split('\n')
  return buttonElement(node, lines.map((line) => escapeText(line, { ...alone, ...place })).join('<br>'))
}

/** A cell must not end in the middle of it. */
function printSource(node: PrintableNode, { inCell }: InlinePlace): string {
  const markdown = stringIn(node, 'markdown') ?? ''
  return inCell ? markdown.replaceAll(/(?<!\\)\|/g, '\\|') : markdown
}

function wordsIn(node: PrintableNode, name: string, place: InlinePlace): string {
  return escapeText(stringIn(node, name) ?? '', { ...alone, ...place })
}

const alone = { before: '', after: '' }
