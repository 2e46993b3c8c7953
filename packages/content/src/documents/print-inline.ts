import { depthMax } from './bounds.ts'
import type { DocumentLeaf, DocumentMark } from './nodes.ts'
import {
  escapeEnds,
  escapeLine,
  escapePipes,
  escapeTarget,
  escapeText,
  fenced,
  isPlain,
  type TextPlace,
} from './print-escape.ts'
import { type InlinePlace, printVoidInline } from './print-inline-kinds.ts'
import { markWithDelimiters, type Piece, signOf } from './print-marks.ts'
import { type PrintableNode, stringIn } from './print-nodes.ts'
import {
  hasMark,
  isPiece,
  joinParts,
  leafOf,
  type Part,
  pieceOf,
  signsBeside,
  withoutMarks,
} from './print-parts.ts'
import { destinationIn } from './print-reference.ts'
import { textOf } from './print-text.ts'

/** Prints the inlines of a block, which may span several lines. */
export function printLines(nodes: readonly PrintableNode[], place: InlinePlace): string {
  const lines: string[] = []
  let isBroken = true
  for (const part of printInlines(nodes, place).split(hardBreak)) {
    const last = lines.at(-1)
    if (last === undefined || (isBroken && part !== '')) lines.push(part)
    else lines[lines.length - 1] = `${last}<br>${part}`
    isBroken = part !== ''
  }
  return lines.map(escapeLine).join('\\\n')
}

/** Prints the inlines of a heading or a cell, which are limited to one line. */
export function printLine(nodes: readonly PrintableNode[], place: InlinePlace): string {
  const line = printInlines(nodes, place).replaceAll(/\r\n?|\n/g, ' ')
  return escapeEnds(line.replaceAll(hardBreak, '<br>'))
}

/** Marks a hard break until it is known how to write it; doesn't occur in texts. */
const hardBreak = '\0'

function printInlines(nodes: readonly PrintableNode[], place: InlinePlace): string {
  const leaf = nodes.length === 1 && nodes[0]?.leaves?.length === 1 ? nodes[0].leaves[0] : undefined
  if (leaf !== undefined && leaf.marks.length === 0 && isPlain(leaf.text)) return leaf.text
  return markWithDelimiters(piecesOf(partsOf(nodes, place), place))
}

function partsOf(nodes: readonly PrintableNode[], place: InlinePlace): Part[] {
  return joinParts(nodes.flatMap((node) => partsOfNode(node, place)))
}

function partsOfNode(node: PrintableNode, place: InlinePlace): Part[] {
  if (node.leaves !== undefined) return node.leaves.filter(({ text }) => text !== '')
  if (place.depth > depthMax) return [leafOf(textOf(node))]
  const below: InlinePlace = { ...place, depth: place.depth + 1 }
  if (node.object === 'inline' && node.type === 'link' && !place.inLink) return [linkPiece(node, below)]
  const source = node.object === 'inline' ? printVoidInline(node, below) : undefined
  const inner = source === undefined || node.type === 'annotation' ? partsOf(node.nodes ?? [], below) : []
  if (source === undefined || source === '') return inner
  return [...inner, { ...pieceOf(source, []), isUnmarked: !endsMark.test(source) }]
}

/** A tag that is kept as source must not be read as the end of a mark around it. */
const endsMark = /^<\/?(?:strong|b|em|i|del|s|code|kbd|sup|sub|mark|a)[\s/>]/i

/** Marks that cover a whole link are written around it, so that they can continue beside it. */
function linkPiece(node: PrintableNode, place: InlinePlace): Piece {
  const inside = { ...place, inLink: true }
  const parts = partsOf(node.nodes ?? [], inside)
  const leaves = parts.flatMap((part) => (isPiece(part) ? [] : part))
  const shared = (leaves[0]?.marks ?? []).filter(
    (mark) => mark.type !== 'code' && leaves.every((leaf) => hasMark(leaf, mark)),
  )
  const inner = parts.map((part) => (isPiece(part) ? part : withoutMarks(part, shared)))
  const [destination, title] = [destinationIn(node), stringIn(node, 'title') ?? '']
  const automatic = title === '' ? autolink(inner, destination) : undefined
  const isUnmarked = leaves.length === 0
  if (automatic !== undefined) return { ...pieceOf(automatic, shared), isUnmarked }
  const text = markWithDelimiters(piecesOf(inner, inside))
  const source = `[${text}](${escapeTarget(destination, title, place.inCell)})`
  return { ...pieceOf(source, shared), isUnmarked }
}

/** The text in angle brackets, if that is enough to express the link. */
function autolink([only, ...others]: readonly Part[], destination: string): string | undefined {
  if (only === undefined || isPiece(only) || only.marks.length > 0 || others.length > 0) return undefined
  if (/[\s<>\\&|`{}]|[^\x20-\x7E]/.test(only.text)) return undefined
  const isUrl = destination === only.text && /^https?:\/\/./.test(destination)
  const isAddress = destination === `mailto:${only.text}` && address.test(only.text)
  return isUrl || isAddress ? `<${only.text}>` : undefined
}

const address = /^[\w.+-]+@[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)+$/

/** Two adjacent formulas need an empty separator between them. */
function piecesOf(parts: readonly Part[], { inLink, inCell }: InlinePlace): Piece[] {
  return parts.flatMap((part, at) => {
    const signs = signsBeside(parts, at)
    if (!isPiece(part)) return leafPieces(part, { inLink, inCell, ...signs })
    const isFormula = signs.before === '$' && part.source.startsWith('$')
    return isFormula ? { ...part, source: `<strong></strong>${part.source}` } : part
  })
}

function leafPieces(leaf: DocumentLeaf, place: TextPlace): Piece[] {
  const { text, marks } = leaf
  if (hasMark(leaf, codeMark) && isSpan(text, place)) {
    const span = escapePipes(fenced(text.replaceAll('\0', '\uFFFD'), '`', 1), place.inCell)
    return [{ ...pieceOf(span, withoutMarks(leaf, [codeMark]).marks), isUnmarked: false }]
  }
  return text.split('\n').flatMap((line, at) => {
    const broken = at === 0 ? [] : [breakPiece(marks, place)]
    if (line === '') return broken
    const [first, last] = [signOf([...line.slice(0, 2)][0]), signOf([...line.slice(-2)].at(-1))]
    return [...broken, { source: escapeText(line, place), marks, isUnmarked: false, first, last }]
  })
}

const codeMark: DocumentMark = { object: 'mark', type: 'code' }

/** Whether it can be written in backticks; otherwise tags are required. */
function isSpan(text: string, { inCell }: TextPlace): boolean {
  return !/[\r\n]/.test(text) && !(inCell && text.includes('\\|'))
}

/** A backslash at the end of a link would be literal. */
function breakPiece(marks: readonly DocumentMark[], { inLink }: TextPlace): Piece {
  return { source: inLink ? '<br>' : hardBreak, marks, isUnmarked: false, first: 'space', last: 'space' }
}
