import { type TProperties, Type } from 'typebox'
import { Body } from './operation.ts'
import { Id, Values } from './scalars.ts'

/** A rule names its kind as `rule` or as `type`, or as both if they are equal. Responses have both. */
const ruleOf = <const T extends string, P extends TProperties>(kinds: readonly T[], fields: P) => {
  const kind = Values([...kinds])
  return [
    Body({ type: kind, rule: Type.Optional(kind), ...fields }),
    Body({ rule: kind, type: Type.Optional(kind), ...fields }),
  ] as const
}

const MergeRule = Type.Union([
  ...ruleOf(['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass'], {
    users: Type.Array(Id, { minItems: 1, maxItems: 100 }),
  }),
  ...ruleOf(
    [
      'require_at_least_one_review',
      'require_at_least_one_approved_review',
      'require_all_reviews_approved',
      'require_agent_review',
      'require_up_to_date_change_request',
      'require_change_request_subject',
      'require_change_request_description',
      'require_author_to_merge',
    ],
    {},
  ),
  ...ruleOf(['custom'], {
    expression: Type.String({ minLength: 1, maxLength: 1024 }),
    /** Shown when the expression is false. */
    message: Type.Optional(Type.String({ maxLength: 512 })),
  }),
])

const Rules = Body({ type: Values(['rules']), rules: Type.Array(MergeRule, { maxItems: 50 }) })

/** The conditions for merging a change request, set by an organization. */
export const MergeRules = Type.Union([Body({ type: Values(['none']) }), Rules], {
  title: 'MergeRules',
})

/** The rules of a space, which can be inherited from its organization. */
export const SpaceMergeRules = Type.Union(
  [Body({ type: Values(['inherit']) }), Body({ type: Values(['none']) }), Rules],
  { title: 'SpaceMergeRules' },
)
