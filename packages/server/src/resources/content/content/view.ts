import { type Content, type ObjectStore, readContent } from '@stemma/content'
import { isAtLeast } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { postgresObjects } from '../../../content/postgres-objects.ts'
import type { Key } from '../../review/change-requests/store.ts'
import { publicationsOf } from '../../sites/site-structure/index.ts'
import type { Publication } from '../../spaces/spaces/index.ts'
import * as revisions from './store.ts'

/** One revision, opened for reading. Its content is read only on demand. */
export interface View {
  readonly revision: revisions.RevisionRow
  readonly store: ObjectStore
  /** Where sites publish the revision, if requested. */
  readonly publication?: Publication | undefined
}

export async function openSpace(
  context: Pick<Context, 'db' | 'objects'>,
  params: { readonly spaceId: string },
): Promise<View> {
  return view(context, found(await revisions.ofSpace(context.db, params), 'space'))
}

export async function openChangeRequest(context: Context, params: Key): Promise<View> {
  return view(context, found(await revisions.ofChangeRequest(context.db, params), 'change request'))
}

/**
 * Revisions of change requests require comment access; other callers get 404. Visitors of a site can open
 * only the current revision of the space.
 */
export async function openRevision(
  context: Context,
  params: { readonly spaceId: string; readonly revisionId: string },
): Promise<View> {
  const revision = found(await revisions.byId(context.db, params), 'revision')
  const isOpen = context.audience
    ? revision.isHead
    : revision.changeRequestId === null || isAtLeast(context.standing.space, 'comment')
  if (!isOpen) throw new ApiError('not_found', 'There is no such revision. Check the ID.')
  return view(context, revision)
}

export function view(
  { db, objects }: Pick<Context, 'db' | 'objects'>,
  revision: revisions.RevisionRow,
): View {
  return { revision, store: postgresObjects(db, revision.contentId, objects) }
}

/** Adds where the revision is published. Only the current revision is, and visitors don't see it. */
export async function withPublication(context: Context, opened: View): Promise<View> {
  const { isHead, organizationId, spaceId } = opened.revision
  if (!isHead || context.audience !== undefined) return opened
  const publications = await publicationsOf(context.db, organizationId, [spaceId], context.addresses)
  return { ...opened, publication: publications.get(spaceId) }
}

export function contentOf({ revision, store }: View): Promise<Content> {
  return readContent(store, revision.root.toString('base64url'))
}
