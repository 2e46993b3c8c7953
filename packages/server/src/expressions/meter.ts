import type { Place } from './expression.ts'
import { ExpressionError } from './expression-error.ts'

export const stepsMax = 10_000
const textLengthMax = 65_536
/** The number of characters that count as one step. */
const textLengthOfStep = 1024

/** The remaining budget of one evaluation. */
export interface Meter {
  readonly whole: Place
  stepsLeft: number
}

export function spend(meter: Meter, steps: number): void {
  meter.stepsLeft -= steps
  if (meter.stepsLeft >= 0) return
  throw new ExpressionError(`The expression takes more than ${stepsMax} steps. Make it simpler.`, meter.whole)
}

/** The steps needed to read a string; 0 for other values. */
export function lengthInSteps(value: unknown): number {
  return typeof value === 'string' ? Math.floor(value.length / textLengthOfStep) : 0
}

export function requireTextLength(meter: Meter, length: number): void {
  if (length <= textLengthMax) return
  const message = `The expression makes a text of more than ${textLengthMax} characters. Make it shorter.`
  throw new ExpressionError(message, meter.whole)
}
