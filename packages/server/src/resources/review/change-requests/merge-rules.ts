import type { MergeRule } from '../../../common/merge-rules.ts'

/** The facts about a change request that merge rules check. */
export interface MergeFacts {
  readonly callerId: string
  readonly createdBy: string
  readonly number: number
  readonly subject: string
  readonly hasDescription: boolean
  readonly outdated: boolean
  /** The latest review of each reviewer. `outdated` if the change request has changed since. */
  readonly reviews: readonly ReviewFact[]
}

interface ReviewFact {
  readonly reviewer: string
  readonly status: string
  readonly outdated: boolean
}

/** The rules that fail. None apply to users who may bypass them. */
export function failedRules(
  rules: readonly MergeRule[],
  facts: MergeFacts,
  isTrue: (expression: string, facts: MergeFacts) => boolean,
): readonly MergeRule[] {
  const isBypassed = rules.some((rule) => rule.type === 'allow_bypass' && rule.users.includes(facts.callerId))
  return isBypassed ? [] : rules.filter((rule) => !holds(rule, facts, isTrue))
}

/** An approval covers the reviewed revision only: once the content changes, it no longer counts. */
function holds(rule: MergeRule, facts: MergeFacts, isTrue: Parameters<typeof failedRules>[2]): boolean {
  const current = facts.reviews.filter(({ outdated }) => !outdated)
  const hasApproved = (userId: string) =>
    current.some(({ reviewer, status }) => reviewer === userId && status === 'approved')
  switch (rule.type) {
    case 'allow_bypass':
      return true
    case 'require_specific_reviewers':
      return rule.users.every(hasApproved)
    case 'require_one_of_specific_reviewers':
      return rule.users.some(hasApproved)
    case 'require_at_least_one_review':
    case 'require_at_least_one_approved_review':
      return current.some(({ status }) => status === 'approved')
    case 'require_all_reviews_approved':
      return facts.reviews.every(({ outdated, status }) => !outdated && status === 'approved')
    case 'require_agent_review':
      return false
    case 'require_up_to_date_change_request':
      return !facts.outdated
    case 'require_change_request_subject':
      return facts.subject.trim() !== ''
    case 'require_change_request_description':
      return facts.hasDescription
    case 'require_author_to_merge':
      return facts.callerId === facts.createdBy
    case 'custom':
      return isTrue(rule.expression, facts)
  }
}
