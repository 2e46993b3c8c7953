import { requireComparable, type Side } from './comparing.ts'
import type { BinaryOperator, Call, Each, Expression, Key, Place, Term } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { isMethod, type Method, methodNames, methods } from './methods.ts'
import { isIndex } from './plain-data.ts'
import { didYouMean } from './suggestion.ts'
import { type ExpressionScope, eitherOf, isCompound, kindName, type TermType } from './types.ts'

const textShownMax = 80

/** Rejects undeclared names and properties, and operations that make no sense for the declared types. */
export function requireTypes({ root, source }: Expression, names: ExpressionScope): void {
  typeOf(root, { source, names, slots: [] })
}

interface Surroundings {
  readonly source: string
  readonly names: ExpressionScope
  /** The types of the enclosing parameters, outermost first. */
  readonly slots: readonly TermType[]
}

function typeOf(term: Term, around: Surroundings): TermType {
  switch (term.form) {
    case 'literal':
      return literalType(term.value)
    case 'template':
      for (const part of term.parts) requireSimple(part, typeOf(part, around), around)
      return { kind: 'string' }
    case 'list':
      return { kind: 'array', items: itemsType(term.items.map((item) => typeOf(item, around))) }
    case 'name':
      return declaredType(around.names, { ...term, text: term.name }, term, around)
    case 'parameter':
      return around.slots[term.slot] ?? { kind: 'any' }
    case 'property':
      return propertyType(typeOf(term.object, around), term.key, term, around)
    case 'unary': {
      const operand = typeOf(term.operand, around)
      if (term.operator === '!') return { kind: 'boolean' }
      if (term.operator === 'typeof') return { kind: 'string', values: typeNames }
      requireSimple(term.operand, operand, around)
      return { kind: 'number' }
    }
    case 'binary':
      return binaryType(term.operator, sideOf(term.left, around), sideOf(term.right, around), around)
    case 'logical':
      return eitherOf(typeOf(term.left, around), typeOf(term.right, around))
    case 'choice':
      typeOf(term.test, around)
      return eitherOf(typeOf(term.yes, around), typeOf(term.no, around))
    case 'call':
      return callType(term, around)
    case 'each':
      return eachType(term, around)
  }
}

/** The possible results of `typeof` for plain data. */
const typeNames = ['undefined', 'object', 'boolean', 'number', 'string']

function literalType(value: string | number | boolean | null | undefined): TermType {
  if (value === undefined || value === null) return { kind: 'nothing' }
  if (typeof value === 'string') return { kind: 'string', values: [value] }
  return { kind: typeof value === 'number' ? 'number' : 'boolean' }
}

function itemsType([first, ...more]: readonly TermType[]): TermType {
  return first === undefined ? { kind: 'any' } : more.reduce(eitherOf, first)
}

function declaredType(object: ExpressionScope, key: Key, term: Place, around: Surroundings): TermType {
  const { properties, open = false } = object
  if (Object.hasOwn(properties, key.text)) return properties[key.text] ?? { kind: 'any' }
  if (open) return { kind: 'any' }
  const names = Object.keys(properties)
  const advice = didYouMean(key.text, names) || ' Name something that is.'
  throw new ExpressionError(`${textOf(term, around)} is not declared.${advice}`, key)
}

function propertyType(object: TermType, key: Key, term: Place, around: Surroundings): TermType {
  if (object.kind === 'any') return object
  if (object.kind === 'object') return declaredType(object, key, term, around)
  if (object.kind !== 'string' && object.kind !== 'array') {
    const fault = object.kind === 'nothing' ? 'What is missing' : `What is ${kindName(object)}`
    throw new ExpressionError(`${fault} has no properties. Remove ${key.text}.`, key)
  }
  if (key.text === 'length') return { kind: 'number' }
  if (isIndex(key.text)) return object.kind === 'array' ? object.items : { kind: 'string' }
  if (isMethod(key.text)) throw new ExpressionError(`${key.text} must be called. Write ${key.text}(…).`, key)
  const advice = didYouMean(key.text, ['length', ...methodNames]) || ` Remove ${key.text}.`
  throw new ExpressionError(`${textOf(term, around)} does not exist on ${kindName(object)}.${advice}`, key)
}

