import { withoutControls } from '@stemma/command-line'
import { titleOf } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { targetOptions, writeChanges } from '../content-change.ts'
import { nextSteps } from '../next-steps.ts'
import { atOption, positionIn, textFrom } from '../page-input.ts'
import { pageIn } from '../pages.ts'
import { placeFor } from '../place.ts'
import { signedIn } from '../session.ts'

export const pagesCreate = defineCommand({
  takes: ['title'],
  options: {
    title: { value: 'TITLE', summary: 'The title of the page.', required: true },
    file: {
      value: 'FILE',
      summary: 'The Markdown of the page; - is the standard input. Default: only the title.',
    },
    into: { value: 'PAGE', summary: 'The parent page, by id or path. Default: the top of the space.' },
    at: atOption,
    slug: { value: 'SLUG', summary: 'The last part of the path. Default: made from the title.' },
    ...targetOptions,
  },
  examples: [
    ['Create a page from a file', "stemma pages create 'First steps' --file first-steps.md"],
    ['Create a page below another one', 'stemma pages create Setup --into guides --cr 12'],
  ],

  async run({ title, file, into, at, slug, space, cr, subject = `Add ${title}` }, call) {
    const position = positionIn(at)
    const markdown = file === undefined ? `# ${title}\n` : await textFrom(file, call)
    const client = await signedIn(call)
    const place = await placeFor(client, call, { space, cr })
    const parent = into === undefined ? undefined : (await pageIn(client, place, into)).id
    const result = await writeChanges(client, { spaceId: place.spaceId, cr, subject }, [
      {
        operation: 'insert_page',
        title,
        document: { markdown },
        ...(slug !== undefined && { slug }),
        ...(parent !== undefined && { into: parent }),
        ...position,
      },
    ])
    const { changeRequest } = result
    const head = `Created page ${withoutControls(title)} in change request ${titleOf(changeRequest)}.\n`
    return { data: result, text: head + nextSteps(changeRequest, space) }
  },
})
