import { ApiError } from '../common/errors.ts'

/**
 * Parses a JSON body and rejects what the database can't store, or would store incorrectly: bytes that are
 * not UTF-8, nesting that could be stored but not returned, more values than a request can need, duplicate
 * keys (the log and the effect could differ), U+0000, unpaired surrogates, numbers that overflow, and keys
 * that reach into prototypes.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  checkTokens(text)
  return parse(text)
}

const depthMax = 64
/** Limits on everything with a cost per item, well above the needs of API requests. */
export const bodyBounds = {
  /** Fields of objects and items of arrays, in total. */
  valuesMax: 200_000,
  keysMax: 10_000,
  escapesMax: 1_000_000,
  /** Characters outside of strings, such as indentation. */
  betweenMax: 4_000_000,
} as const

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('The body is not valid UTF-8. Encode it as UTF-8.')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body is not JSON. Send one JSON object.')
  }
}

/**
 * Scans the text once before it is parsed, so that the parsed value needs no further check. Text that is not
 * JSON may pass, and fails when it is parsed.
 */
function checkTokens(text: string) {
  const open: (Set<string> | undefined)[] = []
  const scan: Scan = { text, backslash: text.indexOf('\\'), escapes: 0 }
  let [values, inStrings] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = checkString(scan, at, open.at(-1))
      inStrings += end - at
      at = end
    } else if (code === braceOpen || code === bracketOpen) {
      values++
      if (open.push(code === braceOpen ? new Set() : undefined) > depthMax)
        throw invalid(`The body is nested deeper than ${depthMax} levels. Flatten it.`)
    } else if (code === braceClose || code === bracketClose) {
      open.pop()
    } else if (code === comma) {
      if (++values > bodyBounds.valuesMax) throw tooMuch('values', 'Split it into several requests.')
    } else if (code === minus || (code >= zero && code <= nine)) {
      at = checkNumber(text, at)
    }
    if (at - inStrings > bodyBounds.betweenMax) throw tooMuch('between', 'Send it without indentation.')
  }
}

interface Scan {
  readonly text: string
  /** The position of the next backslash; most strings end before it. */
  backslash: number
  escapes: number
}

/** Checks the string that starts here and finds its end. If it is a key, it must be new in its object. */
function checkString(scan: Scan, start: number, keys: Set<string> | undefined): number {
  const { text } = scan
  let end = text.indexOf('"', start + 1)
  const isPlain = scan.backslash === -1 || scan.backslash > end
  while (scan.backslash !== -1 && scan.backslash < end) {
    if (++scan.escapes > bodyBounds.escapesMax) throw tooMuch('escapes', 'Send text as UTF-8.')
    const after = checkEscape(text, scan.backslash)
    if (after > end) end = text.indexOf('"', after)
    scan.backslash = text.indexOf('\\', after)
  }
  if (end === -1) return text.length
  if (keys !== undefined && isKey(text, end)) {
    addKey(keys, isPlain ? text.slice(start + 1, end) : (parse(text.slice(start, end + 1)) as string))
  }
  return end
}

/** Finds the end of an escape sequence, or of two that are one surrogate pair. */
function checkEscape(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== letterU) return at + 2
  const unit = Number.parseInt(text.slice(at + 2, at + 6), 16)
  if (unit === 0) throw invalid("The body contains the character U+0000, which can't be stored. Remove it.")
  if (!(unit >= 0xd800 && unit <= 0xdfff)) return at + 6
  const isPair = unit < 0xdc00 && /^\\ud[c-f][\da-f]{2}$/i.test(text.slice(at + 6, at + 12))
  if (!isPair)
    throw invalid('The body contains half of a surrogate pair, which is not valid text. Remove it.')
  return at + 12
}

function isKey(text: string, end: number): boolean {
  let at = end + 1
  while (isSpace(text.charCodeAt(at))) at++
  return text.charCodeAt(at) === colon
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13
}

function addKey(keys: Set<string>, key: string) {
  if (key === '__proto__')
    throw invalid('The body contains the key "__proto__", which is not allowed. Remove it.')
  const { size } = keys
  if (size === bodyBounds.keysMax) throw tooMuch('keys', 'Split it into several requests.')
  if (keys.add(key).size === size)
    throw invalid(`The body contains the key ${JSON.stringify(key)} twice. Send it once.`)
}

/** Only numbers with an exponent or hundreds of digits can overflow. */
function checkNumber(text: string, start: number): number {
  let end = start + 1
  while (isNumberPart(text.charCodeAt(end)) && end - start <= numberCharactersMax) end++
  const written = text.slice(start, end)
  const isLong = written.length > numberCharactersMax
  if (isLong || (/e/i.test(written) && Math.abs(Number(written)) === Number.POSITIVE_INFINITY))
    throw invalid('The body contains a number that is too large or too long. Send a smaller one.')
  return end - 1
}

/** Numbers with at most this many digits are always finite. */
const numberCharactersMax = 300

function isNumberPart(code: number): boolean {
  return (code >= zero && code <= nine) || code === 46 || code === 43 || code === minus || (code | 32) === 101
}

const [quote, comma, minus, zero, nine, colon] = [34, 44, 45, 48, 57, 58]
const [bracketOpen, bracketClose, braceOpen, braceClose, letterU] = [91, 93, 123, 125, 117]

function tooMuch(bound: 'values' | 'keys' | 'escapes' | 'between', advice: string) {
  const messages = {
    values: `The body has more than ${bodyBounds.valuesMax} values.`,
    keys: `The body has an object with more than ${bodyBounds.keysMax} keys.`,
    escapes: `The body has more than ${bodyBounds.escapesMax} escape sequences.`,
    between: `The body has more than ${bodyBounds.betweenMax} characters outside of strings.`,
  }
  return invalid(`${messages[bound]} ${advice}`)
}

function invalid(message: string) {
  return new ApiError('invalid_request', message)
}
