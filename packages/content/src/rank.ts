/**
 * A position in an order, as text: the digits of a fraction in base 62, without trailing zeros. Ranks compare
 * bytewise, and there is always another rank between any two, so moving an item never changes its neighbours.
 */
export type Rank = string

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = digits.length

/** Ranks at the ends use this many digits, with room for a billion items on either side. */
const endDigits = 8
const endStep = base ** 3

/** A rank after `lower` and before `upper`. Undefined means the respective end. */
export function rankBetween(lower: Rank | undefined, upper: Rank | undefined): Rank {
  if (lower !== undefined && upper !== undefined && lower >= upper) {
    throw new RangeError(`There is no rank between ${lower} and ${upper}.`)
  }
  if (lower !== undefined && upper !== undefined) return midpoint(lower, upper)
  if (lower !== undefined) return atEnd(lower, endStep) ?? midpoint(lower, undefined)
  if (upper !== undefined) return atEnd(upper, -endStep) ?? midpoint('', upper)
  return 'V'
}

/** The fraction one step further; undefined past the last one. */
function atEnd(rank: Rank, step: number): Rank | undefined {
  const number = [...rank.slice(0, endDigits).padEnd(endDigits, '0')].reduce(
    (sum, digit) => sum * base + digitValue(digit),
    0,
  )
  const next = number + step
  if (next <= 0 || next >= base ** endDigits) return undefined
  let [rest, text] = [next, '']
  for (let place = 0; place < endDigits; place++) {
    text = digits[rest % base] + text
    rest = Math.floor(rest / base)
  }
  return text.replace(/0+$/, '')
}

/**
 * The common digits, then a digit between the two. If there is none, takes the lower digit and goes on to the
 * next place.
 */
function midpoint(lower: Rank, upper: Rank | undefined): Rank {
  let [text, bound] = ['', upper]
  for (let place = 0; ; place++) {
    const low = digitValue(lower[place] ?? '0')
    const high = bound === undefined ? base : digitValue(bound[place] ?? '0')
    if (high - low > 1) return text + digits[Math.floor((low + high) / 2)]
    if (high !== low) bound = undefined
    text += digits[low]
  }
}

function digitValue(digit: string): number {
  const value = digits.indexOf(digit)
  if (value < 0) throw new RangeError(`${digit} is no digit of a rank.`)
  return value
}
