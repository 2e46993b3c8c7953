import { findPage, findRecord } from '@stemma/content'
import type { JSONDocument, spaceContentOperations } from '@stemma/contract'
import { isAtLeast } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import type { Handlers } from '../../../http/route.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import { commitChanges, resultOf } from './committing.ts'
import { asWritten, documentOf, textOf } from './reading.ts'
import { readsOf } from './reads.ts'
import { requireLive } from './rules.ts'
import { documentIdOf, ownerOf } from './shape.ts'
import * as revisions from './store.ts'
import { contentOf, openSpace, type View, view } from './view.ts'

const reads = readsOf(openSpace)

export const spaceContentHandlers: Handlers<typeof spaceContentOperations> = {
  getCurrentRevision: reads.revision,
  listPages: reads.pages,
  listFiles: reads.files,
  getFileById: reads.file,
  getPageById: reads.page,
  getPageByPath: reads.path,
  getReusableContentById: reads.reusableContent,

  async updateSpaceContent({ params: { spaceId }, body }, context) {
    const { db, now, addresses } = context
    await spaces.lock(db, spaceId)
    const present = await openSpace(context, { spaceId })
    requireLive(present.revision)
    const committed = await commitChanges(context, present, body.changes, {})
    const { revisionId, applied } = committed
    await spaces.update(db, spaceId, { revision_id: revisionId, updated_at: now })
    const pages = applied.touched.map(({ page }) => page)
    await revisions.noteChangedPages(db, { spaceId, revisionId, pages })
    await emit(context, { type: 'space.content_updated', spaceId, revisionId, pages })
    const location = (pageId: string) => addresses.page(spaceId, pageId)
    return { revision: revisionId, ...resultOf(committed, present, context, location) }
  },

  async getDocumentById({ params: { spaceId, documentId } }, context) {
    const { db, standing } = context
    const known = await revisions.findDocument(db, spaceId, documentId)
    const isSeen = known && (known.published || isAtLeast(standing.space, 'comment'))
    if (!isSeen) return documentOfFirst(context, spaceId, documentId)
    const present = await openSpace(context, { spaceId })
    const text = await textOf(present, { hash: known.hash.toString('base64url') }, asWritten, context)
    return documentOf(present, ownerOf(documentId), text, context)
  },
}

/** Finds documents that a duplicated space started with: they were never recorded for the duplicate. */
async function documentOfFirst(context: Context, spaceId: string, documentId: string): Promise<JSONDocument> {
  const first = view(context, found(await revisions.first(context.db, { spaceId }), 'document'))
  const owner = ownerOf(documentId)
  const hash = await hashIn(first, owner)
  if (hash === undefined || documentIdOf(owner, hash) !== documentId)
    throw new ApiError('not_found', 'There is no such document. Check the ID.')
  return documentOf(first, owner, await textOf(first, { hash }, asWritten, context), context)
}

async function hashIn(first: View, owner: string) {
  const content = await contentOf(first)
  const page = await findPage(first.store, content, owner)
  if (page?.type === 'document') return page.document
  return (await findRecord(first.store, content, 'reusableContents', owner))?.document
}
