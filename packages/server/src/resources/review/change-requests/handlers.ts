import type { changeRequestOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import type { Handlers } from '../../../http/route.ts'
import { toUser } from '../../people/users/store.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import { lockForChange } from './locking.ts'
import { openDraft } from './opening.ts'
import { counted, requireUnmerged } from './rules.ts'
import { toChangeRequest } from './shape.ts'
import * as changeRequests from './store.ts'

type Elsewhere = 'mergeChangeRequest' | 'updateChangeRequest'

export const changeRequestHandlers: Handlers<Omit<typeof changeRequestOperations, Elsewhere>> = {
  async listChangeRequestsForOrganization({ params: { organizationId }, query }, context) {
    const viewer = { organizationId, userId: context.caller.userId }
    const page = await changeRequests.listInOrganization(context.db, viewer, query)
    return mapItems(page, ({ level, ...row }) =>
      toChangeRequest(row, { ...context, standing: { ...context.standing, space: level } }),
    )
  },

  async listChangeRequestsForSpace({ params: { spaceId }, query }, context) {
    const page = await changeRequests.list(context.db, spaceId, query)
    return mapItems(page, (row) => toChangeRequest(row, context))
  },

  async createChangeRequest({ params: { spaceId }, body: { subject = '' } }, context) {
    const id = await openDraft(context, { spaceId, subject })
    return show(context, { spaceId, changeRequestId: id })
  },

  async getChangeRequestById({ params }, context) {
    return show(context, params)
  },

  async updateChangeRequestById({ params, body: { subject, description, status } }, context) {
    const { db, now } = context
    const { spaceId } = params
    const lock = status === undefined ? changeRequests.lock : lockForChange
    const before = found(await lock(db, params), 'change request')
    if (status !== undefined) requireUnmerged(before)
    const { id } = before
    await changeRequests.update(
      db,
      { spaceId, id },
      {
        ...(subject !== undefined && { subject }),
        ...(description !== undefined && { description: JSON.stringify(description) }),
        ...(status !== undefined && { status }),
        updated_at: now,
      },
    )
    if (status !== undefined && status !== before.status) {
      await spaces.count(db, spaceId, counted(before.status, -1))
      await spaces.count(db, spaceId, counted(status, 1))
    }
    await emit(context, {
      type: 'change_request.edited',
      spaceId,
      changeRequestId: id,
      before: { subject: before.subject, status: before.status },
      after: { subject: subject ?? before.subject, status: status ?? before.status },
    })
    if (before.status === 'draft' && status === 'open')
      await emit(context, { type: 'change_request.opened', spaceId, changeRequestId: id })
    return show(context, params)
  },

  async getContributorsByChangeRequestId({ params }, { db, addresses }) {
    const { id, spaceId } = found(await changeRequests.find(db, params), 'change request')
    const rows = await changeRequests.contributors(db, { spaceId, id })
    const items = rows.map((row) => ({
      user: toUser(row, addresses),
      actionType: row.actionType,
      count: row.count,
      updatedAt: row.updatedAt,
    }))
    return { items, count: items.length }
  },
}

async function show(context: Context, key: changeRequests.Key) {
  return toChangeRequest(found(await changeRequests.find(context.db, key), 'change request'), context)
}
