import { changeRequestIdIn } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { openURL } from '../open-url.ts'
import { pageIn, requireDocument } from '../pages.ts'
import { placeFor, placeOptions } from '../place.ts'
import { signedIn } from '../session.ts'
import { spaceOf } from '../space.ts'

export const open = defineCommand({
  more: 'Without a browser, the command prints the URL.',
  takes: ['page'],
  options: {
    page: { value: 'PAGE', summary: 'Open this page, by id or path. Default: the space or change request.' },
    ...placeOptions,
  },
  examples: [
    ['Open the default space', 'stemma open'],
    ['Open a change request', 'stemma open --cr 12'],
    ['Copy the URL of a page', 'stemma open guides/setup | pbcopy'],
  ],

  async run({ page, ...where }, call) {
    const client = await signedIn(call)
    if (page !== undefined) {
      const found = await pageIn(client, await placeFor(client, call, where), page)
      return openURL(call, requireDocument(found).urls.app)
    }
    const space = await spaceOf(client, call, where.space)
    if (where.cr === undefined) return openURL(call, space.urls.app)
    const params = { spaceId: space.id, changeRequestId: changeRequestIdIn(where.cr) }
    return openURL(call, (await client.getChangeRequestById({ params })).urls.app)
  },
})
