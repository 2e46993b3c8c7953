import { WrongUsage, withoutControls } from '@stemma/command-line'
import { titleOf } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { targetOptions, writeChanges } from '../content-change.ts'
import { nextSteps } from '../next-steps.ts'
import { atOption, positionIn } from '../page-input.ts'
import { pageIn, pageOption } from '../pages.ts'
import { placeFor } from '../place.ts'
import { signedIn } from '../session.ts'

export const pagesMove = defineCommand({
  more: 'The pages below it move with it.',
  takes: ['page'],
  options: {
    page: pageOption,
    into: { value: 'PAGE', summary: 'The new parent page, by id or path.' },
    top: { summary: 'Move the page to the top of the space.' },
    at: atOption,
    ...targetOptions,
  },
  examples: [
    ['Move a page below another one', 'stemma pages move setup --into guides'],
    ['Make a page the first one of the space', 'stemma pages move guides/setup --top --at 0'],
  ],

  async run({ page: named, into, top = false, at, space, cr, subject }, call) {
    const position = positionIn(at)
    if (into !== undefined && top) throw new WrongUsage('Use --into PAGE or --top, not both.')
    if (into === undefined && !top && at === undefined)
      throw new WrongUsage('Say where to: --into PAGE, --top or --at NUMBER.')
    const client = await signedIn(call)
    const place = await placeFor(client, call, { space, cr })
    const { id: page, title } = await pageIn(client, place, named)
    const parent = into === undefined ? undefined : (await pageIn(client, place, into)).id
    const target = { spaceId: place.spaceId, cr, subject: subject ?? `Move ${title}` }
    const moved = top ? { into: null } : parent === undefined ? {} : { into: parent }
    const result = await writeChanges(client, target, [
      { operation: 'update_page', page, ...moved, ...position },
    ])
    const { changeRequest } = result
    const head = `Moved page ${withoutControls(title)} in change request ${titleOf(changeRequest)}.\n`
    return { data: result, text: head + nextSteps(changeRequest, space) }
  },
})
