import { type Options, parseExpressionAt, tokenizer, tokTypes } from 'acorn'
import { requireTypes } from './check.ts'
import type { Expression } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { nestingRefusal, termOf } from './syntax.ts'
import type { ExpressionScope } from './types.ts'

const sourceLengthMax = 1024
const options: Options = {
  ecmaVersion: 2024,
  sourceType: 'module',
  allowHashBang: false,
  preserveParens: true,
}

/** Throws an ExpressionError if the source is not an allowed expression over the names of the scope. */
export function parseExpression(source: string, names: ExpressionScope): Expression {
  const expression = { source, root: readTerm(source) }
  requireTypes(expression, names)
  return expression
}

/** Parses an expression without checking names and types. */
export function readTerm(source: string): Expression['root'] {
  if (source.length > sourceLengthMax) {
    const rest = { start: sourceLengthMax, end: source.length }
    throw new ExpressionError(
      `An expression can have at most ${sourceLengthMax} characters. Shorten it.`,
      rest,
    )
  }
  const node = reading(source, () => parseExpressionAt(source, 0, options))
  const next = reading(source, () => tokenAfter(source, node.end))
  if (next.type !== tokTypes.eof) {
    throw new ExpressionError('Only one expression is allowed. Remove everything after it.', {
      start: next.start,
      end: source.length,
    })
  }
  return termOf(node)
}

function tokenAfter(source: string, end: number) {
  return tokenizer(' '.repeat(end) + source.slice(end), options).getToken()
}

function reading<T>(source: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof SyntaxError) throw syntaxError(error, source)
    throw error
  }
}

/** The parser's message ends with the line and column in parentheses. */
function syntaxError(error: SyntaxError, source: string): ExpressionError {
  const fault = error.message.replace(/ \(\d+:\d+\)$/, '')
  if (/^Not enough stack/.test(fault))
    return new ExpressionError(nestingRefusal, { start: 0, end: source.length })
  const start = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0
  const word = source.slice(start).match(/^(?:[\w$]+|\S)/u)?.[0] ?? ''
  const place = { start, end: start + word.length }
  if (word === '') return new ExpressionError('The expression ends too early. Complete it.', place)
  if (fault === 'Unexpected token') {
    return new ExpressionError(
      `${word} is unexpected here. Correct what stands before it, or remove it.`,
      place,
    )
  }
  return new ExpressionError(`The expression is not valid here. ${fault}. Correct it.`, place)
}
