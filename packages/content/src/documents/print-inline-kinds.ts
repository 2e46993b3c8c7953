import { buttonElement, expressionElement, iconElement, imageElement, isHtmlImage } from './print-elements.ts'
import { escapePipes, escapeTarget, escapeText, fenced } from './print-escape.ts'
import { type PrintableNode, stringIn } from './print-nodes.ts'
import { destinationIn } from './print-reference.ts'

/** The context of inlines, and the labels that they may refer to. */
export interface InlinePlace {
  readonly inLink: boolean
  readonly inCell: boolean
  readonly depth: number
  /** The labels of annotations. An annotation without a label has no footnote. */
  readonly labels: ReadonlyMap<PrintableNode, string>
}

/** Prints an inline that has no text of its own; undefined if only its children can be printed. */
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

/** In a cell, `\|` is spelled `\Vert`, because a backslash before a bar would end the cell. */
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

/** A link can't contain an annotation. */
function printAnnotation(node: PrintableNode, { inLink, labels }: InlinePlace): string | undefined {
  const label = labels.get(node)
  return label === undefined || inLink ? undefined : `[^${label}]`
}

/** Only the reference counts; the text is for readers of the Markdown. */
function printMention(node: PrintableNode, place: InlinePlace): string {
  const destination = destinationIn(node)
  const name = escapeText(destination.split('/').at(-1) ?? '', { ...alone, ...place })
  return place.inLink ? name : `[${name}](${escapeTarget(destination, '', place.inCell)})`
}

function printButton(node: PrintableNode, place: InlinePlace): string {
  const lines = (stringIn(node, 'label') ?? '').split('\n')
  return buttonElement(node, lines.map((line) => escapeText(line, { ...alone, ...place })).join('<br>'))
}

/** Escapes bars, which would end the cell. */
function printSource(node: PrintableNode, { inCell }: InlinePlace): string {
  const markdown = stringIn(node, 'markdown') ?? ''
  return inCell ? markdown.replaceAll(/(?<!\\)\|/g, '\\|') : markdown
}

function wordsIn(node: PrintableNode, name: string, place: InlinePlace): string {
  return escapeText(stringIn(node, name) ?? '', { ...alone, ...place })
}

const alone = { before: '', after: '' }
