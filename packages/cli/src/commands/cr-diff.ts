import { baseOf, changeRequestOption, openedFor } from '../change-request.ts'
import { limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { shownChange } from '../show-changes.ts'
import { spaceOption } from '../space.ts'

export const crDiff = defineCommand({
  name: 'cr diff',
  summary: 'Show what a change request changes, page by page and line by line.',
  takes: ['cr'],
  options: {
    cr: changeRequestOption,
    space: spaceOption,
    limit: { value: 'NUMBER', summary: 'So many changes at most, 1000 of them.', default: '100' },
  },
  examples: [
    ['On the screen', 'stemma cr diff 12'],
    ['Without colours, in a file', 'stemma cr diff 12 > change.diff'],
    ['What the API says of it', 'stemma cr diff 12 --json'],
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
    if (answer.more !== undefined) texts.push(`${answer.more} more changes: see them with --limit.\n`)
    return { data: answer, text: texts.length > 0 ? texts.join('\n') : 'It changes nothing yet.\n' }
  },
})
