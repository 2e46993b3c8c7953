import type { Call } from './expression.ts'
import { lengthInSteps, type Meter, spend } from './meter.ts'
import type { Value } from './plain-data.ts'

/** In the worst case, a search compares every character of the part with every character of the text. */
const comparisonsOfStep = 8192
/** Case conversion is slow for letters that expand to several or depend on their neighbors. */
const lettersOfStep = 64

export function callTextMethod(method: Call['method'], text: string, argument: string, meter: Meter): Value {
  const { steps, apply } = textMethods[method]
  spend(meter, lengthInSteps(text) + Math.floor(steps(text.length, argument.length)))
  return apply(text, argument)
}

interface TextMethod {
  readonly apply: (text: string, argument: string) => Value
  /** The cost in the worst case, in addition to reading the text once. */
  readonly steps: (textLength: number, argumentLength: number) => number
}

const free = () => 0
const search = (textLength: number, partLength: number) => (textLength * partLength) / comparisonsOfStep
const letters = (textLength: number) => textLength / lettersOfStep

const textMethods: Readonly<Record<Call['method'], TextMethod>> = {
  includes: { apply: (text, part) => text.includes(part), steps: search },
  startsWith: { apply: (text, part) => text.startsWith(part), steps: free },
  endsWith: { apply: (text, part) => text.endsWith(part), steps: free },
  toLowerCase: { apply: (text) => text.toLowerCase(), steps: letters },
  toUpperCase: { apply: (text) => text.toUpperCase(), steps: letters },
  trim: { apply: (text) => text.trim(), steps: free },
}
