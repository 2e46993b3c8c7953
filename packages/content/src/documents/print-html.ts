import { depthMax } from './bounds.ts'
import { buttonElement, element, expressionElement, iconElement, imageElement } from './print-elements.ts'
import { characterReference, escapeHtml, isShortcode } from './print-escape.ts'
import { markWithTags, type Piece } from './print-marks.ts'
import { type PrintableNode, stringIn } from './print-nodes.ts'
import { isPiece, joinParts, leafOf, type Part, pieceOf, signsBeside } from './print-parts.ts'
import { destinationIn } from './print-reference.ts'
import { textOf } from './print-text.ts'

/** Prints inlines as one line of HTML without spaces at its ends: a title, a caption or a cell. */
export function printHtml(nodes: readonly PrintableNode[]): string {
  return markWithTags(piecesOf(trimmed(partsOf(nodes, false, 0))))
}

/** Whether HTML can express all of it; anything else is printed as text. */
export function isHtml(nodes: readonly PrintableNode[]): boolean {
  return nodes.every(({ type = '' }) => !['inline-math', 'annotation', 'html'].includes(type))
}

function partsOf(nodes: readonly PrintableNode[], inLink: boolean, depth: number): Part[] {
  const parts = nodes.flatMap((node): Part[] => {
    if (node.leaves !== undefined) return node.leaves.filter(({ text }) => text !== '')
    if (depth > depthMax) return [leafOf(textOf(node))]
    if (node.object === 'inline' && node.type === 'link' && !inLink) return [linkPiece(node, depth + 1)]
    const source = node.object === 'inline' ? printVoid(node, inLink) : undefined
    if (source !== undefined) return source === '' ? [] : [pieceOf(source, [])]
    return [leafOf(wordsIn(node)), ...partsOf(node.nodes ?? [], inLink, depth + 1)]
  })
  return joinParts(parts.filter((part) => isPiece(part) || part.text !== ''))
}

/** Undefined if the node is printed as text. */
function printVoid(node: PrintableNode, inLink: boolean): string | undefined {
  switch (node.type) {
    case 'emoji':
      return /^[a-z0-9_+-]+$/.test(stringIn(node, 'code') ?? '') ? `:${node.data?.code}:` : undefined
    case 'icon':
      return iconElement(node)
    case 'expression':
      return expressionElement(node)
    case 'inline-image':
      return imageElement(node)
    case 'mention':
      return inLink ? undefined : mentionElement(destinationIn(node))
    case 'button':
      return buttonElement(node, escapeWords(stringIn(node, 'label') ?? '', ''))
    default:
      return undefined
  }
}

function mentionElement(href: string): string {
  return element('a', { href }, escapeWords(href.split('/').at(-1) ?? '', ''))
}

/** The text of an inline that has no HTML equivalent. */
function wordsIn(node: PrintableNode): string {
  if (node.type === 'inline-math') return `$$${stringIn(node, 'formula') ?? ''}$$`
  return stringIn(node, 'markdown') ?? stringIn(node, 'code') ?? ''
}

function linkPiece(node: PrintableNode, depth: number): Piece {
  const inner = markWithTags(piecesOf(partsOf(node.nodes ?? [], true, depth)))
  const attributes = {
    href: destinationIn(node),
    title: stringIn(node, 'title'),
    'data-object-fit': stringIn(node, 'objectFit'),
  }
  const source = element('a', attributes, inner)
  return { ...pieceOf(source, []), isUnmarked: false }
}

/** Removes the spaces at the ends, which HTML doesn't show. */
function trimmed(parts: readonly Part[]): readonly Part[] {
  let [from, to] = [0, parts.length]
  const isBlank = (part: Part | undefined) => part !== undefined && !isPiece(part) && /^ +$/.test(part.text)
  while (isBlank(parts[from])) from++
  while (to > from && isBlank(parts[to - 1])) to--
  return parts.slice(from, to).map((part, at) => {
    if (isPiece(part)) return part
    const start = at === 0 ? part.text.replace(/^ +/, '') : part.text
    return { ...part, text: at === to - from - 1 ? start.replace(/(?<! ) +$/, '') : start }
  })
}

function piecesOf(parts: readonly Part[]): Piece[] {
  return parts.flatMap((part, at) => {
    if (isPiece(part)) return part
    const { text, marks } = part
    const isCode = marks.some(({ type }) => type === 'code')
    const { after } = signsBeside(parts, at)
    return text.split('\n').flatMap((line, number) => {
      const source = isCode ? escapeSpaces(escapeHtml(line)) : escapeWords(line, after)
      const lines = [...(number === 0 ? [] : ['<br>']), ...(line === '' ? [] : [source])]
      return lines.map((one) => ({ ...pieceOf(one, marks), isUnmarked: false }))
    })
  })
}

/** Escapes text for HTML, so that nothing in it is an emoji. */
function escapeWords(text: string, after: string): string {
  const whole = text + after
  const escaped = text.replaceAll(/[:&<>"|\0]/g, (sign, at: number) => {
    if (sign !== ':') return escapeHtml(sign)
    return isShortcode(whole, at) ? characterReference(sign) : sign
  })
  return escapeSpaces(escaped)
}

/** HTML collapses consecutive spaces. */
function escapeSpaces(text: string): string {
  return text.replaceAll(/(?<= ) |[\t\f\r\n]/g, characterReference)
}
