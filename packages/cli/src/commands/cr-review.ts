import { each } from '@stemma/client'
import { table, WrongUsage } from '@stemma/command-line'
import { limitMax, type Review } from '@stemma/contract'
import { changeRequestOption, openedFor, titleOf } from '../change-request.ts'
import { collect } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { spaceOption } from '../space.ts'

export const crReview = defineCommand({
  name: 'cr review',
  summary: 'Approve a change request or ask for changes; without either, list its reviews.',
  takes: ['cr'],
  options: {
    cr: changeRequestOption,
    space: spaceOption,
    approve: { summary: 'Approve it as it is now.' },
    'request-changes': { summary: 'Ask for changes to it.' },
    comment: { value: 'TEXT', summary: 'What you say to it, in Markdown.' },
  },
  examples: [
    ['Approve it', "stemma cr review 12 --approve --comment 'Well done.'"],
    ['Who has reviewed it', 'stemma cr review 12'],
  ],

  async run({ approve = false, 'request-changes': refuse = false, comment, ...named }, call) {
    if (approve && refuse) throw new WrongUsage('Say --approve or --request-changes, not both.')
    if (comment !== undefined && !approve && !refuse)
      throw new WrongUsage('A comment goes with --approve or --request-changes.')
    const { client, params, changeRequest } = await openedFor(call, named)
    if (!approve && !refuse) {
      const input = { params, query: { limit: limitMax } }
      const reviews = await collect(each(client.getReviewsByChangeRequestId, input))
      return { data: reviews, text: table(columns, reviews) }
    }
    const status = approve ? 'approved' : 'changes-requested'
    const body = { status, ...(comment !== undefined && { comment: { markdown: comment } }) } as const
    const review = await client.submitChangeRequestReview({ params, body })
    const what = approve ? 'Approved' : 'Asked for changes to'
    return { data: review, text: `${what} change request ${titleOf(changeRequest)}.\n` }
  },
})

const columns = {
  reviewer: ({ reviewer }: Review) => reviewer.displayName,
  status: ({ status }: Review) => status,
  at: ({ updatedAt }: Review) => updatedAt.slice(0, 16).replace('T', ' '),
  '': ({ outdated }: Review) => (outdated ? 'outdated' : ''),
}
