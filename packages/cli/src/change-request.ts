import type { Client } from '@stemma/client'
import { type Option, WrongUsage, withoutControls } from '@stemma/command-line'
import type { ChangeRequest } from '@stemma/contract'
import type { Call } from './command.ts'
import { isId } from './ids.ts'
import { signedIn } from './session.ts'
import { spaceOf } from './space.ts'

/** For the commands of a group that act on one change request. */
export const changeRequestOption = {
  value: 'NUMBER',
  summary: 'The change request, by number or id.',
  required: true,
} as const satisfies Option

export interface Named {
  readonly cr: string
  readonly space?: string
}

/** The change request in the options, and the signed-in client. */
export async function openedFor(call: Call, { cr, space }: Named) {
  const changeRequestId = changeRequestIdIn(cr)
  const client = await signedIn(call)
  const { id: spaceId } = await spaceOf(client, call, space)
  const params = { spaceId, changeRequestId }
  return { client, params, changeRequest: await client.getChangeRequestById({ params }) }
}

export function changeRequestIdIn(named: string): string {
  const id = named.replace(/^#/, '')
  if (!isId(id))
    throw new WrongUsage('A change request is named by its number or id. stemma cr list shows them.')
  return id
}

export async function openChangeRequest(client: Client, spaceId: string, subject: string | undefined) {
  return client.createChangeRequest({ params: { spaceId }, body: subject === undefined ? {} : { subject } })
}

/** The change request as shown at a terminal. */
export const titleOf = ({ number, subject }: ChangeRequest) =>
  `#${number} ${withoutControls(subject) || '(no subject)'}`

/** The revision it started from, or was last updated to. */
export const baseOf = ({ revisionMergedAncestor, revisionInitial }: ChangeRequest) =>
  revisionMergedAncestor ?? revisionInitial
