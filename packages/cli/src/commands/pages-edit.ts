import { readFile } from 'node:fs/promises'
import { ApiFailure, type Client } from '@stemma/client'
import { withoutControls } from '@stemma/command-line'
import type { ChangeRequest, DocumentPage } from '@stemma/contract'
import { changeRequestIdIn, openChangeRequest, titleOf } from '../change-request.ts'
import { type Call, defineCommand } from '../command.ts'
import { editText } from '../editor.ts'
import { CommandFailure } from '../exit-codes.ts'
import { markdownIn, type Place, pageIn, pageOption, requireDocument } from '../pages.ts'
import { placeFor, placeOptions } from '../place.ts'
import { signedIn } from '../session.ts'

export const pagesEdit = defineCommand({
  name: 'pages edit',
  summary: 'Edit the Markdown of a page in your editor, and put it into a change request.',
  more: 'Nothing changed: nothing is written. Changed by somebody meanwhile: your text is kept in a file.',
  takes: ['page'],
  options: {
    page: pageOption,
    ...placeOptions,
    cr: { value: 'NUMBER', summary: 'The change request, by number or id; otherwise a new one is opened.' },
    subject: { value: 'TEXT', summary: 'The subject of a new change request; otherwise it names the page.' },
    file: { value: 'FILE', summary: 'The new text, instead of an editor; - is the standard input.' },
  },
  examples: [
    ['Open a change request with your edit', 'stemma pages edit guides/first-steps --space Handbook'],
    ['Go on with one', 'stemma pages edit guides/first-steps --cr 12'],
    ['From a program', 'fold -s page.md | stemma pages edit first-steps --file -'],
  ],

  async run({ page: named, cr, subject, file, space }, call) {
    const client = await signedIn(call)
    const place = await placeFor(client, call, { ...(space && { space }), ...(cr && { cr }) })
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
    if (written === undefined) return { data: null, text: 'Nothing changed, and nothing was written.\n' }
    return { data: written, text: told(page, written) }
  },
})

const textFrom = (file: string, { readInput }: Call) => (file === '-' ? readInput() : readFile(file, 'utf8'))

/** Asked before somebody writes, because the server says so only afterwards. */
async function requireEditable(client: Client, spaceId: string, cr: string): Promise<string> {
  const params = { spaceId, changeRequestId: changeRequestIdIn(cr) }
  const { id, status } = await client.getChangeRequestById({ params })
  if (status === 'draft' || status === 'open') return id
  throw new CommandFailure(5, `This change request is ${status}: take another one, or leave --cr out.`)
}

/** Looks again before it opens anything, so that a text that came too late leaves no empty change request. */
async function writeAnew(
  client: Client,
  spaceId: string,
  page: DocumentPage,
  { before, after, subject = `Edit ${page.title}`.slice(0, 100) }: Texts & { subject: string | undefined },
): Promise<ChangeRequest> {
  const { revision: revisionId } = await client.getSpaceById({ params: { spaceId } })
  await requireUnchanged(client, { spaceId, revisionId }, page.id, before)
  const { id, number } = await openChangeRequest(client, spaceId, subject)
  try {
    return await writeText(client, { spaceId, changeRequestId: id }, page, { before, after })
  } catch (error) {
    if (error instanceof Error)
      error.message += `\nChange request #${number} was opened for it: go on with --cr ${number}`
    throw error
  }
}

interface Texts {
  readonly before: string
  readonly after: string
}

/** Others may write other pages meanwhile; this one must still be what was edited. */
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
      const isRaced = error instanceof ApiFailure && error.reason === 'precondition_failed'
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
    `Somebody ${what} this page while you edited it: nothing was written. Get it again, and edit that.`,
  )
}

function told({ title }: DocumentPage, changeRequest: ChangeRequest): string {
  const { number } = changeRequest
  return `Wrote ${withoutControls(title)} into change request ${titleOf(changeRequest)}.
See it with stemma cr diff ${number}, take it over with stemma cr merge ${number}.
`
}
