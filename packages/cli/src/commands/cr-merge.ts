import { changeRequestOption, openedFor, titleOf } from '../change-request.ts'
import { type Call, defineCommand } from '../command.ts'
import { conflictsOf, shownConflicts } from '../conflicts.ts'
import { spaceOption } from '../space.ts'

const options = {
  cr: changeRequestOption,
  space: spaceOption,
  'dry-run': { summary: 'Show what would happen without doing it.' },
} as const

export const crMerge = defineCommand({
  takes: ['cr'],
  options,
  examples: [
    ['Merge a change request', 'stemma cr merge 12'],
    ['Check for conflicts without merging', 'stemma cr merge 12 --dry-run'],
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
  takes: ['cr'],
  options,
  examples: [['Update before a review', 'stemma cr update 12']],

  async run({ 'dry-run': dryRun = false, ...named }, call) {
    const opened = await openedFor(call, named)
    const { client, params, changeRequest } = opened
    const answer = await client.updateChangeRequest({ params, query: { dryRun } })
    if (answer.result === 'conflicts') return stuck(opened, answer, call)
    const title = titleOf(changeRequest)
    const text = dryRun
      ? `Change request ${title} would be updated without conflicts.\n`
      : `Change request ${title} is up to date with its space.\n`
    return { data: answer, text }
  },
})

/** Not merged: shows the reasons, and what to do about them. */
async function stuck(
  { client, params, changeRequest }: Awaited<ReturnType<typeof openedFor>>,
  answer: { readonly revision: string; readonly result: string },
  { paint }: Call,
) {
  const conflicts = await conflictsOf(client, params)
  const text = `${shownConflicts(conflicts, paint)}
Conflicts: the change request ("ours") and the space ("theirs") changed the same content.
Resolve them with stemma cr resolve ${changeRequest.number}, then try again.
`
  return { data: { ...answer, conflicts }, text, code: 5 }
}
