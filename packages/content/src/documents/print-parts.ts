import type { DocumentLeaf, DocumentMark } from './nodes.ts'
import { isSameMark, type Piece } from './print-marks.ts'

/** A part of a line before its text is escaped: a leaf, or an inline that is already printed. */
export type Part = DocumentLeaf | Piece

export function isPiece(part: Part | undefined): part is Piece {
  return part !== undefined && 'source' in part
}

/** Joins adjacent leaves with the same marks, because their text must be escaped together. */
export function joinParts(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last === undefined || isPiece(last) || isPiece(part) || !hasSameMarks(last, part)) joined.push(part)
    else joined[joined.length - 1] = { ...last, text: last.text + part.text }
  }
  return joined
}

/** The adjacent characters of the inlines beside a part. Empty beside a leaf, as a mark separates the two. */
export function signsBeside(parts: readonly Part[], at: number): { before: string; after: string } {
  const [previous, next] = [parts[at - 1], parts[at + 1]]
  return {
    before: isPiece(previous) ? previous.source.slice(-1) : '',
    after: isPiece(next) ? next.source.slice(0, 1) : '',
  }
}

/** A printed inline, with marks around all of it. */
export function pieceOf(source: string, marks: readonly DocumentMark[]): Piece {
  return { source, marks, isUnmarked: marks.length === 0, first: 'punctuation', last: 'punctuation' }
}

export function leafOf(text: string): DocumentLeaf {
  return { object: 'leaf', text, marks: [] }
}

export function hasMark({ marks }: DocumentLeaf, mark: DocumentMark): boolean {
  return marks.some((other) => isSameMark(mark, other))
}

export function withoutMarks(leaf: DocumentLeaf, marks: readonly DocumentMark[]): DocumentLeaf {
  return { ...leaf, marks: leaf.marks.filter((mark) => !marks.some((other) => isSameMark(mark, other))) }
}

function hasSameMarks(one: DocumentLeaf, other: DocumentLeaf): boolean {
  return one.marks.every((mark) => hasMark(other, mark)) && other.marks.every((mark) => hasMark(one, mark))
}
