import type { Place } from './expression.ts'

/** What is wrong with an expression, as a sentence to its author, and where it stands in the source. */
export class ExpressionError extends Error {
  readonly position: number
  readonly length: number

  constructor(message: string, { start, end }: Place) {
    super(message)
    this.position = start
    this.length = end - start
  }
}
