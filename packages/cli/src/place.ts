import type { Client } from '@stemma/client'
import type { Options } from '@stemma/command-line'
import { changeRequestIdIn } from './change-request.ts'
import type { Call } from './command.ts'
import type { Place } from './pages.ts'
import { spaceOf, spaceOption } from './space.ts'

export const placeOptions = {
  space: spaceOption,
  cr: { value: 'NUMBER', summary: 'A change request, by number or id. Default: the space itself.' },
} as const satisfies Options

/** The current content of the space or of the given change request. */
export async function placeFor(
  client: Client,
  call: Call,
  { space, cr }: { readonly space?: string | undefined; readonly cr?: string | undefined },
): Promise<Place> {
  const { id: spaceId, revision } = await spaceOf(client, call, space)
  if (cr === undefined) return { spaceId, revisionId: revision }
  const params = { spaceId, changeRequestId: changeRequestIdIn(cr) }
  return { spaceId, revisionId: (await client.getChangeRequestById({ params })).revision }
}