function binaryType(operator: BinaryOperator, left: Side, right: Side, around: Surroundings): TermType {
  if (operator === 'in') requirePropertyTest(left, right, around)
  else if (/^[!=]=/.test(operator)) {
    requireComparable(left, right, { loose: operator.length === 2, verb: 'be' })
  } else {
    requireSimple(left.term, left.type, around)
    requireSimple(right.term, right.type, around)
  }
  if (operator === '+') return sumType(left.type, right.type)
  return { kind: /^[-*/%]$/.test(operator) ? 'number' : 'boolean' }
}

/** As in JavaScript: if one side is a string, `+` concatenates; otherwise it adds numbers. */
function sumType(left: TermType, right: TermType): TermType {
  if (left.kind === 'string' || right.kind === 'string') return { kind: 'string' }
  return left.kind === 'any' || right.kind === 'any' ? { kind: 'any' } : { kind: 'number' }
}

/** As in JavaScript, `in` looks for a property of an object, not an item of an array. */
function requirePropertyTest(left: Side, right: Side, around: Surroundings): void {
  if (right.type.kind === 'array') {
    const message = `in looks for properties of an object. Write ${right.text}.includes(${left.text}).`
    throw new ExpressionError(message, right.term)
  }
  if (right.type.kind !== 'object' && right.type.kind !== 'any') {
    const fault = `in looks for properties of an object, and ${right.text} is ${kindName(right.type)}.`
    throw new ExpressionError(`${fault} Name an object.`, right.term)
  }
  requireSimple(left.term, left.type, around)
  if (left.term.form !== 'literal' || right.type.kind !== 'object') return
  declaredType(right.type, { ...left.term, text: String(left.term.value) }, left.term, around)
}

function requireSimple(term: Place, type: TermType, around: Surroundings): void {
  if (!isCompound(type)) return
  const advice = type.kind === 'array' ? 'Use its length or an item of it.' : 'Name one of its properties.'
  throw new ExpressionError(`${textOf(term, around)} is ${kindName(type)}. ${advice}`, term)
}

function callType({ method, object, argument }: Call, around: Surroundings): TermType {
  const items = object.form === 'list' ? object.items.map((item) => sideOf(item, around)) : undefined
  const value = items === undefined ? sideOf(object, around) : listSide(object, items, around)
  requireMethod(method, value)
  const given = argument && sideOf(argument, around)
  if (given !== undefined && value.type.kind === 'array') requireItem(value, value.type.items, items, given)
  if (given !== undefined && value.type.kind === 'string') requireText(method, given)
  return { kind: methods[method].returns }
}

/** Reuses the checked items. Checking a list twice at each level would take exponential time. */
function listSide(term: Term, items: readonly Side[], around: Surroundings): Side {
  const type: TermType = { kind: 'array', items: itemsType(items.map((item) => item.type)) }
  return { term, type, text: textOf(term, around) }
}

function requireMethod(method: Method, { term, type, text }: Side): void {
  const kinds: readonly string[] = methods[method].of
  if (type.kind === 'any' || kinds.includes(type.kind)) return
  const wanted = kinds.map((kind) => (kind === 'string' ? 'strings' : 'arrays')).join(' and ')
  const message = `${method} works on ${wanted}, and ${text} is ${kindName(type)}. Remove it.`
  throw new ExpressionError(message, term)
}

/** Compares listed items one by one, to report the one that is misspelled. */
function requireItem(list: Side, type: TermType, items: readonly Side[] | undefined, wanted: Side): void {
  if (items === undefined) requireComparable({ ...list, type }, wanted, { loose: false, verb: 'include' })
  for (const item of items ?? []) requireComparable(wanted, item, { loose: false, verb: 'be' })
}

function requireText(method: Method, { term, type, text }: Side): void {
  if (type.kind === 'string' || type.kind === 'any') return
  const message = `${method} looks for a string, and ${text} is ${kindName(type)}. Write it as a string.`
  throw new ExpressionError(message, term)
}

function eachType({ method, object, body }: Each, around: Surroundings): TermType {
  const value = sideOf(object, around)
  requireMethod(method, value)
  const item: TermType = value.type.kind === 'array' ? value.type.items : { kind: 'any' }
  typeOf(body, { ...around, slots: [...around.slots, item] })
  return { kind: methods[method].returns }
}

function sideOf(term: Term, around: Surroundings): Side {
  return { term, type: typeOf(term, around), text: textOf(term, around) }
}

/** The source of a term on one line, truncated. */
function textOf({ start, end }: Place, { source }: Surroundings): string {
  const shown = source.slice(start, Math.min(end, start + textShownMax)).replaceAll(/\s+/g, ' ')
  return end - start > textShownMax ? `${shown}…` : shown
}
