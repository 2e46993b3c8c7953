import { changeRequestOption, openedFor, titleOf } from '../change-request.ts'
import { type Call, defineCommand } from '../command.ts'
import { conflictsOf, shownConflicts } from '../conflicts.ts'
import { spaceOption } from '../space.ts'

const options = {
  cr: changeRequestOption,
  space: spaceOption,
  'dry-run': { summary: 'Say what would happen, and do nothing.' },
} as const

export const crMerge = defineCommand({
  name: 'cr merge',
  summary: 'Merge a change request into the content of its space.',
  takes: ['cr'],
  options,
  examples: [
    ['Merge it', 'stemma cr merge 12'],
    ['Would it merge?', 'stemma cr merge 12 --dry-run'],
  ],

  async run({ 'dry-run': dryRun = false, ...named }, call) {
    const opened = await openedFor(call, named)
    const { client, params, changeRequest } = opened
    const answer = await client.mergeChangeRequest({ params, query: { dryRun } })
    if (answer.result === 'conflicts') return stuck(opened, answer, call)
    const title = titleOf(changeRequest)
    const text = dryRun
      ? `Change request ${title} would merge without conflicts.\n`
      : `Merged change request ${title}: the space is at revision ${answer.revision}.\n`
    return { data: answer, text }
  },
})

export const crUpdate = defineCommand({
  name: 'cr update',
  summary: 'Take the current content of the space into a change request.',
  takes: ['cr'],
  options,
  examples: [['Before a review', 'stemma cr update 12']],

  async run({ 'dry-run': dryRun = false, ...named }, call) {
    const opened = await openedFor(call, named)
    const { client, params, changeRequest } = opened
    const answer = await client.updateChangeRequest({ params, query: { dryRun } })
    if (answer.result === 'conflicts') return stuck(opened, answer, call)
    const title = titleOf(changeRequest)
    const text = dryRun
      ? `Change request ${title} would be updated without conflicts.\n`
      : `Change request ${title} has everything that the space has.\n`
    return { data: answer, text }
  },
})

/** Nothing happened; what is in the way is shown, with what to do about it. */
async function stuck(
  { client, params, changeRequest }: Awaited<ReturnType<typeof openedFor>>,
  answer: { readonly revision: string; readonly result: string },
  { paint }: Call,
) {
  const conflicts = await conflictsOf(client, params)
  const text = `${shownConflicts(conflicts, paint)}
Nothing was done: both sides changed the same. Ours is the change request, theirs is the space.
Decide with stemma cr resolve ${changeRequest.number}, then try again.
`
  return { data: { ...answer, conflicts }, text, code: 5 }
}
