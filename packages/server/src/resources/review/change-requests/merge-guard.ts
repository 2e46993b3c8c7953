import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import type { MergeRule } from '../../../common/merge-rules.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import { newestOfEach } from '../reviews/store.ts'
import { ruleHolds } from './merge-expressions.ts'
import { failedRules } from './merge-rules.ts'
import * as changeRequests from './store.ts'

/** Rejects a merge if a rule of the space fails or, if it inherits rules, one of its organization. */
export async function requireMergeable(context: Context, key: changeRequests.Key) {
  const rules = await rulesOf(context, key.spaceId)
  if (rules.length === 0) return
  const { db, caller } = context
  const row = found(await changeRequests.find(db, key), 'change request')
  const reviews = await newestOfEach(db, { spaceId: key.spaceId, changeRequestId: row.id })
  const failed = failedRules(
    rules,
    {
      callerId: caller.userId,
      createdBy: row.userId,
      number: row.number,
      subject: row.subject,
      hasDescription: row.description !== null,
      outdated: row.outdated,
      reviews: reviews.map(({ revision, ...review }) => ({ ...review, outdated: revision !== row.revision })),
    },
    ruleHolds,
  )
  if (failed.length === 0) return
  const names = failed.map((rule) => ('message' in rule && rule.message) || rule.type).join(', ')
  const sentence = `These merge rules are not satisfied: ${names}`
  throw new ApiError('merge_rules_failed', sentence.replace(/\.?$/, '.'), {
    details: { rules: failed.map((rule) => ({ rule: rule.type, ...rule })) },
  })
}

async function rulesOf({ db, home }: Context, spaceId: string): Promise<readonly MergeRule[]> {
  const [space, organization] = await Promise.all([
    spaces.find(db, spaceId).then((row) => found(row, 'space')),
    organizations.find(db, home).then((row) => found(row, 'organization')),
  ])
  const own = space.mergeRules as Rules
  if (own.type !== 'inherit') return own.rules ?? []
  return (organization.mergeRules as Rules).rules ?? []
}

interface Rules {
  readonly type: string
  readonly rules?: readonly MergeRule[]
}
