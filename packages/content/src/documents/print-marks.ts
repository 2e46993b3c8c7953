import type { DocumentMark, MarkType } from './nodes.ts'
import { escapeHtml } from './print-escape.ts'

/** Printed inline source, and the marks that must surround it. */
export interface Piece {
  readonly source: string
  readonly marks: readonly DocumentMark[]
  /** An emoji or an image has no marks of its own, so the marks around it may continue over it. */
  readonly isUnmarked: boolean
  readonly first: Sign
  readonly last: Sign
}

/**
 * How a character next to a delimiter counts. Parsers differ on whether a symbol is a word or punctuation.
 */
export type Sign = 'space' | 'punctuation' | 'word' | 'symbol' | 'unclear'

/** Prints marks as delimiters, or as tags where delimiters would not be recognized. */
export function markWithDelimiters(pieces: readonly Piece[]): string {
  return printRuns(runsOf(pieces, []), true)
}

/** Prints marks as tags only, as HTML requires. */
export function markWithTags(pieces: readonly Piece[]): string {
  return printRuns(runsOf(pieces, []), false)
}

export function signOf(character: string | undefined): Sign {
  if (character === undefined || /[ \t\n\r\f\p{Zs}]/u.test(character)) return 'space'
  if (/[\p{P}!-/:-@[-`{-~]/u.test(character)) return 'punctuation'
  if (/\p{S}/u.test(character)) return 'symbol'
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(character) ? 'unclear' : 'word'
}

export function isSameMark(one: DocumentMark, other: DocumentMark): boolean {
  return one.type === other.type && (one.type !== 'color' || styleOf(one) === styleOf(other))
}

/** A mark and everything it covers. */
interface Run {
  readonly mark: DocumentMark
  readonly inner: readonly Item[]
  readonly first: Sign
  readonly last: Sign
}
type Item = Piece | Run

/** The mark that reaches furthest is the outermost. */
function runsOf(pieces: readonly Piece[], around: readonly DocumentMark[]): Item[] {
  const items: Item[] = []
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at]
    if (piece === undefined) break
    const [mark, end] = furthest(pieces, at, around)
    if (mark === undefined) items.push(piece)
    else {
      const inner = runsOf(pieces.slice(at, end), [...around, mark])
      items.push({ mark, inner, first: piece.first, last: pieces[end - 1]?.last ?? 'space' })
    }
    at = end
  }
  return items
}

/** Among marks that reach equally far the order is fixed, so that their order in the leaf doesn't matter. */
function furthest(
  pieces: readonly Piece[],
  from: number,
  around: readonly DocumentMark[],
): [DocumentMark | undefined, number] {
  let best: [DocumentMark | undefined, number] = [undefined, from + 1]
  const marks = pieces[from]?.marks ?? []
  for (const [type] of tags) {
    const mark = marks.find((one) => one.type === type)
    if (mark === undefined || around.some((one) => one.type === type)) continue
    const end = endOf(mark, pieces, from)
    if (best[0] === undefined || end > best[1]) best = [mark, end]
  }
  return best
}

/** A code mark never continues over an emoji, which would become text. */
function endOf(mark: DocumentMark, pieces: readonly Piece[], from: number): number {
  let end = from + 1
  for (let at = end; at < pieces.length; at++) {
    const piece = pieces[at]
    if (piece?.marks.some((other) => isSameMark(mark, other))) end = at + 1
    else if (!piece?.isUnmarked || mark.type === 'code') break
  }
  return end
}

function printRuns(items: readonly Item[], mayDelimit: boolean): string {
  let [printed, previous] = ['', '']
  for (const [at, item] of items.entries()) {
    if (!('mark' in item)) {
      printed += item.source
      previous = ''
      continue
    }
    const delimiter = mayDelimit ? (delimiters.get(item.mark.type) ?? '') : ''
    const isRead =
      delimiter !== '' &&
      delimiter[0] !== previous[0] &&
      flanks(signBeside(items[at - 1], 'last'), item.first, isPlain(item.inner.at(0))) &&
      flanks(signBeside(items[at + 1], 'first'), item.last, isPlain(item.inner.at(-1)))
    const inner = printRuns(item.inner, mayDelimit)
    printed += isRead ? `${delimiter}${inner}${delimiter}` : tagged(item.mark, inner)
    previous = isRead ? delimiter : ''
  }
  return printed
}

/** Delimiters and tags count as punctuation, including those around a run at either end. */
function signBeside(item: Item | undefined, end: 'first' | 'last'): Sign {
  return item === undefined || 'mark' in item ? 'punctuation' : item[end]
}

/** Whether a delimiter between these two characters is recognized as belonging to the inner one. */
function flanks(outer: Sign, inner: Sign, isPlainInside: boolean): boolean {
  if (inner === 'space' || inner === 'unclear') return false
  return outer === 'space' || outer === 'punctuation' || (inner === 'word' && isPlainInside)
}

function isPlain(item: Item | undefined): boolean {
  return item !== undefined && !('mark' in item)
}

function tagged(mark: DocumentMark, inner: string): string {
  const tag = tags.get(mark.type) ?? ''
  const style = mark.type === 'color' ? styleOf(mark) : ''
  return `<${tag}${style === '' ? '' : ` style="${escapeHtml(style)}"`}>${inner}</${tag}>`
}

function styleOf({ data = {} }: DocumentMark): string {
  return [
    ['color', data.text],
    ['background-color', data.background],
  ]
    .map(([property, value]) => [property, typeof value === 'string' ? colorOf(value) : ''])
    .map(([property, value]) => (value === '' ? '' : `${property}:${value};`))
    .join('')
}

/** Removes everything that would end a style declaration. */
function colorOf(value: string): string {
  return value.replaceAll(/[;:]/g, '').replaceAll(/\s+/g, ' ').trim()
}

const delimiters: ReadonlyMap<MarkType, string> = new Map<MarkType, string>([
  ['bold', '**'],
  ['italic', '*'],
  ['strikethrough', '~~'],
])

/** From outermost to innermost if several marks cover the same text. */
const tags: ReadonlyMap<MarkType, string> = new Map<MarkType, string>([
  ['color', 'mark'],
  ['bold', 'strong'],
  ['italic', 'em'],
  ['strikethrough', 'del'],
  ['keyboard', 'kbd'],
  ['superscript', 'sup'],
  ['subscript', 'sub'],
  ['code', 'code'],
])
