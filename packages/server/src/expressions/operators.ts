import type { BinaryOperator, UnaryOperator } from './expression.ts'
import { lengthInSteps, type Meter, requireTextLength, spend } from './meter.ts'
import { hasProperty, isCompoundValue, isList, itemOf, type Primitive, type Value } from './plain-data.ts'

/** The nesting limit for joining lists; deeper lists use up all remaining steps. */
const listDepthMax = 64

export function applyUnary(operator: UnaryOperator, value: Value, meter: Meter): Value {
  if (operator === '!') return !value
  if (operator === 'typeof') return typeof value
  spend(meter, lengthInSteps(value))
  const number = Number(toPrimitive(value, meter))
  return operator === '-' ? -number : number
}

/** Same result as JavaScript for plain data, without calling any method of the data. */
export function applyBinary(operator: BinaryOperator, left: Value, right: Value, meter: Meter): Value {
  spend(meter, lengthInSteps(left) + lengthInSteps(right))
  return binary[operator](left, right, meter)
}

/** The string JavaScript converts a value to. */
export function toText(value: Value, meter: Meter): string {
  return String(toPrimitive(value, meter))
}

export function concatenate(one: string, other: string, meter: Meter): string {
  requireTextLength(meter, one.length + other.length)
  return one + other
}

type Apply = (left: Value, right: Value, meter: Meter) => Value

const binary: Readonly<Record<BinaryOperator, Apply>> = {
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  '==': (left, right, meter) => isLooselyEqual(left, right, meter),
  '!=': (left, right, meter) => !isLooselyEqual(left, right, meter),
  '<': comparison((left, right) => left < right),
  '<=': comparison((left, right) => left <= right),
  '>': comparison((left, right) => left > right),
  '>=': comparison((left, right) => left >= right),
  '+': add,
  '-': arithmetic((left, right) => left - right),
  '*': arithmetic((left, right) => left * right),
  '/': arithmetic((left, right) => left / right),
  '%': arithmetic((left, right) => left % right),
  in: (left, right, meter) => hasProperty(right, toText(left, meter)),
}

function isLooselyEqual(left: Value, right: Value, meter: Meter): boolean {
  if (isCompoundValue(left) && isCompoundValue(right)) return left === right
  const [one, other] = [toPrimitive(left, meter), toPrimitive(right, meter)]
  if (isMissing(one) || isMissing(other)) return isMissing(one) && isMissing(other)
  return typeof one === typeof other ? one === other : Number(one) === Number(other)
}

function isMissing(value: Primitive): boolean {
  return value === undefined || value === null
}

function comparison(holds: (left: string | number, right: string | number) => boolean): Apply {
  return (left, right, meter) => {
    const [one, other] = [toPrimitive(left, meter), toPrimitive(right, meter)]
    return typeof one === 'string' && typeof other === 'string'
      ? holds(one, other)
      : holds(Number(one), Number(other))
  }
}

function arithmetic(result: (left: number, right: number) => number): Apply {
  return (left, right, meter) => result(Number(toPrimitive(left, meter)), Number(toPrimitive(right, meter)))
}

function add(left: Value, right: Value, meter: Meter): Value {
  const [one, other] = [toPrimitive(left, meter), toPrimitive(right, meter)]
  return typeof one === 'string' || typeof other === 'string'
    ? concatenate(String(one), String(other), meter)
    : Number(one) + Number(other)
}

function toPrimitive(value: Value, meter: Meter): Primitive {
  if (!isCompoundValue(value)) return value
  return isList(value) ? joined(value, meter, 1) : '[object Object]'
}

function joined(list: readonly unknown[], meter: Meter, depth: number): string {
  if (depth > listDepthMax) spend(meter, Number.POSITIVE_INFINITY)
  let text = ''
  for (let index = 0; index < list.length; index++) {
    const item = itemOf(list, index) ?? ''
    spend(meter, 1 + lengthInSteps(item))
    const part = isList(item) ? joined(item, meter, depth + 1) : toText(item, meter)
    text = concatenate(text, index === 0 ? part : `,${part}`, meter)
  }
  return text
}
