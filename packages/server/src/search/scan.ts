import { fold } from './fold.ts'

/** A part of a text that is searched as a whole: an identifier, a word, or a run without spaces. */
export type Unit = Compound | Run

/** A single word, or an identifier such as `maxRetry.count` or `--dry-run`, which consists of several. */
export interface Compound extends Place {
  readonly kind: 'compound'
  readonly pieces: readonly Piece[]
}

/** The text between dots, dashes and underscores, split into parts at capital letters. */
interface Piece extends Place {
  readonly parts: readonly Part[]
}

export interface Part extends Place {
  /** In lower case with accents, as stemmers expect it. */
  readonly lower: string
  readonly folded: string
}

/** Letters of a script that doesn't separate words with spaces, or that attaches particles to words. */
export interface Run extends Place {
  readonly kind: 'run'
  readonly letters: readonly Letter[]
  /** The length of the n-grams that are indexed. */
  readonly size: 2 | 3
}

interface Letter extends Place {
  readonly folded: string
}

/** A range of the text, in UTF-16 code units. */
export interface Place {
  readonly start: number
  readonly end: number
}

export function scan(text: string): Unit[] {
  const units: Unit[] = []
  for (const { 0: match, index } of text.matchAll(compounds)) {
    if (plain.test(match)) units.push(plainAt(match, index))
    else if (!dense.test(match)) units.push(compoundAt(match, index))
    else for (const { 0: one, index: at } of match.matchAll(scripts)) units.push(unitAt(one, index + at))
  }
  return units
}

/** Most words of most texts, for which all other rules give the same. */
const plain = /^[A-Za-z0-9][a-z0-9]*$/

function plainAt(text: string, start: number): Compound {
  const lower = text.slice(0, lettersMax).toLowerCase()
  const place = { start, end: start + text.length }
  return { kind: 'compound', pieces: [{ parts: [{ lower, folded: lower, ...place }], ...place }], ...place }
}

const word = String.raw`[\p{L}\p{N}\p{M}]+(?:\+\+|#(?![\p{L}\p{N}]))?`
const compounds = new RegExp(String.raw`${word}(?:(?:[._-]{1,2}|::)${word})*|\p{ExtPict}`, 'gu')
const pairs = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}`
const triples = String.raw`\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
const letter = String.raw`[\p{L}\p{N}\p{M}]`
const dense = new RegExp(`[${pairs}${triples}]`, 'u')
const scripts = new RegExp(
  `(?:(?=${letter})[${pairs}])+|(?:(?=${letter})[${triples}])+|(?:(?=${letter})[^${pairs}${triples}])+`,
  'gu',
)
const isTriple = new RegExp(`^[${triples}]`, 'u')

function unitAt(text: string, start: number): Unit {
  if (!dense.test(text)) return compoundAt(text, start)
  const letters: Letter[] = []
  let at = start
  for (const one of text) {
    letters.push({ folded: fold(one), start: at, end: at + one.length })
    at += one.length
  }
  return { kind: 'run', letters, size: isTriple.test(text) ? 3 : 2, start, end: at }
}

function compoundAt(text: string, start: number): Compound {
  const found = [...text.matchAll(/[^._:-]+/g)].slice(0, piecesMax)
  const pieces = found.map(({ 0: piece, index }) => pieceAt(piece, start + index))
  return { kind: 'compound', pieces, start, end: start + text.length }
}

const piecesMax = 8

function pieceAt(text: string, start: number): Piece {
  const camel = [...text.matchAll(humps)].slice(0, piecesMax)
  const parts = camel.length > 1 ? camel.map(({ 0: part, index }) => partAt(part, start + index)) : []
  return { parts: parts.length > 0 ? parts : [partAt(text, start)], start, end: start + text.length }
}

const humps = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[^\p{Lu}]+|\p{Lu}+/gu

function partAt(text: string, start: number): Part {
  const lower = text.slice(0, lettersMax).toLowerCase()
  // Some single characters fold to a whole phrase, and PostgreSQL limits the length of a lexeme.
  return { lower, folded: fold(lower).slice(0, lettersMax), start, end: start + text.length }
}

/** Longer words are truncated to this length. */
const lettersMax = 64

/** Joins the parts of a piece or an identifier, so that `max_retry` and `maxRetry` are the same. */
export function together(parts: readonly Part[]): string {
  let text = ''
  for (const { folded } of parts) {
    text += /\p{N}$/u.test(text) && /^\p{N}/u.test(folded) ? `.${folded}` : folded
  }
  return text.slice(0, lettersMax)
}
