import type { AnyNode, ArrowFunctionExpression, CallExpression, Literal, MemberExpression } from 'acorn'
import { binaryOperators, type Key, type Place, type Term, unaryOperators } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { isMethod, methodNames, methods } from './methods.ts'
import { operatorRefusal, refusalOf } from './refusals.ts'
import { didYouMean } from './suggestion.ts'

const depthMax = 64
const nodesMax = 500
/** Forbidden everywhere, because as properties they give access to the language itself. */
const forbiddenNames = ['__proto__', 'constructor', 'prototype']
/** Names that look like values. */
const valueNames = ['undefined', 'NaN', 'Infinity']

export const nestingRefusal = `The expression is nested more than ${depthMax} deep. Make it flatter.`

/** Converts the allowed parts of the parser's tree, and throws an error for the rest. */
export function termOf(root: AnyNode): Term {
  return translated(root, { parameters: [], depth: 1, count: { nodes: 0 } })
}

interface Surroundings {
  readonly parameters: readonly string[]
  readonly depth: number
  readonly count: { nodes: number }
}

function translated(node: AnyNode, around: Surroundings): Term {
  requireBounds(node, around)
  const inner = { ...around, depth: around.depth + 1 }
  const sub = (child: AnyNode) => translated(child, inner)
  const place = { start: node.start, end: node.end }
  switch (node.type) {
    case 'Literal':
      return { ...place, form: 'literal', value: literalValue(node) }
    case 'Identifier':
      return nameOf(node.name, place, around)
    case 'TemplateLiteral':
      return {
        ...place,
        form: 'template',
        texts: node.quasis.map(({ value }) => value.cooked ?? ''),
        parts: node.expressions.map(sub),
      }
    case 'ArrayExpression':
      return { ...place, form: 'list', items: node.elements.map((item) => sub(requireItem(item, place))) }
    case 'MemberExpression':
      return { ...place, form: 'property', object: sub(node.object), key: keyOf(node) }
    case 'CallExpression':
      return callOf(node, inner)
    // Properties of a missing value are undefined, so `?.` and `.` mean the same.
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return { ...sub(node.expression), ...place }
    case 'UnaryExpression': {
      const operator = requireOperator(node.operator, unaryOperators, place)
      return { ...place, form: 'unary', operator, operand: sub(node.argument) }
    }
    case 'BinaryExpression': {
      const operator = requireOperator(node.operator, binaryOperators, place)
      return { ...place, form: 'binary', operator, left: sub(node.left), right: sub(node.right) }
    }
    case 'LogicalExpression':
      return {
        ...place,
        form: 'logical',
        operator: node.operator,
        left: sub(node.left),
        right: sub(node.right),
      }
    case 'ConditionalExpression':
      return {
        ...place,
        form: 'choice',
        test: sub(node.test),
        yes: sub(node.consequent),
        no: sub(node.alternate),
      }
    default:
      throw new ExpressionError(refusalOf(node.type), place)
  }
}

function requireBounds(node: AnyNode, { depth, count }: Surroundings): void {
  count.nodes += 1
  if (depth > depthMax) throw new ExpressionError(nestingRefusal, node)
  if (count.nodes <= nodesMax) return
  throw new ExpressionError(`The expression has more than ${nodesMax} parts. Make it simpler.`, node)
}

function literalValue({ value, regex, bigint, start, end }: Literal): string | number | boolean | null {
  const place = { start, end }
  if (regex !== undefined) {
    throw new ExpressionError('A pattern is not allowed. Use includes, startsWith or endsWith.', place)
  }
  if (bigint !== undefined || typeof value === 'bigint') {
    throw new ExpressionError('A big integer is not allowed. Write the number without n.', place)
  }
  if (value === undefined || value instanceof RegExp) throw new ExpressionError(refusalOf('Literal'), place)
  return value
}

function nameOf(name: string, place: Place, { parameters }: Surroundings): Term {
  if (name === 'undefined') return { ...place, form: 'literal', value: undefined }
  const slot = parameters.lastIndexOf(name)
  if (slot >= 0) return { ...place, form: 'parameter', slot }
  requireAllowedName(name, place)
  return { ...place, form: 'name', name }
}

function requireAllowedName(name: string, place: Place): void {
  if (!forbiddenNames.includes(name)) return
  throw new ExpressionError(`${name} is not available in expressions. Remove it.`, place)
}

function requireItem(item: AnyNode | null, list: Place): AnyNode {
  if (item !== null) return item
  throw new ExpressionError('The array has a gap. Remove the comma, or write undefined.', list)
}

function keyOf({ property, computed }: MemberExpression): Key {
  const place = { start: property.start, end: property.end }
  const text = computed ? literalKey(property) : property.type === 'Identifier' ? property.name : undefined
  if (text === undefined) {
    const message = 'A property is named by a string or a number, as in x["name"] or x[0]. Write it out.'
    throw new ExpressionError(
      property.type === 'PrivateIdentifier' ? refusalOf(property.type) : message,
      place,
    )
  }
  requireAllowedName(text, place)
  return { ...place, text }
}

function literalKey(property: AnyNode): string | undefined {
  if (property.type !== 'Literal') return undefined
  const { value } = property
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function requireOperator<T extends string>(operator: string, allowed: readonly T[], place: Place): T {
  const found = allowed.find((one) => one === operator)
  if (found === undefined) throw new ExpressionError(operatorRefusal(operator), place)
  return found
}

function callOf({ callee, arguments: given, start, end }: CallExpression, around: Surroundings): Term {
  if (callee.type !== 'MemberExpression') {
    throw new ExpressionError(`Only methods of a value can be called. Use ${methodList}.`, callee)
  }
  const key = keyOf(callee)
  const method = key.text
  if (!isMethod(method)) {
    const suggestion = didYouMean(method, methodNames) || ` Use ${methodList}.`
    throw new ExpressionError(`The method ${method} is not available.${suggestion}`, key)
  }
  const object = translated(callee.object, around)
  const place = { start, end }
  const [argument, ...more] = given
  const { takes } = methods[method]
  if (more.length > 0 || (argument !== undefined) !== (takes !== 'nothing')) {
    const wanted = takes === 'nothing' ? 'nothing' : `one ${takes}`
    throw new ExpressionError(`${method} takes ${wanted}. Correct the arguments.`, place)
  }
  if (method === 'some' || method === 'every') {
    return { ...place, form: 'each', method, object, ...functionOf(argument ?? callee, method, around) }
  }
  return {
    ...place,
    form: 'call',
    method,
    object,
    argument: argument && translated(argument, around),
  }
}

const methodList = `${methodNames.slice(0, -1).join(', ')} or ${methodNames.at(-1)}`

function functionOf(node: AnyNode, method: string, around: Surroundings) {
  const { parameters } = around
  const parameter = isSimpleFunction(node) ? node.params[0] : undefined
  if (node.type !== 'ArrowFunctionExpression' || parameter?.type !== 'Identifier') {
    const message = `${method} takes a function of one parameter, as in ${method}(x => x === 1). Write it so.`
    throw new ExpressionError(message, node)
  }
  if (valueNames.includes(parameter.name)) {
    throw new ExpressionError(`${parameter.name} is not allowed as a parameter name. Rename it.`, parameter)
  }
  requireAllowedName(parameter.name, parameter)
  const body = translated(node.body, { ...around, parameters: [...parameters, parameter.name] })
  return { slot: parameters.length, body }
}

function isSimpleFunction(node: AnyNode): node is ArrowFunctionExpression {
  return node.type === 'ArrowFunctionExpression' && node.expression && !node.async && node.params.length === 1
}
