import { changedPages } from '@stemma/content'
import type { DocumentQuery, PageQuery, RevisionSummary, revisionOperations } from '@stemma/contract'
import type { Static } from 'typebox'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { emit } from '../../../events/emit.ts'
import type { Handlers } from '../../../http/route.ts'
import { type Version, versioned } from '../../../http/versioned.ts'
import * as changeRequests from '../../review/change-requests/store.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import { showChanges } from './comparing.ts'
import { toSummary } from './history.ts'
import { metaLinksOf } from './meta-links.ts'
import { showPageDocument, showReusableDocument } from './reading.ts'
import { readsOf } from './reads.ts'
import { requireOwn } from './rules.ts'
import * as revisions from './store.ts'
import { contentOf, openRevision, openSpace, type View } from './view.ts'

const reads = readsOf(openRevision)

export const revisionHandlers: Handlers<typeof revisionOperations> = {
  async listRevisions({ params: { spaceId }, query }, context) {
    const { pageId } = query
    return history(context, { spaceId, changeRequestId: null, pageId }, query)
  },

  async listRevisionsInChangeRequest({ params, query }, context) {
    const { id, spaceId } = found(await changeRequests.find(context.db, params), 'change request')
    return history(context, { spaceId, changeRequestId: id }, query)
  },

  /** The history is append-only: revisions that a restore undoes stay in it. */
  async restoreRevision({ params }, context) {
    const { db, now, caller } = context
    const { spaceId } = params
    await spaces.lock(db, spaceId)
    const past = await openRevision(context, params)
    requireOwn(past.revision)
    const present = await openSpace(context, { spaceId })
    const id = newId()
    await revisions.insert(db, {
      spaceId,
      id,
      root: past.revision.root.toString('base64url'),
      type: 'rollback',
      parents: [present.revision.id],
      createdBy: caller.userId,
      createdAt: now,
    })
    await spaces.update(db, spaceId, { revision_id: id, updated_at: now })
    const { pages } = await changedPages(present.store, await contentOf(present), await contentOf(past))
    await revisions.noteChangedPages(db, { spaceId, revisionId: id, pages })
    await emit(
      context,
      { type: 'space.rolled_back', spaceId, revisionId: id, to: params.revisionId },
      { type: 'space.content_updated', spaceId, revisionId: id, pages },
    )
    return { revision: id }
  },

  getRevisionById: reads.revision,
  listPagesInRevisionById: reads.pages,
  listFilesInRevisionById: reads.files,
  getFileInRevisionById: reads.file,
  getPageInRevisionById: reads.page,
  getPageInRevisionByPath: reads.path,
  getReusableContentInRevisionById: reads.reusableContent,

  /** The first revision of a space is compared with empty content. Both sides are opened by the same rule. */
  async getRevisionSemanticChanges({ params, query }, context) {
    const after = await openRevision(context, params)
    const { against = after.revision.parents[0] } = query
    const before = against === undefined ? undefined : { ...params, revisionId: against }
    return showChanges({ before: before && (await openRevision(context, before)), after }, query, context)
  },

  getPageDocumentInRevisionById: versioned(version<'pageId'>(), (view, { params, query }, context) =>
    showPageDocument(view, params.pageId, query, context),
  ),

  async listRevisionPageMetaLinks({ params }, context) {
    return metaLinksOf(context, await openRevision(context, params), params.pageId)
  },

  getReusableContentDocumentInRevisionById: versioned(
    version<'reusableContentId'>(),
    (view, { params, query }, context) =>
      showReusableDocument(view, params.reusableContentId, query, context),
  ),
}

async function history(context: Context, line: Parameters<typeof revisions.list>[1], query: PageQuery) {
  const { items, ...page } = await revisions.list(context.db, line, query)
  const summaries: RevisionSummary[] = []
  for (const row of items) summaries.push(await toSummary(row, context))
  return { ...page, items: summaries }
}

function version<Name extends string>(): Version<Input<Name>, View> {
  return {
    find: ({ params }, context) => openRevision(context, params),
    stateOf: ({ revision }) => revision.id,
  }
}

interface Input<Name extends string> {
  readonly params: Readonly<Record<'spaceId' | 'revisionId' | Name, string>>
  readonly query: Static<typeof DocumentQuery>
}
