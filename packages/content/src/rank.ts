/**
 * A place in an order, as text: the digits of a fraction in base 62, without zeros at the
 * end. Ranks compare as bytes do, and between any two there is always another, so that
 * moving one thing never touches its neighbours.
 */
export type Rank = string

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = digits.length

/** Things added at an end stand this many digits deep, with room for a billion on either side. */
const endDigits = 8
const endStep = base ** 3

/** A rank after `lower` and before `upper`; either may be missing, which means the end. */
export function rankBetween(lower: Rank | undefined, upper: Rank | undefined): Rank {
  if (lower !== undefined && upper !== undefined && lower >= upper) {
    throw new RangeError(`There is no rank between ${lower} and ${upper}.`)
  }
  if (lower !== undefined && upper !== undefined) return midpoint(lower, upper)
  if (lower !== undefined) return atEnd(lower, endStep) ?? midpoint(lower, undefined)
  if (upper !== undefined) return atEnd(upper, -endStep) ?? midpoint('', upper)
  return 'V'
}

/** The fraction that lies one step further; undefined past the last one. */
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
 * The digits both share, then one that lies between; where none does, the lower one's and the search
 * goes on.
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
