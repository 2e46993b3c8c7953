import type { Place } from './expression.ts'
import { ExpressionError } from './expression-error.ts'

export const stepsMax = 10_000
const textLengthMax = 65_536
/** So long a text is handled in the time of one step. */
const textLengthOfStep = 1024

/** What one evaluation may still cost. */
export interface Meter {
  readonly whole: Place
  stepsLeft: number
}

export function spend(meter: Meter, steps: number): void {
  meter.stepsLeft -= steps
  if (meter.stepsLeft >= 0) return
  throw new ExpressionError(`The expression takes more than ${stepsMax} steps. Make it simpler.`, meter.whole)
}

/** The steps that reading a value to its end takes, if it is a text. */
export function lengthInSteps(value: unknown): number {
  return typeof value === 'string' ? Math.floor(value.length / textLengthOfStep) : 0
}

export function requireTextLength(meter: Meter, length: number): void {
  if (length <= textLengthMax) return
  const message = `The expression makes a text of more than ${textLengthMax} characters. Make it shorter.`
  throw new ExpressionError(message, meter.whole)
}
