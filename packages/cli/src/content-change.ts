import type { Client } from '@stemma/client'
import type { Options } from '@stemma/command-line'
import type { ChangeRequest, ContentChange, ContentChangesResult } from '@stemma/contract'
import { changeRequestIdIn, openChangeRequest } from './change-request.ts'
import { CommandFailure } from './exit-codes.ts'
import { spaceOption } from './space.ts'

/** For commands that write to a change request: an existing one or a new one. */
export const targetOptions = {
  space: spaceOption,
  cr: { value: 'NUMBER', summary: 'The change request, by number or id. Default: a new one.' },
  subject: { value: 'TEXT', summary: 'The subject of the new change request.' },
} as const satisfies Options

interface Target {
  readonly spaceId: string
  /** As typed by the user. */
  readonly cr: string | undefined
  readonly subject: string
}

/** Writes changes to the given change request, or to a new one. */
export async function writeChanges(
  client: Client,
  { spaceId, cr, subject }: Target,
  changes: ContentChange[],
): Promise<ContentChangesResult> {
  const write = async (changeRequestId: string) => {
    const input = { params: { spaceId, changeRequestId }, query: { compat: false }, body: { changes } }
    return (await client.updateChangeRequestContent(input)) as ContentChangesResult
  }
  if (cr !== undefined) return write(await requireEditable(client, spaceId, cr))
  return inNewChangeRequest(client, spaceId, subject, ({ id }) => write(id))
}

/** Opens a change request and writes to it. If that fails, the error message names the change request. */
export async function inNewChangeRequest<T>(
  client: Client,
  spaceId: string,
  subject: string,
  write: (opened: ChangeRequest) => Promise<T>,
): Promise<T> {
  const opened = await openChangeRequest(client, spaceId, subject.slice(0, 100))
  try {
    return await write(opened)
  } catch (error) {
    const { number } = opened
    if (error instanceof Error)
      error.message += `\nChange request #${number} was created. Continue with --cr ${number}`
    throw error
  }
}

/** Checked before the user writes a text, because the server would reject it only afterwards. */
export async function requireEditable(client: Client, spaceId: string, cr: string): Promise<string> {
  const params = { spaceId, changeRequestId: changeRequestIdIn(cr) }
  const { id, status } = await client.getChangeRequestById({ params })
  if (status === 'draft' || status === 'open') return id
  throw new CommandFailure(5, `This change request is ${status}. Choose another one, or leave out --cr.`)
}
