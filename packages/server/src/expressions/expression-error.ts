import type { Place } from './expression.ts'

/** An error in an expression: a message for its author, and its position in the source. */
export class ExpressionError extends Error {
  readonly position: number
  readonly length: number

  constructor(message: string, { start, end }: Place) {
    super(message)
    this.position = start
    this.length = end - start
  }
}
