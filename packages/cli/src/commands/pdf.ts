import { WrongUsage } from '@stemma/command-line'
import { changeRequestIdIn } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { download, fileOption, forceOption, requireWritable } from '../download.ts'
import { pageIn } from '../pages.ts'
import { placeFor, placeOptions } from '../place.ts'
import { signedIn } from '../session.ts'

export const pdf = defineCommand({
  takes: ['space', 'file'],
  options: {
    ...placeOptions,
    file: fileOption,
    page: { value: 'PAGE', summary: 'Only this page and the pages below it, by id or path.' },
    only: { summary: 'With --page: without the pages below it.' },
    force: forceOption,
  },
  examples: [
    ['Save a space', 'stemma pdf Handbook handbook.pdf'],
    ['Save one page', 'stemma pdf Handbook setup.pdf --page guides/setup --only'],
  ],

  async run({ space, file, cr, page: named, only = false, force = false }, call) {
    if (only && named === undefined) throw new WrongUsage('--only requires --page PAGE.')
    await requireWritable(file, force, call)
    const client = await signedIn(call)
    const place = await placeFor(client, call, { space, cr })
    const { spaceId } = place
    const page = named === undefined ? undefined : (await pageIn(client, place, named)).id
    const query = { page, ...(only && { only }) }
    const { url } =
      cr === undefined
        ? await client.getSpacePDF({ params: { spaceId }, query })
        : await client.getChangeRequestPDF({
            params: { spaceId, changeRequestId: changeRequestIdIn(cr) },
            query,
          })
    const bytes = await download(url, file, call.progress)
    return { data: { url, file, bytes }, text: `Saved ${file}: ${bytes} bytes.\n` }
  },
})
