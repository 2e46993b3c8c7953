import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SpaceMergeRules } from '@stemma/contract'
import type { Static } from 'typebox'
import { givenMember, type Person, startServer } from '../../../test/harness.ts'
import { grantSpace } from '../../../test/places.ts'
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

test('a rule names its kind as `rule` or `type`, never as two kinds, and is returned with both', async () => {
  const kind = 'require_change_request_subject' as const
  const { admin, spaceId } = await givenRuled({ rule: kind })
  const set = (rule: Rule) => {
    const mergeRules = { type: 'rules' as const, rules: [rule] }
    return server.as(admin).updateSpaceById({ params: { spaceId }, body: { mergeRules } })
  }
  const returned = { type: 'rules', rules: [{ rule: kind, type: kind }] }
  assert.deepEqual((await server.as(admin).getSpaceById({ params: { spaceId } })).mergeRules, returned)
  assert.deepEqual((await set({ type: kind })).mergeRules, returned)
  const stored = server.db.selectFrom('spaces').select('merge_rules').where('id', '=', spaceId)
  const { merge_rules: rules } = await stored.executeTakeFirstOrThrow()
  assert.deepEqual(rules, { type: 'rules', rules: [{ type: kind }] }, 'as earlier servers read it')
  const two = set({ type: kind, rule: 'require_author_to_merge' })
  await assert.rejects(two, { status: 400, reason: 'invalid_request' })
})

test('a rule can leave merging to the author of a change request', async () => {
  const { editor, mergeFails, params, spaceId } = await givenRuled({ rule: 'require_author_to_merge' })
  await mergeFails()
  await grantSpace(server, spaceId, editor.id, 'review')
  await server.as(editor).mergeChangeRequest({ params })
})

test('the message of a rule says why a change request cannot be merged', async () => {
  const message = 'Wait for the release.'
  const { merge } = await givenRuled({ rule: 'custom', expression: 'changeRequest.number > 1000', message })
  await assert.rejects(merge(), { message: `These merge rules are not satisfied: ${message}` })
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
