import {
  ContentError,
  changedPages,
  type MergedContents,
  mergeContents,
  type Resolutions,
} from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import * as changeRequests from '../../review/change-requests/store.ts'
import { refusal } from './committing.ts'
import { documentIdOf } from './shape.ts'
import * as revisions from './store.ts'
import { contentOf, type View, view } from './view.ts'

/** A change request, its space, and the revision that both are based on. */
export interface MergeView {
  readonly base: View
  /** The change request. */
  readonly ours: View
  /** The space. */
  readonly theirs: View
}

/** The base is the revision that the change request started from or was last updated to, never inferred. */
export async function openSides(
  context: Pick<Context, 'db' | 'objects'>,
  key: changeRequests.Key,
): Promise<MergeView> {
  const { spaceId } = key
  const row = found(await changeRequests.find(context.db, key), 'change request')
  const revisionIds = [changeRequests.baseOf(row), row.revision]
  const { revisions: own, head } = await revisions.withHead(context.db, { spaceId, revisionIds })
  const [base, ours] = own
  const side = (one: revisions.RevisionRow | undefined) => view(context, found(one, 'revision'))
  return { base: side(base), ours: side(ours), theirs: side(head) }
}

export async function mergeSides(sides: MergeView, resolutions?: Resolutions): Promise<MergedContents> {
  const [base, ours, theirs] = await Promise.all([
    contentOf(sides.base),
    contentOf(sides.ours),
    contentOf(sides.theirs),
  ])
  try {
    return await mergeContents(sides.ours.store, { base, ours, theirs }, resolutions)
  } catch (error) {
    throw error instanceof ContentError ? refusal(error) : error
  }
}

/** Writes the result of a merge as a revision of the space or of the change request. */
export async function commitMerge(
  { db, caller, now }: Context,
  { ours, theirs }: MergeView,
  { root, objects, content }: Pick<MergedContents, 'root' | 'objects' | 'content'>,
  into: { readonly changeRequestId: string } | { readonly mergedFrom: string },
) {
  const { spaceId } = ours.revision
  const revisionId = newId()
  await ours.store.put(objects)
  const isUpdate = 'changeRequestId' in into
  const parents = isUpdate ? [ours, theirs] : [theirs, ours]
  await revisions.insert(db, {
    spaceId,
    id: revisionId,
    root,
    type: isUpdate ? 'update' : 'merge',
    parents: parents.map(({ revision }) => revision.id),
    createdBy: caller.userId,
    createdAt: now,
    ...into,
  })
  const before = await contentOf(isUpdate ? ours : theirs)
  const { pages, documents } = await changedPages(ours.store, before, content)
  const byId = new Map([...documents].map(([page, hash]) => [documentIdOf(page, hash), hash]))
  await revisions.rememberDocuments(db, spaceId, byId, { published: !isUpdate })
  if (!isUpdate) await revisions.noteChangedPages(db, { spaceId, revisionId, pages })
  return { revisionId, pages }
}
