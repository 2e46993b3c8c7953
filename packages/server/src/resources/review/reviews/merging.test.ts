import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SpaceMergeRules } from '@stemma/contract'
import type { Static } from 'typebox'
import { givenMember, type Person, startServer } from '../../../test/harness.ts'
import { assertRefused } from '../../../test/recorded.ts'
import { givenDraft, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

type Rule = Extract<Static<typeof SpaceMergeRules>, { type: 'rules' }>['rules'][number]

test('an approval lets a change request be merged, until the content changes', async () => {
  const { review, mergeFails, merge, write, reviewer } = await givenRuled({
    type: 'require_at_least_one_review',
  })
  await mergeFails()
  await review(reviewer, 'approved')
  await write(page('A'))
  await mergeFails()
  await review(reviewer, 'approved')
  assert.equal((await merge()).result, 'merge')
})

test('what counts is the newest review of each person', async () => {
  const { organization, review, mergeFails, merge, reviewer } = await givenRuled({
    type: 'require_all_reviews_approved',
  })
  const other = await givenMember(server, organization, 'review')
  await review(reviewer, 'approved')
  await review(other, 'changes-requested')
  await mergeFails()
  await review(other, 'approved')
  await review(reviewer, 'changes-requested')
  await mergeFails()
  await review(reviewer, 'approved')
  assert.equal((await merge()).result, 'merge')
})

/** A change request in a space with this merge rule. */
async function givenRuled(rule: Rule) {
  const draft = await givenDraft(server)
  const { organization, admin, spaceId, params } = draft
  const mergeRules = { type: 'rules' as const, rules: [rule] }
  await server.as(admin).updateSpaceById({ params: { spaceId }, body: { mergeRules } })
  await draft.write(page('First'))
  const merge = () => server.as(admin).mergeChangeRequest({ params })
  return {
    ...draft,
    merge,
    mergeFails: () => assertRefused(server, organization.id, merge(), 'merge_rules_failed'),
    review: (person: Person, status: 'approved' | 'changes-requested') =>
      server.as(person).submitChangeRequestReview({ params, body: { status } }),
  }
}
