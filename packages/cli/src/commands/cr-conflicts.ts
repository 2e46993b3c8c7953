import { changeRequestOption, openedFor, titleOf } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { conflictsOf, shownConflicts } from '../conflicts.ts'
import { CommandFailure } from '../exit-codes.ts'
import { decide } from '../resolutions.ts'
import { spaceOption } from '../space.ts'

export const crConflicts = defineCommand({
  name: 'cr conflicts',
  summary: 'List where a change request and its space changed the same thing in different ways.',
  more: 'Ours is what the change request has, theirs is what the space has, base is what both started from.',
  takes: ['cr'],
  options: { cr: changeRequestOption, space: spaceOption },
  examples: [['What has to be decided', 'stemma cr conflicts 12']],

  async run(named, call) {
    const { client, params } = await openedFor(call, named)
    const conflicts = await conflictsOf(client, params)
    const text = conflicts.length > 0 ? shownConflicts(conflicts, call.paint) : 'There are no conflicts.\n'
    return { data: conflicts, text }
  },
})

export const crResolve = defineCommand({
  name: 'cr resolve',
  summary: 'Decide every conflict of a change request, and take the content of the space into it.',
  more: 'Conflicts are named as stemma cr conflicts does, or by their ids; all must be decided at once.',
  takes: ['cr'],
  options: {
    cr: changeRequestOption,
    space: spaceOption,
    ours: { value: 'ID', summary: 'Take what the change request has.', several: true },
    theirs: { value: 'ID', summary: 'Take what the space has.', several: true },
    text: { value: 'ID=FILE', summary: 'Take the text of a file, in place of both sides.', several: true },
    edit: { summary: 'Write those texts in your editor that are not decided yet.' },
    rest: { value: 'SIDE', summary: 'The side for all others.', choices: ['ours', 'theirs'] },
  },
  examples: [
    ['Keep everything of the change request', 'stemma cr resolve 12 --rest ours'],
    ['One of the space, one from a file', 'stemma cr resolve 12 --theirs 4f0 --text 9ab=agreed.md'],
    ['In your editor', 'stemma cr resolve 12 --edit'],
  ],

  async run({ cr, space, ...wishes }, call) {
    const { client, params, changeRequest } = await openedFor(call, { cr, ...(space && { space }) })
    const conflicts = await conflictsOf(client, params)
    if (conflicts.length === 0)
      throw new CommandFailure(5, 'There are no conflicts to decide. stemma cr get tells how it stands.')
    const resolutions = await decide(conflicts, wishes, call)
    const answer = await client.resolveChangeRequestConflicts({ params, body: { resolutions } })
    if (answer.result === 'conflicts') {
      const left = await conflictsOf(client, params)
      const text = `${shownConflicts(left, call.paint)}\nThe space changed meanwhile: decide these, too.\n`
      return { data: { ...answer, conflicts: left }, text, code: 5 }
    }
    const title = titleOf(changeRequest)
    return { data: answer, text: `Change request ${title} has what the space has, as you decided.\n` }
  },
})
