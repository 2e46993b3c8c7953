import type { changeRequestContentOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import type { Handlers } from '../../../http/route.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import { commitChanges, resultOf } from './committing.ts'
import { showChanges } from './comparing.ts'
import { readsOf } from './reads.ts'
import { openChangeRequest, openRevision } from './view.ts'

type Built = Omit<typeof changeRequestContentOperations, 'importContentInChangeRequest'>

const reads = readsOf(openChangeRequest)

export const changeRequestContentHandlers: Handlers<Built> = {
  getRevisionOfChangeRequestById: reads.revision,
  listPagesInChangeRequest: reads.pages,
  listFilesInChangeRequestById: reads.files,
  getFileInChangeRequestById: reads.file,
  getPageInChangeRequestById: reads.page,
  getPageInChangeRequestByPath: reads.path,
  getReusableContentInChangeRequestById: reads.reusableContent,

  async updateChangeRequestContent({ params, query, body }, context) {
    const { db, now, addresses } = context
    const { spaceId } = params
    // Sent together, but PostgreSQL runs them in this order: the lock comes first.
    const [{ id, base }, present] = await Promise.all([
      takeEditable(context, params),
      openChangeRequest(context, params),
    ])
    const committed = await commitChanges(context, present, body.changes, { changeRequestId: id, base })
    const { revisionId, applied } = committed
    await changeRequests.update(db, { spaceId, id }, { revision_id: revisionId, updated_at: now })
    const pages = applied.touched.map(({ page }) => page)
    const event = { type: 'change_request.content_updated', spaceId, changeRequestId: id } as const
    const [row] = await Promise.all([
      changeRequests.find(db, { spaceId, changeRequestId: id }),
      emit(context, { ...event, revisionId, pages }),
    ])
    const changeRequest = changeRequests.toChangeRequest(found(row, 'change request'), context)
    if (query.compat) return changeRequest
    const location = (pageId: string) => addresses.pageInChangeRequest(spaceId, id, pageId)
    return { changeRequest, ...resultOf(committed, present, context, location) }
  },

  async getChangeRequestChanges({ params, query }, context) {
    const { spaceId } = params
    const row = found(await changeRequests.find(context.db, params), 'change request')
    const [base, present] = [
      await openRevision(context, { spaceId, revisionId: changeRequests.baseOf(row) }),
      await openChangeRequest(context, params),
    ]
    return showChanges({ before: base, after: present }, query, context)
  },
}

/** Locks the change request, so that concurrent writes apply one after another, each on top of the last. */
async function takeEditable(context: Context, key: changeRequests.Key) {
  const row = found(await changeRequests.lock(context.db, key), 'change request')
  changeRequests.requireOpen(row)
  return { id: row.id, base: changeRequests.baseOf(row) }
}
