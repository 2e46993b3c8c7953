import { withoutControls } from '@stemma/command-line'
import { titleOf } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { targetOptions, writeChanges } from '../content-change.ts'
import { nextSteps } from '../next-steps.ts'
import { pageIn, pageOption } from '../pages.ts'
import { placeFor } from '../place.ts'
import { signedIn } from '../session.ts'

export const pagesDelete = defineCommand({
  more: 'The pages below it are deleted with it. The space keeps them until you merge the change request.',
  takes: ['page'],
  options: { page: pageOption, ...targetOptions },
  examples: [['Delete a page in an existing change request', 'stemma pages delete guides/setup --cr 12']],

  async run({ page: named, space, cr, subject }, call) {
    const client = await signedIn(call)
    const place = await placeFor(client, call, { space, cr })
    const { id: page, title } = await pageIn(client, place, named)
    const target = { spaceId: place.spaceId, cr, subject: subject ?? `Delete ${title}` }
    const result = await writeChanges(client, target, [{ operation: 'delete_page', page }])
    const { changeRequest } = result
    const head = `Deleted page ${withoutControls(title)} in change request ${titleOf(changeRequest)}.\n`
    return { data: result, text: head + nextSteps(changeRequest, space) }
  },
})
