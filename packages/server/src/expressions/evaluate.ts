import type { Call, Each, Expression, LogicalOperator, Term } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { lengthInSteps, type Meter, spend, stepsMax } from './meter.ts'
import { applyBinary, applyUnary, concatenate, toText } from './operators.ts'
import { isList, itemOf, propertyOf, type Value } from './plain-data.ts'
import { callTextMethod } from './text-methods.ts'

/**
 * Evaluates an expression over JSON data. Missing values are undefined, and so are their properties and the
 * results of their methods. Throws only if the expression takes too many steps or creates too long a text.
 */
export function evaluate(expression: Expression, values: Values): unknown {
  const whole = { start: 0, end: expression.source.length }
  return resultOf(expression.root, { values, slots: [], meter: { whole, stepsLeft: stepsMax } })
}

/**
 * Whether the value is truthy. False if the evaluation exceeds the limit, or the budget it shares with
 * earlier evaluations.
 */
export function isTrue(expression: Expression, values: Values, budget?: Budget): boolean {
  return truthOf(expression, values, budget) ?? false
}

/** Like `isTrue`, but undefined if the evaluation exceeds its limit. */
export function truthOf(
  expression: Expression,
  values: Values,
  budget: Budget = { stepsLeft: stepsMax },
): boolean | undefined {
  const whole = { start: 0, end: expression.source.length }
  const given = Math.min(stepsMax, budget.stepsLeft)
  const meter = { whole, stepsLeft: given }
  try {
    return Boolean(resultOf(expression.root, { values, slots: [], meter }))
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  } finally {
    budget.stepsLeft -= given - meter.stepsLeft
  }
}

type Values = Readonly<Record<string, unknown>>

/** A limit shared by several evaluations. */
export interface Budget {
  stepsLeft: number
}

interface Run {
  readonly values: Values
  /** The current items of the enclosing `some` and `every` calls, outermost first. */
  readonly slots: Value[]
  readonly meter: Meter
}

function resultOf(term: Term, run: Run): Value {
  spend(run.meter, 1)
  switch (term.form) {
    case 'literal':
      return term.value
    case 'template':
      return templateValue(term.texts, term.parts, run)
    case 'list':
      return term.items.map((item) => resultOf(item, run))
    case 'name':
      return propertyOf(run.values, term.name)
    case 'parameter':
      return run.slots[term.slot]
    case 'property':
      return propertyOf(resultOf(term.object, run), term.key.text)
    case 'unary':
      return applyUnary(term.operator, resultOf(term.operand, run), run.meter)
    case 'binary':
      return applyBinary(term.operator, resultOf(term.left, run), resultOf(term.right, run), run.meter)
    case 'logical': {
      const left = resultOf(term.left, run)
      return isDecided(term.operator, left) ? left : resultOf(term.right, run)
    }
    case 'choice':
      return resultOf(resultOf(term.test, run) ? term.yes : term.no, run)
    case 'call':
      return callValue(term, run)
    case 'each':
      return eachValue(term, run)
  }
}

function templateValue(texts: readonly string[], parts: readonly Term[], run: Run): string {
  return parts.reduce((before, part, index) => {
    const text = concatenate(before, toText(resultOf(part, run), run.meter), run.meter)
    return concatenate(text, texts[index + 1] ?? '', run.meter)
  }, texts[0] ?? '')
}

function isDecided(operator: LogicalOperator, left: Value): boolean {
  if (operator === '??') return left !== undefined && left !== null
  return Boolean(left) === (operator === '||')
}

function callValue({ method, object, argument }: Call, run: Run): Value {
  const value = resultOf(object, run)
  const given = argument && resultOf(argument, run)
  if (typeof value === 'string') return callTextMethod(method, value, toText(given, run.meter), run.meter)
  return isList(value) && method === 'includes' ? listIncludes(value, given, run.meter) : undefined
}

function listIncludes(list: readonly unknown[], wanted: Value, meter: Meter): boolean {
  for (let index = 0; index < list.length; index++) {
    const item = itemOf(list, index)
    spend(meter, 1 + lengthInSteps(item))
    if (item === wanted || (Number.isNaN(item) && Number.isNaN(wanted))) return true
  }
  return false
}

function eachValue({ method, object, slot, body }: Each, run: Run): Value {
  const list = resultOf(object, run)
  if (!isList(list)) return undefined
  const decisive = method === 'some'
  for (let index = 0; index < list.length; index++) {
    run.slots[slot] = itemOf(list, index)
    if (Boolean(resultOf(body, run)) === decisive) return decisive
  }
  return !decisive
}
