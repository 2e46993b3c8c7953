import type { CallOptions } from '@stemma/client'
import type { ContentChange, Space } from '@stemma/contract'
import { api } from '../../app/client.ts'
import { type Offered, offers } from '../../app/offers.ts'
import { queryClient } from '../../app/queries.ts'
import type { Version } from './place.ts'

/** What a write left behind. */
export interface Written {
  readonly revision: string
  /** The pages that it created, in the order of the changes. */
  readonly created: readonly string[]
}

/** Whether somebody may change what is open; a locked space is changed through a change request. */
export function mayWrite({ permissions }: Space, version: Version): boolean {
  return permissions.edit && version.kind !== 'revision'
}

/** What a control sends first that changes the pages of a version. */
export function offersWriting({ id: spaceId, editMode }: Space, version: Version): Offered {
  if (version.kind === 'change')
    return offers('updateChangeRequestContent', { spaceId, changeRequestId: version.id })
  return offers(editMode === 'live' ? 'updateSpaceContent' : 'createChangeRequest', { spaceId })
}

/** The version that changes go into. A locked space gets a draft change request first. */
export async function openDraft(
  { id: spaceId, editMode }: Space,
  version: Version,
  options?: CallOptions,
): Promise<Version> {
  if (version.kind !== 'current' || editMode === 'live') return version
  const { id } = await api.createChangeRequest({ params: { spaceId }, body: {} }, options)
  return { kind: 'change', id }
}

/** Writes changes into a version as one revision, and has everything about it read again. */
export async function writeContent(
  spaceId: string,
  version: Version,
  changes: readonly ContentChange[],
  options?: CallOptions,
): Promise<Written> {
  const written = await send(spaceId, version, [...changes], options)
  await queryClient.invalidateQueries({ queryKey: ['spaces', spaceId] })
  return written
}

async function send(
  spaceId: string,
  version: Version,
  changes: ContentChange[],
  options?: CallOptions,
): Promise<Written> {
  if (version.kind === 'change') {
    const params = { spaceId, changeRequestId: version.id }
    const answer = await api.updateChangeRequestContent(
      { params, query: { compat: false }, body: { changes } },
      options,
    )
    if (!('changes' in answer)) throw new TypeError('The server answered in another form.')
    return { revision: answer.changeRequest.revision, created: createdIn(answer.changes) }
  }
  const answer = await api.updateSpaceContent({ params: { spaceId }, body: { changes } }, options)
  return { revision: answer.revision, created: createdIn(answer.changes) }
}

type Change = { readonly operation: string; readonly page: string | { readonly id: string } }

function createdIn(changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ operation, page }) =>
    operation === 'created_page' && typeof page !== 'string' ? [page.id] : [],
  )
}
