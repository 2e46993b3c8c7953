import { baseOf, changeRequestOption, openedFor } from '../change-request.ts'
import { limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { shownChange } from '../show-changes.ts'
import { spaceOption } from '../space.ts'

export const crDiff = defineCommand({
  takes: ['cr'],
  options: {
    cr: changeRequestOption,
    space: spaceOption,
    limit: { value: 'NUMBER', summary: 'The maximum number of changes, up to 1000.', default: '100' },
  },
  examples: [
    ['Show the changes', 'stemma cr diff 12'],
    ['Save them to a file', 'stemma cr diff 12 > change.diff'],
    ['Print the changes as JSON', 'stemma cr diff 12 --json'],
  ],

  async run({ limit: wanted, ...named }, call) {
    const { limit } = limitsIn(wanted)
    const { client, params, changeRequest } = await openedFor(call, named)
    const answer = await client.getChangeRequestChanges({ params, query: { limit } })
    const { spaceId } = params
    const { paint } = call
    const sides = { client, spaceId, before: baseOf(changeRequest), after: changeRequest.revision, paint }
    const texts: string[] = []
    for (const change of answer.changes) texts.push(await shownChange(change, sides))
    if (answer.more !== undefined) texts.push(`${answer.more} more changes. Use --limit to see them.\n`)
    return {
      data: answer,
      text: texts.length > 0 ? texts.join('\n') : 'This change request has no changes yet.\n',
    }
  },
})
