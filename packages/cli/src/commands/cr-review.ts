import { table, WrongUsage } from '@stemma/command-line'
import type { Review } from '@stemma/contract'
import { changeRequestOption, openedFor, titleOf } from '../change-request.ts'
import { collect, each, pageSizeMax } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { spaceOption } from '../space.ts'

export const crReview = defineCommand({
  takes: ['cr'],
  options: {
    cr: changeRequestOption,
    space: spaceOption,
    approve: { summary: 'Approve the current revision.' },
    'request-changes': { summary: 'Request changes.' },
    comment: { value: 'TEXT', summary: 'A comment on your review, in Markdown.' },
  },
  examples: [
    ['Approve a change request', "stemma cr review 12 --approve --comment 'Well done.'"],
    ['List the reviews', 'stemma cr review 12'],
  ],

  async run({ approve = false, 'request-changes': refuse = false, comment, ...named }, call) {
    if (approve && refuse) throw new WrongUsage('Use --approve or --request-changes, not both.')
    if (comment !== undefined && !approve && !refuse)
      throw new WrongUsage('--comment requires --approve or --request-changes.')
    const { client, params, changeRequest } = await openedFor(call, named)
    if (!approve && !refuse) {
      const input = { params, query: { limit: pageSizeMax } }
      const reviews = await collect(each(client.getReviewsByChangeRequestId, input))
      return { data: reviews, text: table(columns, reviews) }
    }
    const status = approve ? 'approved' : 'changes-requested'
    const body = { status, ...(comment !== undefined && { comment: { markdown: comment } }) } as const
    const review = await client.submitChangeRequestReview({ params, body })
    const what = approve ? 'Approved' : 'Requested changes to'
    return { data: review, text: `${what} change request ${titleOf(changeRequest)}.\n` }
  },
})

const columns = {
  reviewer: ({ reviewer }: Review) => reviewer.displayName,
  status: ({ status }: Review) => status,
  at: ({ updatedAt }: Review) => updatedAt.slice(0, 16).replace('T', ' '),
  '': ({ outdated }: Review) => (outdated ? 'outdated' : ''),
}
