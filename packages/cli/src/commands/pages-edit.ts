import type { Client } from '@stemma/client'
import { withoutControls } from '@stemma/command-line'
import type { ChangeRequest, DocumentPage } from '@stemma/contract'
import { titleOf } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { inNewChangeRequest, requireEditable, targetOptions } from '../content-change.ts'
import { editText } from '../editor.ts'
import { CommandFailure } from '../exit-codes.ts'
import { isApiFailure } from '../failures.ts'
import { nextSteps } from '../next-steps.ts'
import { textFrom } from '../page-input.ts'
import { markdownIn, type Place, pageIn, pageOption, requireDocument } from '../pages.ts'
import { placeFor } from '../place.ts'
import { signedIn } from '../session.ts'

export const pagesEdit = defineCommand({
  more: 'If somebody else changes the page while you edit it, your text is kept in a file.',
  takes: ['page'],
  options: {
    page: pageOption,
    ...targetOptions,
    file: {
      value: 'FILE',
      summary: 'Read the new text from a file instead of your editor; - is the standard input.',
    },
  },
  examples: [
    ['Edit a page in a new change request', 'stemma pages edit guides/first-steps --space Handbook'],
    ['Edit a page in an existing change request', 'stemma pages edit guides/first-steps --cr 12'],
    ['Save the output of a program', 'fold -s page.md | stemma pages edit first-steps --file -'],
  ],

  async run({ page: named, cr, subject, file, space }, call) {
    const client = await signedIn(call)
    const place = await placeFor(client, call, { space, cr })
    const known = cr && (await requireEditable(client, place.spaceId, cr))
    const page = requireDocument(await pageIn(client, place, named))
    const { markdown: before = '' } = page
    const write = async (after: string) => {
      if (after === before) return undefined
      const texts = { before, after }
      if (!known) return writeAnew(client, place.spaceId, page, { ...texts, subject })
      return writeText(client, { spaceId: place.spaceId, changeRequestId: known }, page, texts)
    }
    const written =
      file === undefined
        ? await editText(page.slug, before, call.edit, write)
        : await write(await textFrom(file, call))
    if (written === undefined) return { data: null, text: 'The text is unchanged, so nothing was saved.\n' }
    return { data: written, text: report(page, written) + nextSteps(written, space) }
  },
})

/**
 * Compares before opening a change request, so that an outdated text leaves no empty change request behind.
 */
async function writeAnew(
  client: Client,
  spaceId: string,
  page: DocumentPage,
  { before, after, subject = `Edit ${page.title}` }: Texts & { subject: string | undefined },
): Promise<ChangeRequest> {
  const { revision: revisionId } = await client.getSpaceById({ params: { spaceId } })
  await requireUnchanged(client, { spaceId, revisionId }, page.id, before)
  return inNewChangeRequest(client, spaceId, subject, ({ id: changeRequestId }) =>
    writeText(client, { spaceId, changeRequestId }, page, { before, after }),
  )
}

interface Texts {
  readonly before: string
  readonly after: string
}

/** Others may change other pages in the meantime, but this page must not have changed since it was read. */
async function writeText(
  client: Client,
  params: { readonly spaceId: string; readonly changeRequestId: string },
  { id: page }: DocumentPage,
  { before, after }: Texts,
): Promise<ChangeRequest> {
  const body = { changes: [{ operation: 'update_page' as const, page, document: { markdown: after } }] }
  for (let attempt = 1; ; attempt++) {
    const { revision } = await client.getChangeRequestById({ params })
    await requireUnchanged(client, { spaceId: params.spaceId, revisionId: revision }, page, before)
    try {
      await client.updateChangeRequestContent({ params, body }, { ifMatch: `"${revision}"` })
      return await client.getChangeRequestById({ params })
    } catch (error) {
      const isRaced = isApiFailure(error) && error.reason === 'precondition_failed'
      if (!isRaced || attempt === attemptsMax) throw error
    }
  }
}

const attemptsMax = 5

async function requireUnchanged(client: Client, place: Place, pageId: string, before: string) {
  const now = await markdownIn(client, place, pageId)
  if (now === before) return
  const what = now === undefined ? 'deleted' : 'changed'
  throw new CommandFailure(
    5,
    `Somebody else ${what} this page while you edited it, so nothing was saved. Edit the new version.`,
  )
}

const report = ({ title }: DocumentPage, changeRequest: ChangeRequest) =>
  `Saved page ${withoutControls(title)} in change request ${titleOf(changeRequest)}.\n`
