import { changeRequestOption, openedFor, titleOf } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { conflictsOf, shownConflicts } from '../conflicts.ts'
import { CommandFailure } from '../exit-codes.ts'
import { decide } from '../resolutions.ts'
import { spaceOption } from '../space.ts'

export const crConflicts = defineCommand({
  more: '"ours" is the change request, "theirs" is the space, "base" is the version both started from.',
  takes: ['cr'],
  options: { cr: changeRequestOption, space: spaceOption },
  examples: [['List the conflicts', 'stemma cr conflicts 12']],

  async run(named, call) {
    const { client, params } = await openedFor(call, named)
    const conflicts = await conflictsOf(client, params)
    const text = conflicts.length > 0 ? shownConflicts(conflicts, call.paint) : 'There are no conflicts.\n'
    return { data: conflicts, text }
  },
})

export const crResolve = defineCommand({
  more: 'Name conflicts by their ids, as stemma cr conflicts shows them. Resolve all of them at once.',
  takes: ['cr'],
  options: {
    cr: changeRequestOption,
    space: spaceOption,
    ours: { value: 'ID', summary: 'Keep the version of the change request.', several: true },
    theirs: { value: 'ID', summary: 'Keep the version of the space.', several: true },
    text: { value: 'ID=FILE', summary: 'Use the text of a file instead of both versions.', several: true },
    edit: { summary: 'Resolve the remaining texts in your editor.' },
    rest: { value: 'SIDE', summary: 'The version to keep for all others.', choices: ['ours', 'theirs'] },
  },
  examples: [
    ['Keep the change request everywhere', 'stemma cr resolve 12 --rest ours'],
    [
      'Keep one version of the space, and use a file for another',
      'stemma cr resolve 12 --theirs 4f0 --text 9ab=agreed.md',
    ],
    ['Resolve texts in your editor', 'stemma cr resolve 12 --edit'],
  ],

  async run({ cr, space, ...wishes }, call) {
    const { client, params, changeRequest } = await openedFor(call, { cr, ...(space && { space }) })
    const conflicts = await conflictsOf(client, params)
    if (conflicts.length === 0)
      throw new CommandFailure(
        5,
        'There are no conflicts to resolve. Run stemma cr view to see the change request.',
      )
    const resolutions = await decide(conflicts, wishes, call)
    const answer = await client.resolveChangeRequestConflicts({ params, body: { resolutions } })
    if (answer.result === 'conflicts') {
      const left = await conflictsOf(client, params)
      const advice = 'The space changed in the meantime. Resolve these conflicts, too.'
      const text = `${shownConflicts(left, call.paint)}\n${advice}\n`
      return { data: { ...answer, conflicts: left }, text, code: 5 }
    }
    const title = titleOf(changeRequest)
    return { data: answer, text: `Resolved the conflicts of change request ${title}.\n` }
  },
})
