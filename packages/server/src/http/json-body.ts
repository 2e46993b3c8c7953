import { ApiError } from '../errors.ts'

/**
 * Reads a JSON body, and refuses what the database could not keep or would keep wrongly:
 * bytes that are not UTF-8, nesting that could be stored but never be served again,
 * repeated keys (the log and the effect could differ), U+0000, halves of surrogate pairs,
 * numbers that are none, and keys that reach into prototypes.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  checkStructure(text)
  const value = parse(text)
  checkValues(value)
  return value
}

const depthMax = 64

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('The body is not UTF-8 text.')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body is not JSON. Send one JSON object.')
  }
}

/** One pass over the text before it is parsed: depth and repeated keys cannot be seen afterwards. */
function checkStructure(text: string) {
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{' || character === '[') {
      if (open.push(character === '{' ? new Set() : undefined) > depthMax) {
        throw invalid(`The body is nested deeper than ${depthMax} levels.`)
      }
    } else if (character === '}' || character === ']') {
      open.pop()
    } else if (character === '"') {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keys && isKey(text, end)) addKey(keys, text.slice(at, end + 1))
      at = end
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}

function isKey(text: string, end: number): boolean {
  let at = end + 1
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at++
  return text[at] === ':'
}

function addKey(keys: Set<string>, quoted: string) {
  const key = parse(quoted) as string
  if (keys.has(key)) throw invalid(`The body has the key ${quoted} twice.`)
  if (key === '__proto__') throw invalid('The body has the key "__proto__", which is refused.')
  keys.add(key)
}

function checkValues(value: unknown) {
  if (typeof value === 'string') return checkText(value)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw invalid('The body has a number that is too large.')
  if (value === null || typeof value !== 'object') return
  for (const [key, item] of Object.entries(value)) {
    checkText(key)
    checkValues(item)
  }
}

function checkText(text: string) {
  if (text.includes('\0')) throw invalid('The body has the character U+0000, which cannot be stored.')
  if (!text.isWellFormed()) throw invalid('The body has half of a surrogate pair, which is not text.')
}

function invalid(message: string) {
  return new ApiError('invalid_request', message)
}
