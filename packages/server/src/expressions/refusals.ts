import { binaryOperators, unaryOperators } from './expression.ts'

/** The message for a JavaScript feature that expressions don't support. */
export function refusalOf(kind: string): string {
  return refusals[kind] ?? 'This is not allowed in an expression. Remove it.'
}

export function operatorRefusal(operator: string): string {
  return `The operator ${operator} is not allowed in an expression. Use one of ${operators}.`
}

const operators = [...unaryOperators, ...binaryOperators, '&&', '||', '??', '?:'].join(' ')
const functions = 'A function is only allowed as x => … inside of some(…) and every(…).'

const refusals: Readonly<Record<string, string>> = {
  ArrowFunctionExpression: functions,
  AssignmentExpression: 'An expression cannot assign. To compare, write === instead of =.',
  AwaitExpression: 'An expression cannot wait. Remove await.',
  ClassExpression: 'A class is not allowed in an expression. Remove it.',
  FunctionExpression: functions,
  ImportExpression: 'An expression cannot import. Remove import.',
  MetaProperty: 'An expression knows nothing of its surroundings. Remove this.',
  NewExpression: 'An expression cannot create things. Remove new.',
  ObjectExpression: 'An object is not allowed in an expression. Name its properties one by one.',
  PrivateIdentifier: 'A private name is not allowed in an expression. Remove the #.',
  SequenceExpression: 'Only one expression is allowed. To combine several, write && or ||.',
  SpreadElement: 'Spreading is not allowed in an expression. Name the items one by one.',
  Super: 'super is not allowed in an expression. Remove it.',
  TaggedTemplateExpression: 'A template cannot be handed to a function. Remove what stands before it.',
  ThisExpression: 'this has no meaning in an expression. Name a value that is declared.',
  UpdateExpression: 'An expression cannot change a value. To add one, write + 1.',
}
