import { Type } from 'typebox'
import { Body } from './operation.ts'
import { Id, Values } from './scalars.ts'

const MergeRule = Type.Union([
  Body({
    type: Values(['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass']),
    users: Type.Array(Id, { minItems: 1, maxItems: 100 }),
  }),
  Body({
    type: Values([
      'require_at_least_one_review',
      'require_all_reviews_approved',
      'require_agent_review',
      'require_up_to_date_change_request',
      'require_change_request_subject',
      'require_change_request_description',
    ]),
  }),
  Body({ type: Values(['custom']), expression: Type.String({ minLength: 1, maxLength: 1024 }) }),
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
