import type { MergeRules, SpaceMergeRules } from '@stemma/contract'
import type { Static } from 'typebox'
import { ApiError } from '../../../common/errors.ts'
import { isTrue } from '../../../expressions/evaluate.ts'
import { ExpressionError } from '../../../expressions/expression-error.ts'
import { parseExpression } from '../../../expressions/parse-expression.ts'
import type { ExpressionScope } from '../../../expressions/types.ts'
import type { MergeFacts } from './merge-rules.ts'

const text = { kind: 'string' } as const
const flag = { kind: 'boolean' } as const

/** The values that the expression of a merge rule can use. */
const scope: ExpressionScope = {
  kind: 'object',
  properties: {
    user: text,
    changeRequest: {
      kind: 'object',
      properties: {
        number: { kind: 'number' },
        subject: text,
        createdBy: text,
        outdated: flag,
        hasDescription: flag,
      },
    },
    reviews: {
      kind: 'array',
      items: {
        kind: 'object',
        properties: {
          reviewer: text,
          status: { kind: 'string', values: ['approved', 'changes-requested'] },
          outdated: flag,
        },
      },
    },
  },
}

/** Whether the expression of a rule is true. An expression that no longer parses counts as false. */
export function ruleHolds(expression: string, facts: MergeFacts): boolean {
  const { callerId, reviews, number, subject, createdBy, outdated, hasDescription } = facts
  const changeRequest = { number, subject, createdBy, outdated, hasDescription }
  try {
    return isTrue(parseExpression(expression, scope), { user: callerId, changeRequest, reviews })
  } catch (error) {
    if (error instanceof ExpressionError) return false
    throw error
  }
}

/** Rejects rules of two kinds at once, and expressions that don't parse, with the position of the error. */
export function requireMergeRules(rules: Static<typeof MergeRules> | Static<typeof SpaceMergeRules>) {
  if (rules.type !== 'rules') return
  for (const [index, rule] of rules.rules.entries()) {
    const pointer = `/body/mergeRules/rules/${index}`
    if (rule.type !== undefined && rule.rule !== undefined && rule.type !== rule.rule)
      throw new ApiError('invalid_request', 'A merge rule has one kind. Send `rule`, or the same `type`.', {
        details: [{ pointer: `${pointer}/rule`, message: 'differs from `type`' }],
      })
    if ('expression' in rule) requireExpression(rule.expression, `${pointer}/expression`)
  }
}

function requireExpression(expression: string, pointer: string) {
  try {
    parseExpression(expression, scope)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { message, position } = error
    throw new ApiError('invalid_request', message, { details: [{ pointer, message, position }] })
  }
}
